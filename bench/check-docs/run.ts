// Mode docs on one directory, as the server runs it.
import { execFileSync } from 'node:child_process';
import { readersOf } from '../../src/checks/docs/documents.ts';
import { runCheck } from '../../src/checks/run-check.ts';
import type { CheckReport } from '../../src/checks/report.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { openWorkbench, type Workbench } from '../../src/workbench/workbench.ts';

/** @param home where snap keeps its own files during the bench. */
export async function opened(root: string, home: string): Promise<Workbench> {
  const env = { HOME: home, SNAP_DATA_DIR: `${home}/.snap-mcp`, PATH: process.env['PATH'] ?? '' };
  const system = writableSystem(nodeSystem({ home, cwd: home, env }));
  return openWorkbench(system, root, { owner: { kind: 'connection', run: system.run, nonce: 'bench', client: 'bench' }, watch: false });
}

export async function checked(bench: Workbench): Promise<CheckReport> {
  const context = {
    system: bench.system,
    about: { version: '0.1.0', node: process.version, program: { file: '/nowhere/main.js', node: process.execPath, version: '0.1.0' } },
    namedWorkspace: undefined,
    workbench: async () => bench,
    signal: new AbortController().signal,
  };
  return runCheck('docs', {}, context, 120_000);
}

/** The documents that the mode examines: others are no place for a seed. */
export function documentsOf(root: string): readonly string[] {
  const names = execFileSync('git', ['-C', root, 'ls-files', '-z'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return names.split('\0').filter((path) => path !== '' && readersOf(path) !== undefined);
}
