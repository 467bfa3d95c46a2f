import { type Job, SnapError } from '../../system/index.ts';
import type { Workbench } from '../../workbench/index.ts';
import type { ManifestsInput, ManifestsOutput } from '../dependencies/examine-manifests.ts';
import type { PackageImport } from '../dependencies/undeclared.ts';
import type { Layer } from '../mode.ts';

const job: Job<ManifestsInput, ManifestsOutput> = { name: 'checks/examine-manifests' };
const maxMs = 30_000;

/** What the manifests declare: against the code, the lockfile, and names that look alike. */
export const dependencies: Layer = {
  name: 'dependencies',
  needs: ['files'],
  async find(scope, { workbench, files, system, signal }, record) {
    const bench = await workbench();
    const { workspace } = bench;
    const paths = (await files()).flatMap(({ path, kind }) => (kind === 'file' ? [path] : []));
    const { imports, problem } = await importsOf(bench, paths, signal);
    const end = await system.runJob(job, { root: workspace.root, files: paths, imports }, { signal, maxMs });
    switch (end.state) {
      case 'done':
        break;
      case 'late':
        return { skipped: `the manifests were not read after ${maxMs / 1000} s` };
      case 'out-of-memory':
        return { skipped: 'the manifests need more memory than a worker has' };
      case 'cancelled':
        return { skipped: 'the check was cancelled' };
      case 'failed':
      case 'missing-binding':
      case 'crashed':
        return { skipped: end.reason };
    }
    const { findings, read, remarks } = end.output;
    if (Object.keys(read).length === 0) return { skipped: 'there is no package.json, go.mod, Cargo.toml or manifest of Python' };
    for (const finding of findings) if (scope.covers(finding.file) || scope.isWhole) record.add({ ...finding, source: 'snap' });
    const kinds = Object.entries(read).map(([kind, number]) => `${number} ${kind}`);
    record.say(`Dependencies: ${kinds.join(', ')}. Known vulnerabilities are not looked up: that needs the network.`, ...remarks);
    if (problem !== undefined) record.say(`Imports in JavaScript and TypeScript are not compared with the manifests: ${problem}`);
    return undefined;
  },
};

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
