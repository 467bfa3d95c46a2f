import { type WorkspacePath, directoryOf, globSegment, hasTooManyStars, pathFrom } from '../../workspace/index.ts';
import { looseJson, objectOf, textsOf } from './loose-json.ts';

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

/**
 * The packages that others of the workspace may import by name: those that the workspace lists, as npm, yarn, pnpm and lerna do; all of them where
 * nothing is listed.
 * @param listing texts of pnpm-workspace.yaml and lerna.json in the root, where they are there.
 */
export function namedPackages(
  packages: readonly WorkspacePackage[],
  listing: { readonly pnpm?: string | undefined; readonly lerna?: string | undefined },
): ReadonlyMap<string, WorkspacePackage> {
  const patterns = packages.flatMap(({ directory, manifest }) => {
    const listed = Array.isArray(manifest['workspaces'])
      ? textsOf(manifest['workspaces'])
      : textsOf(objectOf(manifest['workspaces'])['packages']);
    return listed.map((pattern) => (directory === '' ? pattern : `${directory}/${pattern}`));
  });
  if (listing.pnpm !== undefined) patterns.push(...pnpmPatterns(listing.pnpm));
  if (listing.lerna !== undefined) patterns.push(...textsOf(looseJson(listing.lerna)?.['packages']));
  const wanted = patterns.filter((one) => !one.startsWith('!')).map(memberPattern);
  const unwanted = patterns.filter((one) => one.startsWith('!')).map((one) => memberPattern(one.slice(1)));
  const isMember = ({ directory }: WorkspacePackage): boolean =>
    directory === '' ||
    patterns.length === 0 ||
    (wanted.some((one) => one.test(directory)) && !unwanted.some((one) => one.test(directory)));
  const named = new Map<string, WorkspacePackage>();
  // Of two with one name the outer one counts.
  for (const one of [...packages].sort((a, b) => a.directory.length - b.directory.length || (a.directory < b.directory ? -1 : 1)))
    if (one.name !== undefined && !named.has(one.name) && isMember(one)) named.set(one.name, one);
  return named;
}

/** The list `packages:`. https://pnpm.io/pnpm-workspace_yaml */
function pnpmPatterns(text: string): readonly string[] {
  const list = /^packages:[^\n]*\n((?:[ \t]*(?:-[^\n]*|#[^\n]*)?(?:\n|$))*)/m.exec(text)?.[1] ?? '';
  return [...list.matchAll(/^[ \t]*-[ \t]*(?:"([^"\n]*)"|'([^'\n]*)'|([^\s#'"]+))/gm)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

function memberPattern(pattern: string): RegExp {
  const path = pathFrom('', pattern) ?? '';
  if (hasTooManyStars(path)) return /(?!)/;
  const parts = path.split('/');
  const source = parts.map((part, i) => {
    if (part === '**') return '(?:.*)';
    const [before = '', names, behind = ''] = part.split(/\{([^{}]*)\}/);
    const name =
      names === undefined
        ? globSegment(part)
        : `${globSegment(before)}(?:${names.split(',').map(globSegment).join('|')})${globSegment(behind)}`;
    return i === parts.length - 1 ? name : `${name}/`;
  });
  return new RegExp(`^${source.join('')}$`);
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
  return targetsFor(isMap ? objectOf(exports) : { '.': exports }, rest === '' ? '.' : `./${rest}`);
}

/** What `#name` means in a package. https://nodejs.org/api/packages.html#subpath-imports */
export function importTargets({ manifest }: WorkspacePackage, specifier: string): readonly string[] {
  return targetsFor(objectOf(manifest['imports']), specifier);
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
  const entries = Object.entries(objectOf(value)).toSorted(
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
