import type { Job } from '../../system/index.ts';
import type { ManifestsInput, ManifestsOutput } from '../dependencies/examine-manifests.ts';
import type { Layer } from '../mode.ts';

const job: Job<ManifestsInput, ManifestsOutput> = { name: 'checks/examine-manifests' };
const maxMs = 30_000;

/** What the manifests declare: against the code, the lockfile, and names that look alike. */
export const dependencies: Layer = {
  name: 'dependencies',
  needs: ['files'],
  async find(scope, { workbench, files, system, signal }, record) {
    const { workspace } = await workbench();
    const paths = (await files()).flatMap(({ path, kind }) => (kind === 'file' ? [path] : []));
    const end = await system.runJob(job, { root: workspace.root, files: paths, imports: undefined }, { signal, maxMs });
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
    return undefined;
  },
};
