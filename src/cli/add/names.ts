import { packageOf, programOf, type LaunchedPackage } from './launched-package.ts';

/** The name for a server at this address; `undefined` where the address holds none. */
export function nameOfAddress(url: string): string | undefined {
  const { hostname, pathname, port } = new URL(url);
  // Some hosts serve many servers, each under the name of its package: server.example.com/@scope/name/mcp
  const scoped = /\/(@[\w.-]+\/[\w.-]+)/.exec(decoded(pathname))?.[1];
  if (scoped !== undefined) return nameOfPackage(scoped, 'npm');
  if (isThisMachine(hostname)) return clean(['localhost', port].filter((part) => part !== '').join('-'));
  if (/^[\d.]+$|^\[/.test(hostname)) return clean(hostname);
  return clean(nameOfHost(hostname));
}

function isThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || /^127\.|^0\.0\.0\.0$|^\[::1?\]$/.test(hostname);
}

/** Whose server it is, and of several which: `docs.mcp.example.com` is `example-docs`. */
function nameOfHost(hostname: string): string {
  const labels = hostname.toLowerCase().split('.');
  const suffix = hostings.find((hosting) => hostname.endsWith(`.${hosting}`));
  if (suffix !== undefined) {
    // The label before the suffix is an account or a machine; the first one is what the person named.
    const own = labels.slice(0, -suffix.split('.').length);
    return withoutCommonWords(own[0] ?? '') || (own.map(withoutCommonWords).find((label) => label !== '') ?? '');
  }
  const end = labels.length > 2 && secondLevel.test(labels.at(-2) ?? '') && (labels.at(-1) ?? '').length === 2 ? 2 : 1;
  const brand = labels.at(-end - 1) ?? labels[0] ?? '';
  const others = labels
    .slice(0, -end - 1)
    .filter((label) => !commonLabels.has(label))
    .map(withoutCommonWords)
    .filter((label) => label !== '');
  return [withoutCommonWords(brand) || brand, ...others].join('-');
}

/** Where everyone may have an address of their own. */
const hostings =
  'workers.dev pages.dev vercel.app netlify.app herokuapp.com github.io fly.dev onrender.com azurewebsites.net run.app up.railway.app ngrok.io ngrok.app ngrok-free.app hf.space deno.dev supabase.co trycloudflare.com ts.net on.aws amazonaws.com'.split(
    ' ',
  );
const secondLevel = /^(co|com|org|net|gov|edu|ac|ne|or|go)$/;
const commonLabels = new Set('mcp www api apis app server remote gateway sse prod mcp-server v1 v2 eu us'.split(' '));

/** The name for the server in a package. */
export function nameOfPackage(name: string, registry: LaunchedPackage['registry']): string | undefined {
  const plain = registry === 'image' ? name.replace(/^[^/]*[.:][^/]*\//, '') : name;
  const [, scope, base = plain] = /^@?([^/]+)\/(?:.*\/)?([^/]+)$/.exec(plain) ?? [];
  // "awslabs.aws-api-mcp-server": the publisher comes first.
  const own = withoutCommonWords(base.replace(/^[\w-]+\.(?=[\w-]{3,})/, ''));
  return clean(own === '' ? withoutCommonWords(scope ?? '') : own);
}

/** The name for what a command line starts. */
export function nameOfCommand(words: readonly string[]): string | undefined {
  const launched = packageOf(words);
  if (launched !== undefined) {
    // A bridge is called by what is behind it.
    const address = words.find((word) => /^https?:\/\//.test(word) && URL.canParse(word));
    if (address !== undefined && /^(mcp-remote|supergateway|mcp-proxy)$/.test(launched.name)) return nameOfAddress(address);
    if (launched.program !== undefined) return nameOfPackage(launched.program, launched.registry);
    return nameOfPackage(launched.name, launched.registry);
  }
  const [program = '', ...args] = words;
  const module = args[args.indexOf('-m') + 1];
  if (/^python[\d.]*$|^py$/.test(programOf(program)) && args.includes('-m') && module !== undefined) return nameOfPackage(module, 'pypi');
  const script = interpreters.test(programOf(program)) ? args.find((arg) => !arg.startsWith('-') && arg !== 'run') : program;
  return script === undefined ? undefined : nameOfFile(script);
}

const interpreters = /^(node|deno|bun|tsx|ts-node|python[\d.]*|py|ruby|java|dotnet|go|php|perl|sh|bash|zsh|uv|poetry|pipenv)$/;

/** A path: the last part that says more than "the built server". */
function nameOfFile(path: string): string | undefined {
  const parts = path.split(/[\\/]/).map((part, i, all) => (i === all.length - 1 ? part.replace(/\.[A-Za-z]{1,4}$/, '') : part));
  for (const part of parts.toReversed()) {
    const name = fileWords.has(part.toLowerCase()) || /^[.~]*$|^[A-Za-z]:$/.test(part) ? '' : withoutCommonWords(part);
    if (name !== '') return clean(name);
  }
  return undefined;
}

const fileWords = new Set(
  'index main server cli app start run mcp dist build out lib src bin target release debug stdio __main__'.split(' '),
);

/** What is left of a name without the words that say it is an MCP server; empty where it says nothing else. */
function withoutCommonWords(text: string): string {
  const words = text.toLowerCase().replaceAll('_', '-').split('-');
  const isCommon = (word: string | undefined): boolean => word !== undefined && commonWords.has(word);
  while (isCommon(words[0])) words.shift();
  while (isCommon(words.at(-1))) words.pop();
  return words.join('-');
}

const commonWords = new Set(['mcp', 'server', 'servers', 'modelcontextprotocol', 'stdio', '']);

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not every percent sign is an escape.
    return text;
  }
}

/** Letters that every assistant takes in a name. */
function clean(name: string): string | undefined {
  const letters = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .slice(0, 40)
    .replaceAll(/^-+|-+$/g, '');
  return letters === '' ? undefined : letters;
}
