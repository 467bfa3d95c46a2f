// A file of 4 GiB that is all hole: nothing of it may come into memory at once.
import { closeSync, ftruncateSync, mkdirSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, scratch } from '../support/program.mjs';
import { table } from '../support/report.mjs';
import { sizeOf } from './disk.mjs';
import { alone } from './engines.mjs';
import { mib, ms } from './figures.mjs';

const size = 4 * 1024 ** 3;
/** MiB more than without the file. */
const mostMore = 64;

export async function sparse(driven) {
  const base = join(scratch, 'sparse');
  const home = join(base, 'home');
  const root = join(home, 'work');
  mkdirSync(root, { recursive: true });
  try {
    const place = (store) => ({
      root,
      home,
      store: join(base, store),
      environment: environmentOf(home),
      isWatched: false,
      yields: false,
    });
    const rows = [];
    const step = async (name, store, job) => {
      const done = await alone(driven, place(store), job);
      rows.push({ step: name, ...done, disk: sizeOf([join(base, store)]) });
      return done;
    };
    writeFileSync(join(root, 'small'), 'small\n');
    const without = await step('first, without it', 'store-without', { what: 'first' });
    const file = openSync(join(root, 'sparse'), 'w+');
    ftruncateSync(file, size);
    const first = await step('first', 'store', { what: 'first' });
    await step('0 changed', 'store', { what: 'take', expects: [] });
    writeSync(file, 'one line', size / 2);
    const { id, isNew } = await step('1 line changed', 'store', { what: 'take', expects: [] });
    if (!isNew) throw new Error('the line was not seen');
    writeSync(file, 'another line', size / 4);
    closeSync(file);
    await step('restored', 'store', { what: 'restore', id });
    // A restore writes the file anew.
    const back = openSync(join(root, 'sparse'), 'r');
    const [kept, gone] = [size / 2, size / 4].map((at) => textAt(back, at));
    closeSync(back);
    if (kept !== 'one line' || gone !== '\0'.repeat(8)) throw new Error(`the file did not come back: ${JSON.stringify([kept, gone])}`);
    console.log('## a file of 4 GiB, a process for each line\n');
    console.log(
      table(
        ['', 'ms', 'peak MiB', 'left out', 'store MiB'],
        rows.map((row) => [row.step, ms(row.ms), row.peak.toFixed(0), row.skipped?.join(', ') ?? '', mib(row.disk)]),
      ),
    );
    const more = Math.max(...rows.map(({ peak }) => peak)) - without.peak;
    const isTaken = first.skipped.length === 0;
    const isGood = more < mostMore && isTaken;
    console.log(`\n${more.toFixed(0)} MiB more than without it, target < ${mostMore}: ${more < mostMore ? 'met' : 'MISSED'}.`);
    if (!isTaken) console.log(`It was not captured: ${first.skipped.join(', ')}. MISSED.`);
    console.log('');
    return { rows, more, isGood };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

function textAt(file, position) {
  const bytes = Buffer.alloc(8);
  readSync(file, bytes, { position });
  return bytes.toString('latin1');
}
