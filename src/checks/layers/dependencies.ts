import { join } from 'node:path';
import { sourceKind } from '../../code/index.ts';
import { count, type Job, SnapError, type System, type TreeFile } from '../../system/index.ts';
import type { Workbench } from '../../workbench/index.ts';
import type { ManifestsInput, ManifestsOutput } from '../dependencies/examine-manifests.ts';
import type { PackageImport } from '../dependencies/undeclared.ts';
import { outputOf } from '../files/job-output.ts';
import type { Layer } from '../mode.ts';

const job: Job<ManifestsInput, ManifestsOutput> = { name: 'checks/examine-manifests' };
const maxMs = 30_000;

/** What the manifests declare: against the code, the lockfile, and names that look alike. */
export const dependencies: Layer = {
  name: 'dependencies',
  says: 'Rules: undeclared-import, near-name, lockfile-missing, lockfile-outdated, dependency-place, dependency-scripts. Reads package.json with the lockfiles of npm, yarn, pnpm and bun, go.mod, Cargo.toml, pyproject.toml and requirements files.',
  needs: ['files'],
  async find(scope, { workbench, files, system, signal }, record) {
    const bench = await workbench();
    const { workspace } = bench;
    const all = (await files()).filter(({ kind }) => kind === 'file');
    const paths = all.map(({ path }) => path);
    if (!scope.isWhole && !paths.some((path) => scope.covers(path) && isJudged(path)))
      return { skipped: 'no manifest, lockfile or module was changed or named' };
    const { imports, problem } = await importsOf(bench, paths, signal);
    const input: ManifestsInput = { root: workspace.root, files: paths, imports };
    const key = await keyOf(input, all, system);
    let output = last?.key === key ? last.output : undefined;
    if (output === undefined) {
      const end = outputOf(await system.runJob(job, input, { signal, maxMs }));
      if ('skipped' in end) return end;
      ({ output } = end);
      last = { key, output };
    }
    const { findings, read, remarks, unread } = output;
    if (Object.keys(read).length === 0) return { skipped: nothingRead(unread) };
    for (const finding of findings) if (scope.covers(finding.file) || scope.isWhole) record.add({ ...finding, source: 'snap' });
    const kinds = Object.entries(read).map(([kind, number]) => (kind === 'Python manifest' ? count(number, kind) : `${number} ${kind}`));
    record.say(`Dependencies: ${kinds.join(', ')}. Known vulnerabilities are not looked up: that needs the network.`, ...remarks);
    if (problem !== undefined) record.say(`Imports in JavaScript and TypeScript are not compared with the manifests: ${problem}`);
    return undefined;
  },
};

/** Manifests, their lockfiles, and code whose imports are compared with them. */
function isJudged(path: string): boolean {
  return (
    sourceKind(path) === 'module' ||
    /(?:^|\/)(?:package\.json|(?:package-lock|npm-shrinkwrap)\.json|pnpm-lock\.yaml|[\w.-]+\.lockb?|go\.(?:mod|sum)|Cargo\.toml|pyproject\.toml|Pipfile|requirements[^/]*\.txt|setup\.(?:py|cfg))$/.test(
      path,
    )
  );
}

function nothingRead([first]: ManifestsOutput['unread']): string {
  return first === undefined
    ? 'there is no package.json, go.mod, Cargo.toml or manifest of Python'
    : `no manifest could be judged: ${first} cannot be read as a JSON object`;
}

/** The last answer, for as long as nothing has changed that it was made of. */
let last: { readonly key: string; readonly output: ManifestsOutput } | undefined;

async function keyOf({ root, imports }: ManifestsInput, files: readonly TreeFile[], system: System): Promise<string> {
  const stamps = files.map(({ path, size, modifiedMs, changedMs }) => [path, size, modifiedMs, changedMs]);
  // What is installed: a package manager writes into this directory.
  const installed = await system.list(join(root, 'node_modules'));
  return JSON.stringify([root, imports, stamps, installed?.length]);
}

/** Packages that the code imports when it is loaded, and as types. What is imported later may be there or not, and is often tried. */
async function importsOf(
  bench: Workbench,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly imports?: readonly PackageImport[]; readonly problem?: string }> {
  if (!paths.some((path) => /(?:^|\/)package\.json$/.test(path))) return {};
  try {
    const graph = await (await bench.code()).graph(signal);
    const imports = [...graph.files.values()].flatMap(({ path, packages }) =>
      packages.flatMap(({ isBuiltin, kind, line, source }) =>
        isBuiltin || kind === 'lazy' ? [] : [{ file: path, line, specifier: source, typesOnly: kind === 'type' }],
      ),
    );
    return { imports };
  } catch (error) {
    // The rest of the manifests can be judged without the code.
    if (error instanceof SnapError) return { problem: error.message };
    throw error;
  }
}
