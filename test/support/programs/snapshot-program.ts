import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownSnapshots } from '../../snapshots/hostile/own-snapshots.ts';

// Takes one snapshot as a command would and prints what it took. `idle` does everything but look at the workspace: what is left of the
// difference is the snapshot.
// snapshot-program <take|idle> <root> <home> <store>
const [, , what = 'idle', root = '', home = '', store = ''] = process.argv;
const environment = { HOME: home, PATH: process.env['PATH'] ?? '' };
const began = performance.now();
const { snapshots } = await ownSnapshots({ root, home, store, environment });
if (what === 'take') {
  const { isNew, snapshot } = await snapshots.take({ kind: 'manual' });
  // Linux counts in maxRSS what the process that started this one had before.
  const own = existsSync('/proc/self/status') ? /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'latin1'))?.[1] : undefined;
  const peak = Number(own ?? process.resourceUsage().maxRSS);
  process.stdout.write(`${JSON.stringify({ isNew, files: snapshot.files, ms: performance.now() - began, peakKibibytes: peak })}\n`);
} else if (existsSync(store)) {
  writeFileSync(join(store, 'idle'), String(readFileSync(process.argv[1] ?? '').length));
}
snapshots.close();
