import { looseJson } from '../../formats/index.ts';
import { recordIn, textIn } from '../../system/index.ts';
import { type WorkspacePath, directoryOf, pathFrom } from '../../workspace/index.ts';
import { isBelow, memberTest } from '../../workspace/packages/index.ts';

/** A package.json of the workspace. */
export interface WorkspacePackage {
  readonly directory: WorkspacePath;
  readonly name: string | undefined;
  readonly manifest: Readonly<Record<string, unknown>>;
}

/** Tried in the order in which a package lists them; these are accepted. Types first is the order of TypeScript where a package lists both. */
const conditions = new Set([
  'types',
  'import',
  'module',
  'browser',
  'development',
  'node',
  'require',
  'default',
  'source',
  'deno',
  'bun',
  'worker',
]);

export function packageAt(path: WorkspacePath, text: string): WorkspacePackage | undefined {
  const manifest = looseJson(text);
  if (manifest === undefined) return undefined;
  return { directory: directoryOf(path), name: typeof manifest['name'] === 'string' ? manifest['name'] : undefined, manifest };
}

/** Packages by their name. */
export type NamedPackages = ReadonlyMap<string, WorkspacePackage>;

/**
 * The packages that files below a directory may import by name: the members that it lists as npm, yarn, pnpm and lerna do, and its own. A package.json that
 * nobody lists is an example or a fixture, and often called as the package of npm that it shows.
 * @param patterns of each directory that lists members.
 */
export function memberPackages(
  packages: readonly WorkspacePackage[],
  patterns: ReadonlyMap<WorkspacePath, readonly string[]>,
): ReadonlyMap<WorkspacePath, NamedPackages> {
  // Of two with one name the outer one counts.
  const inner = packages.toSorted((a, b) => b.directory.length - a.directory.length || (a.directory < b.directory ? 1 : -1));
  const membersOf = (root: WorkspacePath, listed: readonly string[]): NamedPackages => {
    const isMember = memberTest(listed);
    const below = root === '' ? 0 : root.length + 1;
    const members = inner.filter(({ directory }) => directory === root || (isBelow(directory, root) && isMember(directory.slice(below))));
    return new Map(members.flatMap((one) => (one.name === undefined ? [] : [[one.name, one]])));
  };
  return new Map([...patterns].map(([root, listed]) => [root, membersOf(root, listed)]));
}

/** The directory that a package depends on by its path: `"a": "file:../a"`. */
export function linkedDirectory({ directory, manifest }: WorkspacePackage, name: string): WorkspacePath | undefined {
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies']) {
    const path = /^(?:file|link|portal):(?!\/)(.+)$/.exec(textIn(recordIn(manifest[kind])[name]) ?? '')?.[1];
    if (path !== undefined) return pathFrom(directory, path);
  }
  return undefined;
}

/** The package name at the beginning of a specifier, and the rest; `undefined` when it is no package. */
export function packageName(specifier: string): { readonly name: string; readonly rest: string } | undefined {
  const [, name, rest = ''] = /^((?:@[^/\s]+\/)?[^@./\s:#][^/\s:]*)(?:\/(.*))?$/.exec(specifier) ?? [];
  return name === undefined ? undefined : { name, rest };
}

/**
 * What a package offers under a name: the paths it gives, in its order. `undefined`: it has no `exports`, so every file may be taken.
 * https://nodejs.org/api/packages.html#subpath-exports
 * @param rest below the package; empty for the package itself.
 */
export function exportTargets({ manifest }: WorkspacePackage, rest: string): readonly string[] | undefined {
  const { exports } = manifest;
  if (exports === undefined || exports === null) return undefined;
  const isMap = typeof exports === 'object' && !Array.isArray(exports) && Object.keys(exports).some((key) => key.startsWith('.'));
  return targetsFor(isMap ? recordIn(exports) : { '.': exports }, rest === '' ? '.' : `./${rest}`);
}

/** What `#name` means in a package. https://nodejs.org/api/packages.html#subpath-imports */
export function importTargets({ manifest }: WorkspacePackage, specifier: string): readonly string[] {
  return targetsFor(recordIn(manifest['imports']), specifier);
}

function targetsFor(map: Readonly<Record<string, unknown>>, key: string): readonly string[] {
  if (Object.hasOwn(map, key) && !key.includes('*')) return leaves(map[key]);
  // The longest pattern that matches decides.
  const patterns = Object.keys(map).filter((one) => one.includes('*') || one.endsWith('/'));
  for (const pattern of patterns.sort((a, b) => b.indexOf('*') - a.indexOf('*') || b.length - a.length)) {
    const star = pattern.endsWith('/') ? pattern.length : pattern.indexOf('*');
    const [head, tail] = [pattern.slice(0, star), pattern.slice(star + 1)];
    if (!key.startsWith(head) || !key.endsWith(tail) || key.length < head.length + tail.length) continue;
    const middle = key.slice(head.length, key.length - tail.length);
    return leaves(map[pattern]).map((target) => (target.endsWith('/') ? target + middle : target.replaceAll('*', middle)));
  }
  return [];
}

const ofPlatform = /^(?:browser|worker|deno|bun)$/;

function leaves(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(leaves);
  // What every program finds comes first: the others may export less.
  const entries = Object.entries(recordIn(value)).toSorted(
    ([one], [other]) => Number(ofPlatform.test(one)) - Number(ofPlatform.test(other)),
  );
  return entries.flatMap(([condition, target]) =>
    // Conditions of the project's own come with their targets too: `"@scope/source": "./src/index.ts"`.
    conditions.has(condition) || condition.startsWith('types@') || !/^(?:node-addons|edge|electron|react-native|workerd)$/.test(condition)
      ? leaves(target)
      : [],
  );
}

/** The file that a package without `exports` gives for its own name. */
export function mainTargets({ manifest }: WorkspacePackage): readonly string[] {
  return ['types', 'typings', 'module', 'main', 'browser', 'source'].flatMap((field) => {
    const value = manifest[field];
    return typeof value === 'string' ? [value] : [];
  });
}
