import type { CodeFile, CodeGraph } from '../../code/index.ts';
import type { System } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { packagesOf, type Package } from '../programs/packages.ts';
import type { Tested } from './affected-tests.ts';
import { isTestConfig, readRunnerConfig, type RunnerConfig } from './runner-config.ts';
import { runnerOf } from './test-command-text.ts';
import { isTestFile } from './test-files.ts';

/** What is known of the tests of a workspace before anything changes. */
export interface Project extends Tested {
  readonly packages: readonly Package[];
}

/** What was read, for the files that were there. */
interface Settings {
  readonly config: RunnerConfig;
  readonly packages: readonly Package[];
  /** The configurations that are modules, as the graph has them: another object for another text. */
  readonly modules: readonly (CodeFile | undefined)[];
}

/** By what a graph resolves with: another one as soon as a file is added or removed, or a package.json changes. */
const known = new WeakMap<object, Settings>();

/** Reads the manifests and the configurations of test runners, where they are not known from the last time. */
export async function readProject(system: System, root: string, graph: CodeGraph): Promise<Project> {
  const files = [...graph.files.keys()];
  const configs = files.filter(isTestConfig);
  const modules = configs.map((path) => graph.files.get(path));
  let settings = known.get(graph.resolver);
  if (settings === undefined || settings.modules.some((one, i) => one !== modules[i])) {
    const [config, packages] = await Promise.all([readRunnerConfig(system, root, new Set(files)), packagesOf(system, root, files)]);
    settings = { config, packages, modules };
    // Whether one of these has changed is not known from the graph.
    if (
      !configs.some((path) => /(?:^|\/)(?:\.mocharc|\.taprc|\.babelrc|\.swcrc|(?:jest|vitest|playwright|cypress)[\w.-]*\.json$)/.test(path))
    )
      known.set(graph.resolver, settings);
  }
  const { config, packages } = settings;
  return { graph, config, packages, tests: testsIn(graph, config, packages) };
}

function testsIn(graph: CodeGraph, { patterns }: RunnerConfig, packages: readonly Package[]): readonly WorkspacePath[] {
  const runners = new Set(packages.flatMap((one) => runnerOf(one) ?? []));
  const isImported = (path: WorkspacePath): boolean => graph.importersOf(path).length > 0;
  return [...graph.files.keys()].filter((path) => isTestFile(path, { isImported, patterns, runners })).toSorted();
}
