import { directoryOf } from '../../workspace/index.ts';
import { join } from 'node:path';
import type { JobWork, System } from '../../system/index.ts';
import { nodeSystem } from '../../system/node.ts';
import { judgeDeclared } from './declared-rules.ts';
import { directoryFrom, judgeLock, judgeScripts, type Lockfile, lockfileNames, managers, parseLockfile } from './lockfiles.ts';
import { type DependencyFinding, type Manifest, parseManifest } from './manifest.ts';
import { judgeCargo, judgeGoModule, judgePython } from './other-manifests.ts';
import { isDeclaredPython, isStandard, pythonImports } from './python-imports.ts';
import { type PackageImport, undeclaredImports } from './undeclared.ts';

export interface ManifestsInput {
  readonly root: string;
  /** Every file of the workspace, from the root. */
  readonly files: readonly string[];
  /** Imports of packages in JavaScript and TypeScript; absent where they are not known. */
  readonly imports?: readonly PackageImport[] | undefined;
}

export interface ManifestsOutput {
  readonly findings: readonly DependencyFinding[];
  /** Manifests that were read, by kind: `package.json`, `go.mod`, … */
  readonly read: Readonly<Record<string, number>>;
  /** Files named package.json that are no JSON object, or cannot be read. */
  readonly unread: readonly string[];
  /** What could not be judged, in sentences. */
  readonly remarks: readonly string[];
}

const maxManifests = 2_000;
const maxPythonFiles = 20_000;
const maxBytes = 32 * 1024 * 1024;
const pythonTexts =
  /(?:^|\/)(?:pyproject\.toml|setup\.(?:py|cfg)|Pipfile|tox\.ini|noxfile\.py|environment[\w.-]*\.ya?ml|conda[\w.-]*\.ya?ml|meta\.ya?ml|[\w.-]*requirements?[\w.-]*\.(?:txt|in)|requirements\/[\w.-]+\.(?:txt|in)|constraints[\w.-]*\.txt|uv\.lock|poetry\.lock)$/;
const settingsFiles =
  /(?:^|\/)(?:[\w.-]*(?:vite|vitest|webpack|rollup|rspack|rsbuild|esbuild|tsup|jest|babel|metro|next|nuxt|astro|svelte|craco|karma|wmr|parcel)[\w.-]*\.(?:[cm]?[jt]s|json)|[jt]sconfig[\w.-]*\.json|deno\.jsonc?|import[-_]map\.json|\.babelrc|BUILD\.bazel)$|\.d\.[cm]?ts$/;
/** Manifests that stand for other projects. */
const notOwn = /(?:^|\/)(?:node_modules|fixtures?|__fixtures__|testdata|test-data|templates?|vendor|third_party)\//;

/** The job `checks/examine-manifests`. */
export default (async ({ root, files, imports }, { send }) => {
  const reader = new Reader(root);
  const own = files.filter((file) => !notOwn.test(file));
  const findings: DependencyFinding[] = [];
  const remarks: string[] = [];
  const { manifests, unread } = await packageManifests(own, reader, remarks);
  await send(undefined);
  const names = new Set([...manifests.values()].flatMap(({ name }) => name ?? []));
  const locks = await lockfiles(own, reader, manifests);
  for (const manifest of manifests.values()) findings.push(...judgeDeclared(manifest, names));
  findings.push(...judgeLocks(manifests, locks, names, new Set(own)));
  for (const { lock, text } of locks.values()) if (lock !== undefined) findings.push(...judgeScripts(lock, text));
  await send(undefined);
  if (imports !== undefined) {
    const settings = (
      await Promise.all(
        own
          .filter((file) => settingsFiles.test(file))
          .slice(0, 500)
          .map(async (file) => reader.text(file)),
      )
    ).join('\n');
    const brings = await installed(imports, manifests, locks, reader);
    for (const finding of undeclaredImports(imports, { manifests, own: names, brings, settings })) {
      const lines = (await reader.text(finding.file)).split('\n').slice(Math.max(0, finding.line - 2), finding.line);
      // The project has accepted it, in the words of the rule of eslint-plugin-import.
      if (!lines.some((line) => line.includes('no-extraneous-dependencies'))) findings.push(finding);
    }
  }
  await send(undefined);
  for (const file of own.filter((path) => /(?:^|\/)go\.mod$/.test(path)))
    findings.push(...judgeGoModule({ file, text: await reader.text(file) }, await reader.optional(beside(file, 'go.sum'))));
  for (const file of own.filter((path) => /(?:^|\/)Cargo\.toml$/.test(path)))
    findings.push(...judgeCargo({ file, text: await reader.text(file) }, await cargoLock(file, reader)));
  const python = own.filter((path) => pythonTexts.test(path));
  for (const file of python.filter((path) => !/setup\.(?:py|cfg)$|\.lock$|\.ya?ml$|\.ini$|noxfile\.py$|Pipfile$/.test(path)))
    findings.push(...judgePython({ file, text: await reader.text(file) }));
  const problem = await judgePythonImports(own, python, reader, findings, send);
  if (problem !== undefined) remarks.push(problem);
  return { findings, read: counted(own.filter((file) => !unread.includes(file))), unread, remarks };
}) satisfies JobWork<ManifestsInput, ManifestsOutput, undefined>;

/** Reads files of the workspace; what is not there, or too large, is empty. */
class Reader {
  readonly #system: System = nodeSystem();
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async optional(file: string): Promise<string | undefined> {
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

function beside(file: string, name: string): string {
  const directory = directoryOf(file);
  return directory === '' ? name : `${directory}/${name}`;
}

async function packageManifests(
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

type Locks = ReadonlyMap<string, { readonly lock: Lockfile | undefined; readonly text: string }>;

/** One for each directory. Of several, that of the package manager which the package.json names; without a name none can be judged. */
async function lockfiles(files: readonly string[], reader: Reader, manifests: ReadonlyMap<string, Manifest>): Promise<Locks> {
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

function* judgeLocks(
  manifests: ReadonlyMap<string, Manifest>,
  locks: Locks,
  own: ReadonlySet<string>,
  files: ReadonlySet<string>,
): Generator<DependencyFinding> {
  for (const manifest of manifests.values()) {
    const found = lockOf(manifest, manifests, locks);
    if (found?.lock !== undefined) yield* judgeLock(manifest, found.lock, own);
    const installs = manifest.declared.filter(({ section }) => section !== 'peerDependencies');
    if (found !== undefined || manifest.directory !== '' || installs.length === 0 || files.has('deno.json')) continue;
    yield {
      file: manifest.file,
      line: installs[0]?.line ?? 1,
      severity: 'info',
      rule: 'lockfile-missing',
      message: 'There is no lockfile, so every install may bring other versions.',
      fix: 'Commit the lockfile of your package manager; a library does without one at times.',
    };
  }
}

/** Package managers use the lockfile at the root of the workspaces, so the one furthest up that has the package counts. */
function lockOf(
  manifest: Manifest,
  manifests: ReadonlyMap<string, Manifest>,
  locks: Locks,
): { readonly lock: Lockfile | undefined } | undefined {
  const above = [...new Set([manifest.directory, ...parentsOf(manifest.directory)])].toReversed();
  for (const directory of above) {
    const found = locks.get(directory);
    if (found === undefined) continue;
    const below = directoryFrom({ directory }, manifest);
    const isCovered = found.lock?.covers(below) ?? (below === '' || manifests.get(directory)?.isWorkspace(below) === true);
    if (isCovered) return found;
  }
  return undefined;
}

function parentsOf(directory: string): readonly string[] {
  if (directory === '') return [];
  const parent = directoryOf(directory);
  return [parent, ...parentsOf(parent)];
}

async function cargoLock(file: string, reader: Reader): Promise<string | undefined> {
  for (let directory = directoryOf(file); ; directory = directoryOf(directory)) {
    const text = await reader.optional(directory === '' ? 'Cargo.lock' : `${directory}/Cargo.lock`);
    if (text !== undefined || directory === '') return text;
  }
}

/** Which of the imported packages are in a lockfile or installed. */
async function installed(
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

async function judgePythonImports(
  files: readonly string[],
  manifests: readonly string[],
  reader: Reader,
  findings: DependencyFinding[],
  send: (batch: undefined) => Promise<void>,
): Promise<string | undefined> {
  const sources = files.filter((path) => path.endsWith('.py'));
  if (sources.length === 0) return undefined;
  if (!manifests.some((path) => /pyproject\.toml$|requirements|setup\.|Pipfile$/.test(path)))
    return 'Imports in Python are not compared: there is no pyproject.toml, setup.py, setup.cfg, Pipfile or requirements file.';
  if (sources.length > maxPythonFiles) return `Imports in Python are not compared: there are more than ${maxPythonFiles} files.`;
  const texts = (await Promise.all(manifests.map(async (file) => reader.text(file)))).join('\n').toLowerCase().replaceAll(/[_.]/g, '-');
  const local = new Set(files.flatMap((path) => path.split('/').map((part) => part.replace(/\.pyi?$|\.pyx$|\.so$/, ''))));
  const seen = new Map<string, DependencyFinding>();
  for (const [index, file] of sources.entries()) {
    if (index % 200 === 0) await send(undefined);
    if (/(?:^|\/)(?:docs?|examples?|samples?|scripts|tools|benchmarks?|ci|\.github)\//.test(file)) continue;
    for (const { name, line } of pythonImports(await reader.text(file))) {
      if (isStandard(name) || local.has(name) || seen.has(name) || isDeclaredPython(name, texts)) continue;
      seen.set(name, {
        file,
        line,
        severity: 'warning',
        rule: 'undeclared-import',
        message: `"${name}" is imported here, and no file of this workspace that declares dependencies names it.`,
        fix: 'Declare the package that brings it.',
        reason: 'Packages of Python may be installed under another name than they are imported by; the usual ones are known.',
        confidence: 70,
      });
    }
  }
  findings.push(...seen.values());
  return undefined;
}

function counted(files: readonly string[]): Readonly<Record<string, number>> {
  const kinds = [/(?:^|\/)package\.json$/, /(?:^|\/)go\.mod$/, /(?:^|\/)Cargo\.toml$/, pythonTexts];
  const names = ['package.json', 'go.mod', 'Cargo.toml', 'Python manifest'];
  return Object.fromEntries(
    names.flatMap((name, index) => {
      const number = files.filter((file) => kinds[index]?.test(file)).length;
      return number === 0 ? [] : [[name, number]];
    }),
  );
}
