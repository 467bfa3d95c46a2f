import { fieldsOfServer } from './choose.ts';
import type { Span } from '../syntax/node.ts';

/**
 * Words that are surely whole. A mark that touches a word may have been a letter of it: `[,hat, edit]` was `[chat, edit]`. When the rest is a
 * word that configs are full of, or one that is elsewhere in the file, the mark was one too many: `[,chat, edit]`.
 */
const words: ReadonlySet<string> = new Set(
  (
    '-y --yes -i -e -m --rm run npx uvx uv node bun deno python python3 docker mcp --stdio stdio http sse ' +
    'streamable-http streamable_http . * mcp_servers mcpServers mcp servers extensions context_servers env envs headers ' +
    'http_headers args projects profiles models model_providers tools tui features history notice ' +
    'sandbox_workspace_write chat autocomplete edit apply embed rerank summarize'
  ).split(' '),
);

/** Packages that are started in more configs than any others. */
const packages: ReadonlySet<string> = new Set([
  ...'filesystem memory github everything sequential-thinking postgres puppeteer slack brave-search gitlab'
    .split(' ')
    .map((name) => `@modelcontextprotocol/server-${name}`),
  ...['fetch', 'git', 'time', 'sqlite', 'sentry'].map((name) => `mcp-server-${name}`),
  '@playwright/mcp',
  '@upstash/context7-mcp',
  'chrome-devtools-mcp',
  'mcp-remote',
  '@notionhq/notion-mcp-server',
  '@sentry/mcp-server',
  'figma-developer-mcp',
  '@supabase/mcp-server-supabase',
  '@azure/mcp',
  'firecrawl-mcp',
  'tavily-mcp',
  '@eslint/mcp',
  '@stripe/mcp',
  'mcp-server-kubernetes',
  'task-master-ai',
  'desktop-commander',
  'exa-mcp-server',
]);

/** Texts that configs are full of: words and the names of fields; packages only by their beginning, for a version may follow. */
export function knownTexts(by: 'beginning' | 'end'): readonly string[] {
  return [...words, ...fieldsOfServer(), ...(by === 'beginning' ? packages : [])];
}

/** A package with its version, or a variable that every editor has. */
const wholeShape = /^(?:@[a-z][\w.-]*\/)?[a-z][\w.-]*@(?:latest|\d+(?:\.\d+)+)$|^\$\{workspaceFolder\}$/;

const wordCharacter = /[\p{L}\p{N}_]/u;

/** Whether this word is one that configs are full of, or is elsewhere in the text by itself. */
export function isKnownWord(word: string, text: string): boolean {
  if (words.has(word) || packages.has(word) || wholeShape.test(word)) return true;
  if (word.length < 4) return false;
  let count = 0;
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isAlone = !wordCharacter.test(text.charAt(at - 1)) && !wordCharacter.test(text.charAt(at + word.length));
    if (isAlone) count++;
  }
  return count > 1;
}

/** Whether a quote that is set here would touch another: one of the two may have been a character of the text. */
export function touchesQuote(patched: string, at: number): boolean {
  return /["'\\]/.test(patched.charAt(at - 1)) || /["']/.test(patched.charAt(at + 1));
}

const beforeValue = /^[ \t]*[:=]/;

/**
 * Whether a text of which one quote was lost has lost nothing else with it. It is whole when it is known from elsewhere and begins or ends no
 * longer text that is known, and when something follows it on its line: a cut to the end of the line takes the quote along.
 *
 * @param text The file before the quote is set
 * @param at Where the quote is set, in the new text
 * @param span The text with its quotes, in the new text
 */
export function isWholeWithout(text: string, patched: string, at: number, { end, start }: Span): boolean {
  const isEnd = at > start;
  if (isEnd && /^[ \t]*(?:$|[\r\n])/.test(patched.slice(at + 1, at + 200))) return false;
  const word = patched.slice(start + 1, end - 1);
  const known = knownTexts(isEnd ? 'end' : 'beginning');
  const isLonger = (other: string): boolean => other !== word && (isEnd ? other.startsWith(word) : other.endsWith(word));
  if (known.some(isLonger)) return false;
  const escaped = word.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const isKey = beforeValue.test(patched.slice(end, end + 20));
  const whole = new RegExp(`(["'])${escaped}\\1${isKey ? '(?=[ \\t]*[:=])' : '(?![ \\t]*[:=])'}`);
  const longer = new RegExp(isEnd ? `["']${escaped}[^"'\\s,\\]}:]` : `[^"'\\s,[{:=]${escaped}["']`);
  return (known.includes(word) || whole.test(text)) && !longer.test(text);
}

/**
 * Whether a text whose second quote snap sets can be trusted: anything in it that looks like a part of the file, or like what was
 * something else before one character of it changed, is a reason not to.
 *
 * @param value What it reads as
 */
export function isPlausibleText(value: string): boolean {
  if (/\u2019(?!\p{L})|(?<!\p{L})\u2019/u.test(value)) return false;
  if (value === '' || value !== value.trim() || /[\p{Cc}"'\\\u201C-\u201F\u2018\u201A\u00AB\u00BB\u2039\u203A]/u.test(value)) return false;
  if (/\d/.test(value) && /^[-+eE\d]*\.?[-+eE\d]*$|^0?[box][\da-fA-F_]*$/.test(value)) return false;
  if (/^.?(?:rue|alse|ull)$|^(?:tru|fals|nul).?$|^[-+]?(?:nan?|inf?|.?an|.?nf)$/i.test(value) || !/[\p{L}\p{N}]/u.test(value)) return false;
  if (/^\d[\d-]*[Tt ]?[\d:.]*(?:[Zz]|[-+][\d:]*)?$/.test(value)) return false;
  return !/: |:$|,$|, |=\s|\/\/ |\/\*| #/.test(value) && isBalanced(value);
}

function isBalanced(value: string): boolean {
  let depth = '';
  const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };
  for (const character of value) {
    const closer = closers[character];
    if (closer !== undefined) depth += closer;
    else if ('}])'.includes(character)) {
      if (!depth.endsWith(character)) return false;
      depth = depth.slice(0, -1);
    }
  }
  return depth === '';
}
