// Random histories of a tree and of the rules that decide what a snapshot holds: no restore deletes what the snapshot could not have held,
// each path that stays or goes is named, exact means exact, and undo brings back all.   node bench/run.mjs restore-laws [--runs 1000] [--seed 1]
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundled } from './support/bundled.mjs';
import { keep, machineLine, table } from './support/report.mjs';

export async function restoreLaws({ runs = 1_000, seed = 1 }) {
  const { run } = await bundled('restore-laws');
  const directory = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'snap-restore-laws-'));
  try {
    const report = await run(runs, seed, directory);
    const { deleted, exact, named, restores } = report.played;
    console.log(`${machineLine()}\n`);
    console.log(
      table(
        ['histories', 'seed', 'restores', 'exact', 'files deleted', 'paths left and named', 'violations'],
        [[report.histories, seed, restores, exact, deleted, named, report.violations.length]],
      ),
    );
    for (const violation of report.violations) console.log(`\n## BROKEN\n${violation}`);
    keep('restore-laws', report);
    return report.violations.length === 0;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
