import { posix } from 'node:path';
import { isRecord, jsonIn, textIn, textsIn, type System } from '../../system/index.ts';
import { globTest } from '../../text/index.ts';
import { readTextBelow } from './read-text.ts';
import type { WorkspacePath } from '../workspace.ts';

/** A directory with a manifest of some language: what a tool is installed in and configured for. */
export interface Package {
  /** Empty for the root. */
  readonly directory: WorkspacePath;
  /** The files that stand directly in it. */
  readonly names: readonly string[];
  /** package.json; empty where there is none that can be read. */
  readonly manifest: Readonly<Record<string, unknown>>;
  /** pyproject.toml as text. */
  readonly pyproject: string;
}

const manifests =
  /^(package\.json|pyproject\.toml|setup\.py|setup\.cfg|requirements\.txt|go\.mod|Cargo\.toml|pom\.xml|build\.gradle(\.kts)?|tsconfig\.json)$/;
const maxPackages = 300;

/**
 * The root, and the packages that belong to it: those its manifest names as workspaces (npm, pnpm, yarn, bun), and of other languages those
 * that its files show. Where the root has no manifest, the packages two directories down at most: `frontend` and `backend`.
 * A manifest anywhere else is a fixture or a template, and nobody would run its tools.
 */
export async function packagesOf(system: System, root: string, files: readonly WorkspacePath[]): Promise<readonly Package[]> {
  const names = new Map<WorkspacePath, string[]>();
  for (const file of files) {
    const at = file.lastIndexOf('/');
    const directory = at === -1 ? '' : file.slice(0, at);
    const known = names.get(directory);
    if (known === undefined) names.set(directory, [file.slice(at + 1)]);
    else known.push(file.slice(at + 1));
  }
  const rootPackage = await packageAt(system, root, '', names.get('') ?? []);
  const candidates = [...names].filter(([directory, inside]) => directory !== '' && inside.some((name) => manifests.test(name)));
  const isMember = await membership(system, root, rootPackage);
  const members = candidates.filter(([directory, inside]) => isMember(directory, inside)).slice(0, maxPackages);
  const read = await Promise.all(members.map(([directory, inside]) => packageAt(system, root, directory, inside)));
  return [rootPackage, ...read.toSorted((a, b) => (a.directory < b.directory ? -1 : 1))];
}

/** Whether a file is in a directory or below it; everything is below the root, which is empty. */
export function isBelow(file: WorkspacePath, directory: WorkspacePath): boolean {
  return directory === '' || file.startsWith(`${directory}/`);
}

async function packageAt(system: System, root: string, directory: WorkspacePath, names: readonly string[]): Promise<Package> {
  return packageFrom(directory, names, (path) => readTextBelow(system, root, path));
}

/** The package in a directory whose files have these names. */
export async function packageFrom(
  directory: WorkspacePath,
  names: readonly string[],
  read: (path: WorkspacePath) => Promise<string>,
): Promise<Package> {
  const text = async (name: string): Promise<string> => (names.includes(name) ? await read(posix.join(directory, name)) : '');
  const parsed = jsonIn((await text('package.json')).replace(/^\uFEFF/, ''));
  return { directory, names, manifest: isRecord(parsed) ? parsed : {}, pyproject: await text('pyproject.toml') };
}

async function membership(
  system: System,
  root: string,
  { names, manifest }: Package,
): Promise<(directory: WorkspacePath, inside: readonly string[]) => boolean> {
  if (!names.some((name) => manifests.test(name) && name !== 'tsconfig.json')) return (directory) => directory.split('/').length <= 2;
  const pnpm = names.includes('pnpm-workspace.yaml') ? await readTextBelow(system, root, 'pnpm-workspace.yaml') : undefined;
  const isListed = memberTest(memberPatterns(manifest, pnpm));
  // A module of Go or a crate is a member by being there; node_modules and fixtures are not asked.
  const own = names.filter((name) => /^(go\.mod|go\.work|Cargo\.toml)$/.test(name));
  return (directory, inside) => isListed(directory) || (own.includes('go.work') && inside.includes('go.mod'));
}

/** The patterns by which the root of a workspace lists its members. @param pnpm the text of its pnpm-workspace.yaml, which comes before its package.json. */
export function memberPatterns(manifest: Package['manifest'], pnpm: string | undefined): readonly string[] {
  const { workspaces } = manifest;
  return pnpm === undefined ? textsIn(isRecord(workspaces) ? workspaces['packages'] : workspaces) : pnpmPatterns(pnpm);
}

/** Whether a directory, seen from the root of the workspace, is a member by such patterns. https://docs.npmjs.com/cli/v11/using-npm/workspaces */
export function memberTest(patterns: readonly string[]): (directory: WorkspacePath) => boolean {
  const test = (pattern: string): ((directory: WorkspacePath) => boolean) => globTest(posix.normalize(pattern).replace(/\/$/, ''));
  const named = patterns.filter((pattern) => !pattern.startsWith('!')).map(test);
  const excepted = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => test(pattern.slice(1)));
  return (directory) => named.some((pattern) => pattern(directory)) && !excepted.some((pattern) => pattern(directory));
}

/** The list below `packages:`. https://pnpm.io/pnpm-workspace_yaml: a list of patterns, which nobody writes in another form of YAML. */
function pnpmPatterns(text: string): readonly string[] {
  const [, list = ''] = /^packages:[ \t]*(?:#.*)?\r?\n((?:[ \t]*(?:-.*|#.*)?(?:\r?\n|$))*)/m.exec(text) ?? [];
  return [...list.matchAll(/^[ \t]*-[ \t]*(?:'([^']*)'|"([^"]*)"|([^\s#'"]+))/gm)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
}

/** Whether package.json lists a package among its dependencies of any kind. */
export function dependsOn({ manifest }: Package, name: string): boolean {
  return ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'].some((kind) => {
    const listed = manifest[kind];
    return isRecord(listed) && Object.hasOwn(listed, name);
  });
}

/** A script of package.json. */
export function scriptOf({ manifest }: Package, name: string): string | undefined {
  const scripts = manifest['scripts'];
  return isRecord(scripts) && Object.hasOwn(scripts, name) ? textIn(scripts[name]) : undefined;
}
