import type { WorkspacePath } from '../../workspace/index.ts';

/** What is known of the files of a language. */
export type SourceKind = 'module' | 'not-analysed';

const modules = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte|astro)$/;
const others = /\.(?:py|pyi|go|rs|java|kt|kts|rb|php|cs|swift|c|cc|cpp|h|hpp|scala|ex|exs|dart|lua)$/;

/**
 * `module`: JavaScript, TypeScript, and the scripts of Vue, Svelte and Astro files. `not-analysed`: another language; nothing is said of its
 * imports. `undefined`: no source.
 */
export function sourceKind(path: WorkspacePath): SourceKind | undefined {
  if (modules.test(path)) return 'module';
  return others.test(path) ? 'not-analysed' : undefined;
}

/** Files that decide what a specifier means. */
export function isConfig(path: WorkspacePath): boolean {
  return /(?:^|\/)(?:package\.json|(?:ts|js)config[^/]*\.json|pnpm-workspace\.yaml|lerna\.json)$/.test(path);
}

export function isIgnoreFile(path: WorkspacePath): boolean {
  return path === '.gitignore' || path.endsWith('/.gitignore');
}
