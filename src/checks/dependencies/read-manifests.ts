import { join } from 'node:path';
import type { System } from '../../system/index.ts';
import { nodeSystem } from '../../system/node.ts';
import { directoryOf } from '../../workspace/index.ts';
import { type Lockfile, lockfileNames, managers, parseLockfile } from './lockfiles.ts';
import { type DependencyFinding, type Manifest, parseManifest } from './manifest.ts';
import { type PackageImport, undeclaredImports, type Workspace } from './undeclared.ts';

const maxManifests = 2_000;
const maxBytes = 32 * 1024 * 1024;
/** Files that declare packages of Python. */
export const pythonTexts =
  /(?:^|\/)(?:pyproject\.toml|setup\.(?:py|cfg)|Pipfile|tox\.ini|noxfile\.py|environment[\w.-]*\.ya?ml|conda[\w.-]*\.ya?ml|meta\.ya?ml|[\w.-]*requirements?[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+\.(?:txt|in)|constraints[\w.-]*\.txt|uv\.lock|poetry\.lock)$/;
const settingsFiles =
  /(?:^|\/)(?:[\w.-]*(?:vite|vitest|webpack|rollup|rspack|rsbuild|esbuild|tsup|jest|babel|metro|next|nuxt|astro|svelte|craco|karma|wmr|parcel)[\w.-]*\.(?:[cm]?[jt]s|json)|[jt]sconfig[\w.-]*\.json|deno\.jsonc?|import[-_]map\.json|\.babelrc|BUILD\.bazel)$|\.d\.[cm]?ts$/;
/** Manifests that stand for other projects. */
export const notOwn = /(?:^|\/)(?:node_modules|fixtures?|__fixtures__|testdata|test-data|templates?|vendor|third_party)\//;

/** Texts of the settings of bundlers, test runners and compilers. */
export async function settingsOf(own: readonly string[], reader: Reader): Promise<string> {
  const files = own.filter((file) => settingsFiles.test(file)).slice(0, 500);
  return (await Promise.all(files.map(async (file) => reader.text(file)))).join('\n');
}

/** Without those that the project has accepted, in the words of the rule of eslint-plugin-import. */
export async function undeclaredIn(
  imports: Iterable<PackageImport>,
  workspace: Workspace,
  reader: Reader,
): Promise<readonly DependencyFinding[]> {
  const found: DependencyFinding[] = [];
  for (const finding of undeclaredImports(imports, workspace)) {
    const lines = (await reader.text(finding.file)).split('\n').slice(Math.max(0, finding.line - 2), finding.line);
    if (!lines.some((line) => line.includes('no-extraneous-dependencies'))) found.push(finding);
  }
  return found;
}

/** Reads files of the workspace; what is not there, or too large, is empty. */
export class Reader {
  readonly #system: System = nodeSystem();
  readonly #root: string;
  readonly #texts: ReadonlyMap<string, string | undefined>;

  /** @param texts contents that are not written yet; `undefined`: the file would be gone. */
  constructor(root: string, texts: ReadonlyMap<string, string | undefined> = new Map()) {
    this.#root = root;
    this.#texts = texts;
  }

  async optional(file: string): Promise<string | undefined> {
    if (this.#texts.has(file)) return this.#texts.get(file);
    const bytes = await this.#system.readBytes(join(this.#root, file)).catch(() => undefined);
    return bytes === undefined || bytes.length > maxBytes
      ? undefined
      : Buffer.from(bytes)
          .toString('utf8')
          .replace(/^\uFEFF/, '');
  }

  async text(file: string): Promise<string> {
    return (await this.optional(file)) ?? '';
  }

  async has(path: string): Promise<boolean> {
    return (await this.#system.look(join(this.#root, path))) !== undefined;
  }
}

/** Every package.json that is an object, by its directory. */
export async function packageManifests(
  files: readonly string[],
  reader: Reader,
  remarks: string[],
): Promise<{ readonly manifests: ReadonlyMap<string, Manifest>; readonly unread: readonly string[] }> {
  const found = new Map<string, Manifest>();
  const unread: string[] = [];
  for (const file of files.filter((path) => /(?:^|\/)package\.json$/.test(path)).slice(0, maxManifests)) {
    const manifest = parseManifest(file, await reader.text(file));
    if (manifest === undefined) unread.push(file);
    else found.set(manifest.directory, manifest);
  }
  if (unread.length > 0)
    remarks.push(
      `Not judged, as it cannot be read as a JSON object: ${unread[0]}${unread.length === 1 ? '' : ` and ${unread.length - 1} more`}.`,
    );
  return { manifests: found, unread };
}

export type Locks = ReadonlyMap<string, { readonly lock: Lockfile | undefined; readonly text: string }>;

/** One for each directory. Of several, that of the package manager which the package.json names; without a name none can be judged. */
export async function lockfiles(files: readonly string[], reader: Reader, manifests: ReadonlyMap<string, Manifest>): Promise<Locks> {
  const byDirectory = new Map<string, string[]>();
  for (const file of files) {
    const directory = directoryOf(file);
    const base = directory === '' ? file : file.slice(directory.length + 1);
    if (lockfileNames.some((name) => name === base)) byDirectory.set(directory, [...(byDirectory.get(directory) ?? []), file]);
  }
  const found = new Map<string, { readonly lock: Lockfile | undefined; readonly text: string }>();
  for (const [directory, several] of byDirectory) {
    const wanted = managers[manifests.get(directory)?.manager ?? manifests.get('')?.manager ?? ''];
    const [file, ...others] = wanted === undefined ? several : several.filter((one) => wanted.some((name) => one.endsWith(name)));
    const text = file === undefined || others.length > 0 ? '' : await reader.text(file);
    found.set(directory, { lock: file === undefined || text === '' ? undefined : parseLockfile(file, text), text });
  }
  return found;
}

/** Which of the imported packages are in a lockfile or installed. */
export async function installed(
  imports: readonly PackageImport[],
  manifests: ReadonlyMap<string, Manifest>,
  locks: Locks,
  reader: Reader,
): Promise<(name: string) => boolean> {
  const directories = [...new Set(['', ...manifests.keys()])].slice(0, 200);
  const found = new Map<string, boolean>();
  const names = new Set(imports.flatMap(({ specifier }) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? []));
  const all = [...names].flatMap((name) => [name, `@types/${name.replace(/^@/, '').replace('/', '__')}`]);
  for (const name of all) {
    const isLocked = [...locks.values()].some(({ lock }) => lock?.brings(name) === true);
    found.set(name, isLocked);
  }
  // Only what no lockfile has is looked for on the disk.
  for (const name of all.filter((one) => found.get(one) === false && !declaredSomewhere(one, manifests))) {
    for (const directory of directories.slice(0, 20)) {
      if (!(await reader.has(`${directory === '' ? '' : `${directory}/`}node_modules/${name}`))) continue;
      found.set(name, true);
      break;
    }
  }
  return (name) => found.get(name) === true;
}

function declaredSomewhere(name: string, manifests: ReadonlyMap<string, Manifest>): boolean {
  return [...manifests.values()].some(({ declared }) => declared.some((one) => one.name === name));
}
