import type { JobWork } from '../../system/index.ts';
import { directoryOf } from '../../workspace/index.ts';
import { judgeDeclared } from './declared-rules.ts';
import { directoryFrom, judgeLock, judgeScripts, type Lockfile } from './lockfiles.ts';
import type { DependencyFinding, Manifest } from './manifest.ts';
import { judgeCargo, judgeGoModule, judgePython } from './other-manifests.ts';
import {
  installed,
  lockfiles,
  type Locks,
  notOwn,
  packageManifests,
  pythonTexts,
  Reader,
  settingsOf,
  undeclaredIn,
} from './read-manifests.ts';
import type { PackageImport } from './undeclared.ts';
import { undeclaredInPython } from './undeclared-python.ts';

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
    const settings = await settingsOf(own, reader);
    const brings = await installed(imports, manifests, locks, reader);
    findings.push(...(await undeclaredIn(imports, { manifests, own: names, brings, settings }, reader)));
  }
  await send(undefined);
  for (const file of own.filter((path) => /(?:^|\/)go\.mod$/.test(path)))
    findings.push(...judgeGoModule({ file, text: await reader.text(file) }, await reader.optional(beside(file, 'go.sum'))));
  for (const file of own.filter((path) => /(?:^|\/)Cargo\.toml$/.test(path)))
    findings.push(...judgeCargo({ file, text: await reader.text(file) }, await cargoLock(file, reader)));
  const python = own.filter((path) => pythonTexts.test(path));
  for (const file of python.filter((path) => !/setup\.(?:py|cfg)$|\.lock$|\.ya?ml$|\.ini$|noxfile\.py$|Pipfile$/.test(path)))
    findings.push(...judgePython({ file, text: await reader.text(file) }));
  const { found, problem } = await undeclaredInPython(own, own, reader, async () => send(undefined));
  findings.push(...found);
  if (problem !== undefined) remarks.push(problem);
  return { findings, read: counted(own.filter((file) => !unread.includes(file))), unread, remarks };
}) satisfies JobWork<ManifestsInput, ManifestsOutput, undefined>;

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

function beside(file: string, name: string): string {
  const directory = directoryOf(file);
  return directory === '' ? name : `${directory}/${name}`;
}

async function cargoLock(file: string, reader: Reader): Promise<string | undefined> {
  for (let directory = directoryOf(file); ; directory = directoryOf(directory)) {
    const text = await reader.optional(directory === '' ? 'Cargo.lock' : `${directory}/Cargo.lock`);
    if (text !== undefined || directory === '') return text;
  }
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
