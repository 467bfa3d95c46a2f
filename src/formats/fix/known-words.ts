import { fieldsOfServer } from './choose.ts';

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
