import type { CodeGraph } from '../../code/index.ts';
import type { System } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { packagesOf, type Package } from '../programs/packages.ts';
import type { Tested } from './affected-tests.ts';
import { readRunnerConfig, type RunnerConfig } from './runner-config.ts';
import { runnerOf } from './test-command-text.ts';
import { isTestFile } from './test-files.ts';

/** What is known of the tests of a workspace before anything changes. */
export interface Project extends Tested {
  readonly packages: readonly Package[];
}

/** Reads the manifests and the configurations of test runners. */
export async function readProject(system: System, root: string, graph: CodeGraph): Promise<Project> {
  const files = [...graph.files.keys()];
  const [config, packages] = await Promise.all([readRunnerConfig(system, root, new Set(files)), packagesOf(system, root, files)]);
  return { graph, config, packages, tests: testsIn(graph, config, packages) };
}

function testsIn(graph: CodeGraph, { patterns }: RunnerConfig, packages: readonly Package[]): readonly WorkspacePath[] {
  const runners = new Set(packages.flatMap((one) => runnerOf(one) ?? []));
  const isImported = (path: WorkspacePath): boolean => graph.importersOf(path).length > 0;
  return [...graph.files.keys()].filter((path) => isTestFile(path, { isImported, patterns, runners })).toSorted();
}
