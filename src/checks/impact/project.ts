import type { CodeFile, CodeGraph } from '../../code/index.ts';
import { cleanLine, type Job, type System } from '../../system/index.ts';
import { outputOf } from '../files/job-output.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { type Package, packagesOf, scriptOf } from '../../workspace/packages/index.ts';
import { tools, uses } from '../programs/tools.ts';
import type { Tested } from './affected-tests.ts';
import type { NamesInput, NamesOutput } from './match-names.ts';
import { isTestConfig, readRunnerConfig, type RunnerConfig } from './runner-config.ts';
import { isTestFile } from './test-files.ts';

/** What is known of the tests of a workspace before anything changes. */
export interface Project extends Tested {
  /** What the configuration of a test runner says and could not be used, in sentences. */
  readonly problems: readonly string[];
}

const job: Job<NamesInput, NamesOutput> = { name: 'checks/match-names' };

/** What was read, for the files that were there. */
interface Settings {
  readonly config: RunnerConfig;
  readonly packages: readonly Package[];
  readonly problems: readonly string[];
  /** The configurations that are modules, as the graph has them: another object for another text. */
  readonly modules: readonly (CodeFile | undefined)[];
}

/** By what a graph resolves with: another one as soon as a file is added or removed, or a package.json changes. */
const known = new WeakMap<object, Settings>();

/** Reads the manifests and the configurations of test runners, where they are not known from the last time. */
export async function readProject(system: System, root: string, graph: CodeGraph, signal: AbortSignal): Promise<Project> {
  const files = [...graph.files.keys()];
  const configs = files.filter(isTestConfig);
  const modules = configs.map((path) => graph.files.get(path));
  let settings = known.get(graph.resolver);
  if (settings === undefined || settings.modules.some((one, i) => one !== modules[i])) {
    const [read, packages] = await Promise.all([readRunnerConfig(system, root, new Set(files)), packagesOf(system, root, files)]);
    const { config, problems } = await withExpressions(read, files, system, signal);
    settings = { config, packages, problems, modules };
    // Whether one of these has changed is not known from the graph.
    if (
      !configs.some((path) => /(?:^|\/)(?:\.mocharc|\.taprc|\.babelrc|\.swcrc|(?:jest|vitest|playwright|cypress)[\w.-]*\.json$)/.test(path))
    )
      known.set(graph.resolver, settings);
  }
  const { config, packages, problems } = settings;
  return { graph, config, problems, tests: testsIn(graph, config, packages) };
}

/** The files that the regular expressions of the project name are looked for in a worker: one of them may never end. */
async function withExpressions(
  config: RunnerConfig,
  files: readonly WorkspacePath[],
  system: System,
  signal: AbortSignal,
): Promise<{ readonly config: RunnerConfig; readonly problems: readonly string[] }> {
  const { expressions, patterns } = config;
  if (expressions.length === 0) return { config, problems: [] };
  const end = outputOf(await system.runJob(job, { expressions, paths: files }, { signal, maxMs: 10_000 }));
  signal.throwIfAborted();
  if ('skipped' in end) return { config, problems: [`"testRegex" was not used to find tests: ${end.skipped}.`] };
  const { matched, late } = end.output;
  const named = new Set(matched);
  return {
    config: { ...config, patterns: [...patterns, (path) => named.has(path)] },
    problems: late.map((source) => `"testRegex" was not used to find tests, as it took too long: ${cleanLine(source)}`),
  };
}

function testsIn(graph: CodeGraph, { patterns }: RunnerConfig, packages: readonly Package[]): readonly WorkspacePath[] {
  const runners = new Set(packages.flatMap((one) => runnerOf(one) ?? []));
  const isImported = (path: WorkspacePath): boolean => graph.importersOf(path).length > 0;
  return [...graph.files.keys()].filter((path) => isTestFile(path, { isImported, patterns, runners })).toSorted();
}

/** The test runner of a package, by its manifest and config files: which files it takes for tests depends on it. */
function runnerOf(one: Package): string | undefined {
  const known = tools.find((tool) => tool.purpose === 'tests' && /^(?:vitest|jest|mocha|node --test)$/.test(tool.id) && uses(tool, one));
  if (known !== undefined) return known.id;
  const script = scriptOf(one, 'test') ?? '';
  return /^(?:.*\s)?(ava|bun test|playwright test|tap|uvu)\b/.exec(script)?.[1];
}
