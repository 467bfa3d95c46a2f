import { posix } from 'node:path';
import { type Affected, affectedBy, type CodeGraph, type ModuleChange } from '../../code/index.ts';
import { type WorkspacePath, directoryOf } from '../../workspace/index.ts';
import { isBelow } from '../../workspace/packages/index.ts';
import type { ChangedFile } from './changed-files.ts';
import { isTestConfig, type RunnerConfig } from './runner-config.ts';

/** What is asked about one workspace. */
export interface Tested {
  readonly graph: CodeGraph;
  readonly config: RunnerConfig;
  /** All tests, sorted. */
  readonly tests: readonly WorkspacePath[];
}

export interface Spread {
  readonly affected: Affected;
  /** Tests in which changed code may run, or which the change concerns in another way; sorted. */
  readonly tests: readonly WorkspacePath[];
  /** Why all tests of a directory are among them: a file that is loaded with each of them. */
  readonly setups: readonly { readonly file: WorkspacePath; readonly directory: WorkspacePath }[];
  /** Tests that load a changed file over any number of files. */
  readonly loading: readonly WorkspacePath[];
  /** Imports of files that are gone. */
  readonly dangling: readonly {
    readonly file: WorkspacePath;
    readonly line: number;
    readonly source: string;
    readonly gone: WorkspacePath;
  }[];
  /** Changed files that no module imports: a test that reads one by its path is not known. */
  readonly unseen: readonly WorkspacePath[];
}

/** Which tests a change concerns. Where that is not certain, a test is among them. */
export async function spreadOf(tested: Tested, files: readonly ChangedFile[], signal?: AbortSignal): Promise<Spread> {
  const { config, graph, tests } = tested;
  const dangling = files.flatMap(({ path, state }) => (state === 'deleted' ? danglingTo(graph, path) : []));
  const others = files.filter(({ difference, state }) => difference === undefined && state !== 'deleted').map(({ path }) => path);
  const changes = [
    ...files.flatMap(changeOf),
    ...others.map(wholeChange),
    ...[...new Set(dangling.map(({ file }) => file))].map(wholeChange),
    // What a mock stands for is another thing with it.
    ...files.flatMap(({ path }) => mockedBy(graph, path).map(wholeChange)),
  ];
  const affected = await affectedBy(graph, changes, signal);
  const concerned = new Set<WorkspacePath>(affected.running.keys());
  const setups = setupsIn([...concerned, ...files.map(({ path }) => path)], config);
  for (const { path } of files) for (const test of testsBeside(path, tests)) concerned.add(test);
  for (const path of affected.typesOnly) if (/[.-](?:test|spec)-d\.[cm]?tsx?$/.test(path)) concerned.add(path);
  const isSetUp = (test: WorkspacePath): boolean => setups.some(({ directory }) => isBelow(test, directory));
  return {
    affected,
    tests: tests.filter((test) => concerned.has(test) || isSetUp(test)),
    setups,
    loading: tests.filter((test) => affected.loading.has(test) || isSetUp(test)),
    dangling,
    unseen: others.filter((path) => graph.importersOf(path).length === 0 && !isTestConfig(path) && testsBeside(path, tests).length === 0),
  };
}

function changeOf({ difference, path }: ChangedFile): readonly (ModuleChange & { readonly removed: readonly string[] })[] {
  return difference === undefined ? [] : [{ ...difference, path, isWhole: difference.whole !== undefined }];
}

function wholeChange(path: WorkspacePath): ModuleChange & { readonly removed: readonly string[] } {
  return { path, isWhole: true, names: [], exports: [], removed: [] };
}

/** Files loaded with every test of a directory: named in a configuration, or a configuration itself. */
function setupsIn(paths: readonly WorkspacePath[], { setups }: RunnerConfig): Spread['setups'] {
  const found = new Map<string, Spread['setups'][number]>();
  const add = (file: WorkspacePath, directory: WorkspacePath): void => {
    found.set(`${file}\0${directory}`, { file, directory });
  };
  const reached = new Set(paths);
  for (const { directory, path } of setups) if (reached.has(path)) add(path, directory);
  for (const path of reached) {
    if (isTestConfig(path)) add(path, directoryOf(path));
    // A mock of a package: https://vitest.dev/guide/mocking/modules https://jestjs.io/docs/manual-mocks
    const mock = /^(?:(.*)\/)?__mocks__\//.exec(path);
    if (mock !== null) add(path, mock[1] ?? '');
  }
  return [...found.values()];
}

/** The modules beside a directory of mocks that have the name of the mock. */
function mockedBy(graph: CodeGraph, path: WorkspacePath): readonly WorkspacePath[] {
  const [, before = '', name = ''] = /^(.*?)__mocks__\/(.+)\.\w+$/.exec(path) ?? [];
  if (name === '') return [];
  return ['.ts', '.tsx', '.js', '.jsx', '.mts', '.mjs', '.cjs', '.json', '.vue'].flatMap((ending) =>
    graph.files.has(before + name + ending) ? [before + name + ending] : [],
  );
}

/** A snapshot belongs to a test; what lies in a directory of samples, to the tests around it. */
function testsBeside(path: WorkspacePath, tests: readonly WorkspacePath[]): readonly WorkspacePath[] {
  const [, before = '', name = ''] = /^(.*?)__snapshots__\/(.+)\.snap$/.exec(path) ?? [];
  if (name !== '') return tests.filter((test) => test === before + name);
  const [, directory] =
    /^(?:(.*)\/)?(?:__fixtures__|fixtures?|__image_snapshots__|__file_snapshots__|__snapshots__|testdata|test-data|snapshots?)\//.exec(
      path,
    ) ?? [];
  if (directory !== undefined || /^(?:__fixtures__|fixtures?|testdata|test-data|snapshots?)\//.test(path))
    return tests.filter((test) => isBelow(test, directory ?? ''));
  const [, around] = /^(.*(?:^|\/)(?:__tests__|tests?|specs?|e2e))\//.exec(path) ?? [];
  // A module there is followed by its imports.
  return around === undefined || /\.(?:[cm]?[jt]sx?|vue|svelte|astro)$/.test(path) ? [] : tests.filter((test) => isBelow(test, around));
}

/** Imports that meant a file which is not there any more. */
function danglingTo(graph: CodeGraph, gone: WorkspacePath): Spread['dangling'] {
  const bare = gone.replace(/\.(?:d\.)?\w+$/, '');
  const meant = new Set([gone, bare, bare.replace(/(?:^|\/)index$/, '')]);
  const found: Spread['dangling'][number][] = [];
  for (const { missing, path } of graph.files.values()) {
    for (const { line, source } of missing) {
      if (!source.startsWith('.')) continue;
      const target = posix.join(posix.dirname(path), source.replace(/\?.*$/, '')).replace(/\/$/, '');
      if (meant.has(target) || meant.has(target.replace(/\.[cm]?[jt]sx?$/, ''))) found.push({ file: path, line, source, gone });
    }
  }
  return found;
}
