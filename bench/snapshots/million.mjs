// A million small files in two thousand directories: how long, how much memory, how much disk. No other engine, and no git.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, scratch } from '../support/program.mjs';
import { table } from '../support/report.mjs';
import { fileBelow, sizeOf } from './disk.mjs';
import { alone, drive } from './engines.mjs';
import { mib, ms } from './figures.mjs';

const files = 1_000_000;
const directories = 2_000;
/** Of what is remembered of each file. */
const mostBytes = 400;
/** Snapshots refuse more files than they are told to take, and a million is where they stop otherwise. */
const bound = 2 * files;

export async function million(driven) {
  const base = join(scratch, 'million');
  const home = join(base, 'home');
  const root = join(home, 'work');
  const store = join(base, 'store');
  try {
    const began = performance.now();
    grow(root);
    console.log(
      `## ${files} files in ${directories} directories, made in ${((performance.now() - began) / 1000).toFixed(0)} s; no repository\n`,
    );
    const place = { root, home, store, environment: environmentOf(home), files: bound };
    const rows = [];
    const inNewProcess = async (step, job) => {
      const done = await alone(driven, { ...place, yields: false, isWatched: false }, job);
      rows.push({ step: `${step}, new process`, ...done });
      return done;
    };
    const changed = 'd7/f7';
    const change = (text) => appendFileSync(join(root, changed), text);

    const first = await inNewProcess('first', { what: 'first' });
    if (first.files !== files) throw new Error(`${first.files} files: ${first.skipped}`);
    const [afterFirst, statBytes] = [sizeOf([store]), statSync(fileBelow(store, 'stat.bin')).size];
    await inNewProcess('0 changed', { what: 'take', expects: [] });
    change('once more\n');
    const { id } = await inNewProcess('1 changed', { what: 'take', expects: [] });
    const wanted = readFileSync(join(root, changed), 'utf8');
    change('and more\n');
    await inNewProcess('restore 1', { what: 'restore', id });
    if (readFileSync(join(root, changed), 'utf8') !== wanted) throw new Error('the file did not come back');

    const server = drive(driven);
    await server.run({ what: 'open', place: { ...place, yields: true, isWatched: true } });
    rows.push({ step: 'newest found again, watched', ...(await server.run({ what: 'first' })) });
    rows.push({ step: '0 changed, watched', ...(await server.run({ what: 'take', expects: [] })) });
    change('and again\n');
    rows.push({ step: '1 changed, watched', ...(await server.run({ what: 'take', expects: [changed] })) });
    await server.close();

    console.log(
      table(
        ['', 'ms', 'peak MiB'],
        rows.map((row) => [row.step, ms(row.ms), row.peak.toFixed(0)]),
      ),
    );
    const perFile = statBytes / files;
    const isGood = perFile < mostBytes;
    console.log(`
Store after the first: ${mib(afterFirst)} MiB, ${(afterFirst / files).toFixed(0)} bytes a file; at the end ${mib(sizeOf([store]))} MiB.
stat.bin: ${perFile.toFixed(0)} bytes a file, target < ${mostBytes}: ${isGood ? 'met' : 'MISSED'}.\n`);
    return { rows, store: afterFirst, perFile, isGood };
  } finally {
    // Node takes minutes for so many.
    execFileSync('rm', ['-rf', base]);
  }
}

function grow(root) {
  for (let d = 0; d < directories; d += 1) {
    mkdirSync(join(root, `d${d}`), { recursive: true });
    for (let f = 0; f < files / directories; f += 1) {
      writeFileSync(`${root}/d${d}/f${f}`, `export const value${f} = 'one of many in ${d}';\n`);
    }
  }
}
