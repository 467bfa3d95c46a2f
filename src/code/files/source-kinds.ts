import type { WorkspacePath } from '../../workspace/index.ts';

/** What is known of the files of a language. */
export type SourceKind = 'module' | 'not-analysed';

const modules = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro)$/;

/** Programming languages by the endings of their files, in lower case. */
const languages: Readonly<Record<string, readonly string[]>> = {
  JavaScript: ['js', 'cjs', 'mjs', 'jsx'],
  TypeScript: ['ts', 'cts', 'mts', 'tsx'],
  Vue: ['vue'],
  Svelte: ['svelte'],
  Astro: ['astro'],
  Python: ['py', 'pyi'],
  Go: ['go'],
  Rust: ['rs'],
  Java: ['java'],
  Kotlin: ['kt', 'kts'],
  Ruby: ['rb'],
  PHP: ['php'],
  'C#': ['cs'],
  Swift: ['swift'],
  'C and C++': ['c', 'cc', 'cpp', 'cxx', 'h', 'hpp'],
  Scala: ['scala'],
  Elixir: ['ex', 'exs'],
  Dart: ['dart'],
  Lua: ['lua'],
  Haskell: ['hs'],
};
const byEnding = new Map(Object.entries(languages).flatMap(([name, endings]) => endings.map((ending) => [ending, name] as const)));

/** The programming language of a file by its name; `undefined` for settings, data, documents and what has no ending. */
export function languageOf(path: WorkspacePath): string | undefined {
  return byEnding.get(/\.(\w+)$/.exec(path)?.[1]?.toLowerCase() ?? '');
}

/**
 * `module`: JavaScript, TypeScript, and the scripts of Vue, Svelte and Astro files. `not-analysed`: another language; nothing is said of its
 * imports. `undefined`: no source.
 */
export function sourceKind(path: WorkspacePath): SourceKind | undefined {
  if (modules.test(path)) return 'module';
  return languageOf(path) === undefined ? undefined : 'not-analysed';
}

/** Files that decide what a specifier means. */
export function isConfig(path: WorkspacePath): boolean {
  return /(?:^|\/)(?:package\.json|(?:ts|js)config[^/]*\.json|pnpm-workspace\.yaml|lerna\.json)$/.test(path);
}

export function isIgnoreFile(path: WorkspacePath): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore');
}
