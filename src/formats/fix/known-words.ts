import { fieldsOfServer } from './choose.ts';
import { lineEnd, lineStart } from '../text-lines.ts';

/**
 * Words that are surely whole. A mark that touches a word may have been a letter of it: `[,hat, edit]` was `[chat, edit]`. When the rest is a
 * word that configs are full of, or one that is elsewhere in the file, the mark was one too many: `[,chat, edit]`.
 */
const words: ReadonlySet<string> = new Set([
  '-y',
  '--yes',
  '-i',
  '-e',
  '-m',
  '--rm',
  'run',
  'npx',
  'uvx',
  'uv',
  'node',
  'bun',
  'deno',
  'python',
  'python3',
  'docker',
  'mcp',
  '--stdio',
  'stdio',
  'http',
  'sse',
  'streamable-http',
  'streamable_http',
  '.',
  '*',
  'mcp_servers',
  'mcpServers',
  'mcp',
  'servers',
  'extensions',
  'context_servers',
  'env',
  'envs',
  'headers',
  'http_headers',
  'args',
  'projects',
  'profiles',
  'models',
  'model_providers',
  'tools',
  'tui',
  'features',
  'history',
  'notice',
  'sandbox_workspace_write',
  'chat',
  'autocomplete',
  'edit',
  'apply',
  'embed',
  'rerank',
  'summarize',
]);

/** Packages that are started in more configs than any others. */
const packages: ReadonlySet<string> = new Set([
  ...[
    'filesystem',
    'memory',
    'github',
    'everything',
    'sequential-thinking',
    'postgres',
    'puppeteer',
    'slack',
    'brave-search',
    'gitlab',
  ].map((name) => `@modelcontextprotocol/server-${name}`),
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

/** Whether a word has the beginning of one that has lost no letter there: a package, a flag, an address. */
export function beginsWhole(word: string, text: string): boolean {
  return /^(?:@[a-z][\w-]+\/|--[a-z]|https?:\/\/|\$\{|mcp[-_]server|server-)/.test(word) || isKnownWord(word, text);
}

/** The word that ends before this place, and the one that begins at it. */
export function wordsAround(text: string, from: number, to: number): { readonly before: string; readonly after: string } {
  return {
    before: /[^\s[\]{},:="'#]*$/.exec(text.slice(Math.max(0, from - 200), from))?.[0] ?? '',
    after: /^[^\s[\]{},="'#]*/.exec(text.slice(to, to + 200))?.[0].replace(/:$/, '') ?? '',
  };
}

/** Whether the words that touch a mark, or a run of the same marks, are whole, so that the mark was not a letter of them. */
export function touchesWholeWords(text: string, at: number): boolean {
  const mark = text.charAt(at);
  let from = at;
  while (text.charAt(from - 1) === mark) from--;
  let to = at + 1;
  while (text.charAt(to) === mark) to++;
  // A bracket with a space after it was no letter of a word.
  const gap = '[{'.includes(mark) ? 0 : (/^ */.exec(text.slice(to))?.[0].length ?? 0);
  const { after, before } = wordsAround(text, from, to + gap);
  // It may have joined the two, or have been a name of one letter.
  if ((gap === 0 && before !== '' && after !== '') || /^[ \t]*[:=]/.test(text.slice(to))) return false;
  // In the header of a table of TOML each part of the name is a word.
  const isHeader = /^[ \t]*\[[^=]*$/.test(text.slice(lineStart(text, at), lineEnd(text, at)));
  const [end, start] = isHeader ? [before.split('.').at(-1) ?? '', after.split('.')[0] ?? ''] : [before, after];
  return (end === '' || isKnownWord(end, text)) && (start === '' || beginsWhole(start, text));
}
