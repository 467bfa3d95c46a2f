import { join } from 'node:path';
import { SnapError, type System, type TreeFile } from '../system/index.ts';
import { confine, type Workspace, type WorkspacePath } from '../workspace/index.ts';

/** A report on the disk; one that Node writes for each process has several parts. */
export interface FoundReport {
  /** What it is called in messages: the file, or the directory of its parts. */
  readonly name: WorkspacePath;
  /** Below {@link root}. */
  readonly parts: readonly { readonly path: string; readonly size: number }[];
  /** Absolute; absent for the root of the workspace. */
  readonly root?: string | undefined;
  readonly modifiedMs: number;
  /** The directory of the package whose report it is. */
  readonly base: WorkspacePath;
  /** Reports of equal family in one directory tell the same; the first one that can be read is enough. */
  readonly family: string;
  readonly rank: number;
}

/** Files that make a directory a package of its own. */
const manifests = new Set(
  'package.json pyproject.toml setup.py setup.cfg go.mod Cargo.toml pom.xml build.gradle build.gradle.kts composer.json'.split(' '),
);
/** What lies there is what tests are about, or shown to readers. */
const isSample = /(?:^|\/)(?:tests?|__tests__|__fixtures__|fixtures?|testdata|examples?|templates?)\//i;
const maxPackages = 400;
const maxParts = 2_000;

/** What one run of a tool writes into one directory, the most telling one first. */
const families: Readonly<Record<string, readonly string[]>> = {
  script: ['coverage-final.json', 'lcov.info', 'cobertura-coverage.xml', 'coverage-summary.json'],
  // The last one is a database, of which "coverage xml" makes a report: it is there to be named.
  python: ['coverage.xml', 'coverage.lcov', '.coverage'],
};
const others = new Set(
  'coverage.info cobertura.xml coverage.cobertura.xml cover.out coverage.out c.out cp.out coverage.txt profile.cov jacoco.xml jacocoTestReport.xml'.split(
    ' ',
  ),
);
const directories = ['', 'coverage', 'reports', 'build', 'build/logs', 'target', 'target/coverage', 'target/llvm-cov'];
const ofJava = ['target/site/jacoco', 'target/site/jacoco-aggregate', 'build/reports/jacoco/test'];
/** Directories whose files are one report together. */
const inParts = ['.nyc_output', 'coverage/tmp'];

/** The directories of the packages of a workspace, its root first. */
export function packagesOf(files: readonly TreeFile[]): readonly WorkspacePath[] {
  const found = new Set<WorkspacePath>(['']);
  for (const { path } of files) {
    const slash = path.lastIndexOf('/');
    if (found.size < maxPackages && slash !== -1 && manifests.has(path.slice(slash + 1)) && !isSample.test(path))
      found.add(path.slice(0, slash));
  }
  return [...found];
}

/** The reports at the places where tools write them, of each package; a report is mostly left out by ignore rules. */
export async function findReports(
  system: System,
  workspace: Workspace,
  packages: readonly WorkspacePath[],
): Promise<readonly FoundReport[]> {
  const found: FoundReport[] = [];
  for (const base of packages) {
    const names = new Set(await system.list(join(workspace.root, base)));
    const isThere = (directory: string): boolean => directory === '' || names.has(directory.split('/')[0] ?? '');
    const below = isThere('coverage') ? await directoriesIn(system, workspace, inside(base, 'coverage')) : [];
    const ofTests = isThere('TestResults') ? await directoriesIn(system, workspace, inside(base, 'TestResults')) : [];
    const here = [...directories, ...ofJava].filter(isThere).map((directory) => inside(base, directory));
    for (const directory of [...here, ...below, ...ofTests]) found.push(...(await reportsIn(system, workspace, base, directory)));
    for (const directory of inParts.filter(isThere)) found.push(...(await reportInParts(system, workspace, base, directory)));
  }
  return found;
}

/** A directory of snap's own into which a test runner has just written. */
export interface MadeReport {
  /** Absolute. */
  readonly directory: string;
  readonly base: WorkspacePath;
  /** What it is called in messages. */
  readonly name: string;
}

/** What a test runner has just written, or nothing. */
export async function madeReport(system: System, { base, directory, name }: MadeReport): Promise<FoundReport | undefined> {
  const wants = (path: string): boolean => /\.(?:json|out|xml)$/.test(path);
  const { files } = await system.walk(directory, { enters: () => false, wants, maxFiles: maxParts });
  const whole = files.find(({ path }) => placeOf(path) !== undefined);
  const parts = whole === undefined ? files : [whole];
  if (parts.length === 0) return undefined;
  const modifiedMs = parts.reduce((last, file) => Math.max(last, file.modifiedMs), 0);
  return { name, base, family: directory, rank: 0, modifiedMs, root: directory, parts: parts.map(({ path, size }) => ({ path, size })) };
}

/** One report that a person named. @throws SnapError for a path outside of the workspace. */
export async function namedReport(system: System, workspace: Workspace, path: string): Promise<FoundReport | undefined> {
  const name = await confine(system, workspace, path);
  const slash = name.lastIndexOf('/');
  const directory = slash === -1 ? '' : name.slice(0, slash);
  const [file] = await filesIn(system, workspace, directory, (each) => each === name.slice(slash + 1), 1);
  if (file === undefined) return undefined;
  const base = directory === 'coverage' ? '' : directory.replace(/\/coverage$/, '');
  return { name, base, family: name, rank: 0, modifiedMs: file.modifiedMs, parts: [{ path: name, size: file.size }] };
}

async function reportsIn(
  system: System,
  workspace: Workspace,
  base: WorkspacePath,
  directory: WorkspacePath,
): Promise<readonly FoundReport[]> {
  const wants = (name: string): boolean => placeOf(name) !== undefined;
  const files = await filesIn(system, workspace, directory, wants, 100);
  return files.map(({ path, modifiedMs, size }) => {
    const name = inside(directory, path);
    const { family, rank } = placeOf(path) ?? { family: path, rank: 0 };
    return { name, base, modifiedMs, rank, family: `${directory}:${family}`, parts: [{ path: name, size }] };
  });
}

function placeOf(name: string): Pick<FoundReport, 'family' | 'rank'> | undefined {
  for (const [family, names] of Object.entries(families)) {
    const rank = names.indexOf(name);
    if (rank !== -1) return { family, rank };
  }
  return others.has(name) || name.endsWith('.coverprofile') ? { family: name, rank: 0 } : undefined;
}

async function reportInParts(
  system: System,
  workspace: Workspace,
  base: WorkspacePath,
  directory: string,
): Promise<readonly FoundReport[]> {
  const name = inside(base, directory);
  const files = await filesIn(system, workspace, name, (each) => each.endsWith('.json'), maxParts);
  if (files.length === 0) return [];
  const modifiedMs = files.reduce((last, file) => Math.max(last, file.modifiedMs), 0);
  const parts = files.map(({ path, size }) => ({ path: inside(name, path), size }));
  // Beside a report that was made of them, they tell the same.
  return [{ name, base, modifiedMs, parts, rank: 9, family: `${inside(base, 'coverage')}:script` }];
}

/** Regular files of a directory that is in the workspace itself and not behind a link that leads out of it. */
async function filesIn(
  system: System,
  workspace: Workspace,
  directory: WorkspacePath,
  wants: (name: string) => boolean,
  maxFiles: number,
): Promise<readonly TreeFile[]> {
  try {
    if (directory !== '') await confine(system, workspace, directory);
  } catch (error) {
    if (error instanceof SnapError) return [];
    throw error;
  }
  const { files } = await system.walk(join(workspace.root, directory), { enters: () => false, wants, maxFiles });
  return files.filter(({ kind }) => kind === 'file');
}

async function directoriesIn(system: System, workspace: Workspace, directory: WorkspacePath): Promise<readonly WorkspacePath[]> {
  const names = (await system.list(join(workspace.root, directory))) ?? [];
  const found: WorkspacePath[] = [];
  for (const name of names.slice(0, 50)) {
    if (name === 'tmp' || name === 'lcov-report' || name.startsWith('.')) continue;
    if ((await system.look(join(workspace.root, directory, name)))?.kind === 'directory') found.push(inside(directory, name));
  }
  return found;
}

function inside(directory: WorkspacePath, name: string): WorkspacePath {
  return directory === '' ? name : name === '' ? directory : `${directory}/${name}`;
}
