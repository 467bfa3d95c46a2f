import { isRecord } from '../system/index.ts';

const versionKey = 'io.modelcontextprotocol/protocolVersion';

/**
 * The headers in which protocol 2026-07-28 repeats parts of a message: its server compares them. Messages of that protocol name their version
 * themselves; others get none. https://modelcontextprotocol.io/specification/2026-07-28/basic/transports (2026-11-22)
 */
export function mirrorHeaders(
  method: string | undefined,
  value: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, string>> {
  const params = value?.['params'];
  const meta = isRecord(params) ? params['_meta'] : undefined;
  const version = isRecord(meta) ? meta[versionKey] : undefined;
  if (typeof version !== 'string' || method === undefined || !isRecord(params)) return {};
  const headers: Record<string, string> = { 'mcp-protocol-version': headerText(version), 'mcp-method': headerText(method) };
  const name = params['name'] ?? params['uri'];
  if (typeof name === 'string') headers['mcp-name'] = headerText(name);
  return headers;
}

/** What a header cannot hold is written in base64, as that protocol says. */
function headerText(text: string): string {
  const isPlain = /^[\x21-\x7E](?:[\x20-\x7E]*[\x21-\x7E])?$/.test(text) && !text.startsWith('=?base64?');
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}
