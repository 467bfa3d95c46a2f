import { globTest } from '../../text/index.ts';
import { directoryOf, pathFrom } from '../../workspace/index.ts';
import { examineFiles } from '../files/examine-files.ts';

/** What the names in a text are compared with. */
export interface MentionsExtra {
  readonly modules: readonly string[];
  /** Directories with a package.json. */
  readonly packages: readonly string[];
  /** What these are called. */
  readonly names: readonly string[];
  /** Modules that no import leads to, with the word by which a text would name them. */
  readonly words: readonly { readonly path: string; readonly word: string }[];
}

/** The modules that one file names otherwise than by an import. */
export interface Mentions {
  /** By their path, or by a pattern, in what a program reads: all that such a module exports may be used. */
  readonly loads: readonly string[];
  /** By a pattern in the settings of a bundler: the module is built, and nothing is said of its exports. */
  readonly builds: readonly string[];
  /** Specifiers as written: what a page imports (`@/components/chart`), files of a package of the workspace (`@scope/a/lib/b`). */
  readonly imports: readonly string[];
  /** By their path in documentation: people may start them. */
  readonly tells: readonly string[];
  /** By their word. */
  readonly words: readonly string[];
  /** By a word of plain letters that in code is most likely about something else: a variable `users`, a property. */
  readonly hints: readonly string[];
}

/** Files in which nobody names a module, or only programs do. */
export const notText =
  /\.(?:png|jpe?g|gif|webp|avif|ico|svg|woff2?|ttf|otf|eot|zip|gz|tgz|wasm|node|pdf|mp[34]|map|snap|lock|lockb|ai|psd)$|(?:^|\/)(?:package-lock\.json|pnpm-lock\.yaml|yarn\.lock|CHANGELOG[^/]*)$/i;
const isDocument = /\.(?:md|mdx|rst|adoc|txt)$/i;
const tokens = /[\w@$~./[\]-]{3,}/g;
/** `@site` is the directory of a Docusaurus site. https://docusaurus.io/docs/advanced/client#code-modules (read 2026-11-22) */
const isPathLike = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$|^(?:\.{1,2}|@site)\//;
const maxToken = 300;
const patternLike = /[\w@./-]*\*[\w@./*{},()!?+[\]-]*/g;
const maxPatterns = 500;

/**
 * The job `checks/find-mentions`: texts that name a module otherwise than by an import: scripts, settings, pages, `new Worker('./a.js')`,
 * `import.meta.glob('./pages/*')`.
 */
export default examineFiles<MentionsExtra, Mentions>(async ({ modules, packages, names, words }) => {
  const known = new Set(modules);
  const expression = wordsExpression(words.map(({ word }) => word));
  const byWord = grouped(words);
  const asked = new Set(words.map(({ path }) => path));
  const ofPackages = subpaths(names);
  return (file, text) => {
    const directory = file.slice(0, file.lastIndexOf('/') + 1);
    const bases = [...new Set([directory, ...packages.filter((one) => file.startsWith(`${one}/`)).map((one) => `${one}/`), ''])];
    const isPage = isDocument.test(file);
    const byPath = [...named(text, bases, known)];
    const wordsIn: Record<'words' | 'hints', { readonly path: string }[]> = { words: [], hints: [] };
    for (const { 0: word, index } of expression === undefined ? [] : text.matchAll(expression))
      wordsIn[isScript.test(file) && isPlainWord(text, word, index) ? 'hints' : 'words'].push(...(byWord.get(word) ?? []));
    const others = (paths: readonly string[]): readonly string[] => [...new Set(paths)].filter((path) => path !== file);
    const found: Mentions = {
      loads: others(
        isPage
          ? [...named(firstGroups(text, pageImport).join(' '), bases, known)]
          : [...byPath, ...matched(calledPatterns(file, text), bases, modules), ...computed(file, text, modules)],
      ),
      builds: bundlerConfig.test(file) ? others([...matched(text, bases, modules)]) : [],
      imports: isPage ? firstGroups(text, pageImport) : ofPackages === undefined ? [] : firstGroups(text, ofPackages),
      tells: isPage ? others(byPath.filter((path) => asked.has(path))) : [],
      words: others(wordsIn.words.map(({ path }) => path)),
      hints: others(wordsIn.hints.map(({ path }) => path)),
    };
    return Object.values(found).some((list: readonly string[]) => list.length > 0) ? found : undefined;
  };
});

/** Neither a text in quotation marks nor the part of a path or an address: programs load files by these. */
function isPlainWord(text: string, word: string, at: number): boolean {
  return /^[a-z]+$/.test(word) && !/['"`/]/.test(text.charAt(at - 1) + text.charAt(at + word.length));
}

function firstGroups(text: string, expression: RegExp): readonly string[] {
  return [...new Set(Array.from(text.matchAll(expression), ([, group = '']) => group))];
}

/** A text that names a file of a package of the workspace, as an import would. */
function subpaths(names: readonly string[]): RegExp | undefined {
  const plain = names.map((name) => name.replaceAll(/[.+]/g, String.raw`\$&`));
  return plain.length === 0 ? undefined : new RegExp(`['"\`]((?:${plain.join('|')})/[\\w@./-]+)['"\`]`, 'g');
}

/** Pages of MDX import as modules do; in Markdown, those of VitePress have a script. */
const pageImport = /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"]([^'"\s]+)['"]/gm;

/** `import(`./pages/${name}.js`)`: the files that a program may mean by it. */
function computed(file: string, text: string, modules: readonly string[]): readonly string[] {
  if (!isScript.test(file)) return [];
  const directory = file.slice(0, file.lastIndexOf('/') + 1);
  return Array.from(text.matchAll(computedPath), ([, path = '']) => path.replaceAll(/\$\{[^}]*\}/g, '*')).flatMap((path) => {
    const pattern = /^\.{1,2}\/.*\*/.test(path) ? pathFrom(directoryOf(directory), path) : undefined;
    // In a text with nothing but the computed part, every file would be meant.
    if (pattern === undefined || !/\w/.test(pattern)) return [];
    const wanted = /\.\w+$/.test(pattern) ? [pattern, pattern.replace(/\.[cm]?js$/, '.*')] : [`${pattern}{,.*,/index.*}`];
    const tests = wanted.map(globTest);
    return modules.filter((one) => tests.some((isMatch) => isMatch(one)));
  });
}

const isScript = /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/;
const computedPath = /\b(?:import|require|resolve|URL)\s*\(\s*`([^`\n]*\$\{[^`\n]*)`/g;

function named(text: string, bases: readonly string[], known: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const [token] of text.matchAll(tokens)) {
    if (token.length > maxToken || seen.has(token) || !isPathLike.test(token)) continue;
    seen.add(token);
    const path = token.replace(/^(?:file:\/\/|~\/|@\/|@site\/|\/|\[)+/, '');
    for (const base of bases) {
      const at = pathFrom(directoryOf(base), path);
      const hit = at === undefined ? undefined : asModule(at, known);
      if (hit !== undefined) found.add(hit);
    }
  }
  return found;
}

const endings = ['.ts', '.tsx', '.js', '.jsx', '.mts', '.cts', '.mjs', '.cjs', '.vue', '.svelte', '/index.ts', '/index.tsx', '/index.js'];

/** `a.js` may mean `a.ts`, and `a` either. */
function asModule(path: string, known: ReadonlySet<string>): string | undefined {
  if (known.has(path)) return path;
  const stem = path.replace(/\.[cm]?[jt]sx?$/, '');
  return endings.map((ending) => stem + ending).find((one) => known.has(one));
}

const globCall =
  /(?:import\.meta\.(?:glob|globEager|webpackContext)|require\.context|\b(?:fast-?glob|glob|globby|globSync|fg|fg\.sync|glob\.sync|tinyglobby?))\s*(?:<[^>]*>)?\(/g;
const bundlerConfig =
  /(?:^|\/)[\w.-]*(?:tsup|tsdown|rollup|rolldown|esbuild|webpack|rspack|rslib|unbuild|build|parcel|microbundle|bunchee|bunup)[\w.-]*\.[cm]?[jt]s$/;

/** The parts of a program in which a pattern means files that are loaded: a list of files to lint or to style names them too, and loads none. */
function calledPatterns(file: string, text: string): string {
  return isScript.test(file)
    ? Array.from(text.matchAll(globCall), ({ index, 0: call }) => text.slice(index + call.length, index + call.length + 300)).join('\n')
    : '';
}

const everything = /^(?:[\w.-]+\/\*\/)?(?:src|lib|source|app)?\/?\*\*(?:\/\*?(?:\.[\w.*{},()!?+[\]|-]+)?)?$/;

function matched(text: string, bases: readonly string[], modules: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const patterns = new Set(
    Array.from(text.matchAll(patternLike), ([token]) => token.replace(/^\.?\/+/, '')).filter(
      (one) => /[/.]/.test(one) && /\w{2}/.test(one),
    ),
  );
  if (patterns.size > maxPatterns) return found;
  for (const token of patterns) {
    // `src/**/*.ts` and the like name everything, and say nothing of one file.
    if (!/\w+\//.test(token) || everything.test(token)) continue;
    for (const base of bases) {
      const pattern = pathFrom(directoryOf(base), token);
      if (pattern === undefined) continue;
      const isMatch = globTest(pattern);
      for (const path of modules) if (isMatch(path)) found.add(path);
    }
  }
  return found;
}

function wordsExpression(words: readonly string[]): RegExp | undefined {
  const plain = [...new Set(words)].map((word) => word.replaceAll(/[.+^$()|[\]{}\\*?]/g, String.raw`\$&`));
  return plain.length === 0 ? undefined : new RegExp(`(?<![\\w-])(?:${plain.join('|')})(?![\\w-])`, 'g');
}

function grouped<T extends { readonly word: string }>(items: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(item.word, [...(groups.get(item.word) ?? []), item]);
  return groups;
}
