import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { isRecord, jsonIn } from '../../system/index.ts';
import type { OutputRedactor } from '../../mcp-client/talking.ts';

/**
 * The only members of data that are kept, of all services: a field that is not listed never gets further. It would also cost
 * time, since each text is searched for secrets.
 */
const readMembers = new Set(
  (
    'items nodes issues pull_requests organizations slug sha id number iid title body description message name login username state labels date ' +
    'author authorName author_name user commit committer html_url web_url webUrl pull_request merged merged_at ' +
    'updated_at updatedAt created_at committedDate authoredDate committed_date authored_date'
  ).split(' '),
);
/** Long texts; of all others the beginning is enough. */
const longMembers = new Set(['body', 'description', 'message']);
const maxLong = 1_500;
const maxShort = 300;
const maxText = 24_000;
const maxItems = 60;
const maxNodes = 5_000;
const maxDepth = 8;
/** Of all texts of one answer: a kilobyte takes about a millisecond. */
const maxCharacters = 50_000;

/**
 * What a tool answered, as text and as data, with secrets taken out before anything else sees it. Data is the structured content, else the text
 * where that is JSON.
 */
export function cleanedResult(result: CallToolResult, redact: OutputRedactor): { readonly text: string; readonly data: unknown } {
  let raw = '';
  for (const part of result.content) if (part.type === 'text') raw += (raw === '' ? '' : '\n') + part.text;
  const structured = result.structuredContent;
  const data: unknown = structured !== undefined && Object.keys(structured).length > 0 ? structured : jsonIn(raw);
  // The text is only read where there is no data.
  return isRecord(data) || Array.isArray(data)
    ? { text: '', data: cleanedData(data, redact) }
    : { text: redact.prose(raw, maxText), data: undefined };
}

function cleanedData(data: unknown, redact: OutputRedactor): unknown {
  let nodes = maxNodes;
  let characters = maxCharacters;
  const clean = (value: unknown, depth: number, key = ''): unknown => {
    nodes -= 1;
    if (nodes < 0 || depth > maxDepth) return undefined;
    if (typeof value === 'string') {
      // A commit's hash looks like a secret: its beginning is enough to find the commit.
      if (isHash(key, value)) return redact.name(value).slice(0, 12);
      if (characters <= 0) return undefined;
      const max = longMembers.has(key) ? maxLong : maxShort;
      characters -= Math.min(value.length, max);
      return redact.prose(value, max);
    }
    if (Array.isArray(value)) return value.slice(0, maxItems).map((item: unknown) => clean(item, depth + 1, key));
    if (!isRecord(value)) return value;
    const kept = Object.entries(value).filter(([name]) => readMembers.has(name));
    return Object.fromEntries(kept.map(([name, item]) => [name, clean(item, depth + 1, name)]));
  };
  return clean(data, 0);
}

function isHash(key: string, value: string): boolean {
  return (key === 'sha' || key === 'id') && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(value);
}
