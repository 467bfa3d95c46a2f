// Records that can be told apart, and what became of them in the stores.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, snap } from '../support/program.mjs';

/** What a fresh process lists. The learnings of `snap_end` are learnings; of its task only the last are listed, so the file is asked. */
const lists = [
  { of: 'learn', args: ['learnings', 'list', '--json'] },
  { of: 'violation', args: ['violation', 'list', '--json'] },
];

const markPattern = /zz[a-z]{12}zz/g;
const syllables =
  'ba be bi bo bu da de di do du fa fe fi fo fu ga ge gi go gu ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu'.split(' ');
const word = (length) => Array.from({ length }, () => syllables[Math.floor(Math.random() * syllables.length)]).join('');
/** A word that no other record has. */
export const newMark = () => `zz${word(6)}zz`;
/** Random words: two learnings must not be alike, or they would rightly become one. */
export const words = (count) => Array.from({ length: count }, () => word(2 + Math.floor(Math.random() * 3))).join(' ');

/** What a fresh process lists: for each mark the ids of the records it stands in. `undefined` for a kind that cannot be listed. */
export function listed(home, workspace, acknowledged) {
  const found = {};
  for (const { of, args } of lists.filter(({ of: kind }) => acknowledged.some((record) => record.kind === kind))) {
    const [command, ...rest] = snap(...args);
    try {
      const options = { cwd: workspace, env: environmentOf(home), encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'pipe'] };
      found[of] = marksIn(JSON.parse(execFileSync(command, rest, options)));
    } catch (error) {
      found[of] = error;
    }
  }
  return found;
}

/** For each mark how many records it stands in: objects with an id, wherever the command puts them. */
function marksIn(value, found = new Map()) {
  if (Array.isArray(value)) for (const item of value) marksIn(item, found);
  else if (typeof value === 'object' && value !== null) {
    if (typeof value.id === 'string') {
      for (const mark of new Set(JSON.stringify(value).match(markPattern))) found.set(mark, (found.get(mark) ?? 0) + 1);
    } else for (const item of Object.values(value)) marksIn(item, found);
  }
  return found;
}

/** Every line of every store file. */
export function linesOf(home, row, round) {
  const found = new Map();
  const directory = join(home, '.snap-mcp');
  for (const name of readdirSync(directory, { recursive: true })) {
    if (!String(name).endsWith('.jsonl')) continue;
    for (const line of readFileSync(join(directory, String(name)), 'utf8')
      .split('\n')
      .filter((text) => text !== '')) {
      row.lines += 1;
      let record;
      try {
        record = JSON.parse(line);
      } catch {
        row.broken += 1;
        row.complaints.push(`round ${round}, ${name}: ${line.slice(0, 200)}`);
        continue;
      }
      // A reader drops lines with an id it has seen.
      for (const mark of new Set(line.match(markPattern))) found.set(mark, (found.get(mark) ?? new Set()).add(record.id ?? line));
    }
  }
  return found;
}

/** Counts what is missing or there twice. */
export function check(row, round, acknowledged, lists, lines) {
  const judge = (what, mark, count, ids) => {
    if (count !== ids) row.unlike += 1;
    if (count === 0) row.lost += 1;
    if (count > 1) row.twice += 1;
    if (count !== 1 || ids !== 1)
      row.complaints.push(`round ${round}: a ${what} (${mark}) is listed ${count} times and stands in ${ids} records`);
  };
  const idsOf = (mark) => lines.get(mark)?.size ?? 0;
  for (const { kind, mark, note } of acknowledged) {
    const list = lists[kind];
    judge(kind, mark, list instanceof Error ? idsOf(mark) : (list.get(mark) ?? 0), idsOf(mark));
    if (note !== undefined) judge('task that ended', note, idsOf(note), idsOf(note));
  }
  for (const [kind, list] of Object.entries(lists)) {
    if (list instanceof Error)
      row.complaints.push(`round ${round}: no list of ${kind}, only its files were read: ${list.message.slice(0, 300)}`);
  }
}

/** A row of the table before its first round. */
export function emptyRow(rounds) {
  return { rounds, acknowledged: 0, kills: 0, lost: 0, twice: 0, lines: 0, broken: 0, refused: 0, merged: 0, unlike: 0, complaints: [] };
}
