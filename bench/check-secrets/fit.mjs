// Fits the weights of src/checks/secrets/signal-weights.json to sets of labelled repositories, as docs/decisions.md says.
//   node bench/check-secrets/fit.mjs [--write] <sets>
// A set is a directory with an INDEX.csv, as bench/check-secrets.mjs reads it. Without one, a directory is a repository without secrets. Prints how well
// the weights of nine tenths of the repositories tell the rest, by threshold; `--write` writes those of all of them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { bundled } from '../support/bundled.mjs';

const bench = await bundled('check-secrets');
const names = bench.signalNames;
const size = names.length + 1;
const cases = [];
const args = process.argv.slice(2);
for (const set of args.filter((arg) => !arg.startsWith('--')))
  if (existsSync(join(set, 'INDEX.csv')))
    for (const row of rowsOf(join(set, 'INDEX.csv')))
      readRepository(row.repo, row.path, rowsOf(join(dirname(set), 'creddata', row.meta_csv)));
  else readRepository(basename(set), set, []);

const known = countBy(cases, ({ repo, name, value }) => `${repo}\0${name}\0${value}`);
const ofRepo = countBy(cases, ({ repo }) => repo);
// What is there again and again, and a large repository, count less than their number.
for (const one of cases) one.weight = known.get(`${one.repo}\0${one.name}\0${one.value}`) ** -0.5 * ofRepo.get(one.repo) ** -0.4;
const total = cases.reduce((sum, { weight }) => sum + weight, 0);
for (const one of cases) one.weight *= cases.length / total;
const trues = cases.filter(({ isTrue }) => isTrue).length;
console.log(`${cases.length} values in ${ofRepo.size} repositories, ${trues} of them labelled true.`);

const tenths = 10;
for (let tenth = 0; tenth < tenths; tenth += 1) {
  const isLeft = ({ repo }) => Number.parseInt(createHash('md5').update(repo).digest('hex').slice(0, 8), 16) % tenths === tenth;
  const weights = fit(cases.filter((one) => !isLeft(one)));
  for (const one of cases.filter(isLeft)) one.confidence = sigmoid(scoreOf(weights, one));
}
for (let least = 0.2; least < 0.7; least += 0.04) {
  const found = cases.filter(({ confidence }) => confidence >= least);
  const right = found.filter(({ isTrue }) => isTrue).length;
  const [precision, recall] = [right / found.length, right / trues];
  console.log(
    `from ${least.toFixed(2)}: precision ${precision.toFixed(3)} recall ${recall.toFixed(3)} F1 ${((2 * precision * recall) / (precision + recall)).toFixed(3)}`,
  );
}
if (args.includes('--write')) {
  const weights = fit(cases);
  const table = Object.fromEntries([...names, '(start)'].map((name, at) => [name, Number(weights[at].toFixed(2))]));
  writeFileSync(new URL('../../src/checks/secrets/signal-weights.json', import.meta.url), `${JSON.stringify(table, undefined, 2)}\n`);
}

function readRepository(repo, directory, labels) {
  const byFile = Map.groupBy?.(labels, ({ FileID }) => FileID) ?? groupBy(labels, ({ FileID }) => FileID);
  for (const file of filesOf(directory)) {
    const path = relative(directory, file);
    const own = byFile.get(createHash('sha256').update(path).digest('hex').slice(0, 8)) ?? [];
    if (labels.length > 0 && own.length === 0) continue;
    const bytes = readFileSync(file);
    if (bytes.subarray(0, 8_000).includes(0)) continue;
    const starts = [0];
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
    for (const found of bench.namedCases(bytes, path)) {
      const line = starts.findLastIndex((start) => start <= found.start) + 1;
      const [from, to] = [found.start - starts[line - 1], found.end - starts[line - 1]];
      const here = own.filter(({ LineStart, LineEnd }) => Number(LineStart) <= line && line <= Number(LineEnd));
      const overlaps = ({ LineStart, LineEnd, ValueStart, ValueEnd }) =>
        !(Number(ValueStart || -1) >= 0 && Number(ValueEnd || -1) >= 0) ||
        LineEnd !== LineStart ||
        (from < Number(ValueEnd) + 3 && to > Number(ValueStart) - 3);
      const right = here.filter(({ GroundTruth }) => GroundTruth === 'T');
      // Beside a true one on the same line nobody labelled it.
      if (right.length > 0 && !right.some(overlaps)) continue;
      cases.push({ repo, name: found.name, value: found.value, signals: [...found.signals, names.length], isTrue: right.length > 0 });
    }
  }
}

/** Logistic regression by the method of Newton, with weights that are kept small: 2 for each signal, 0.01 for the start. */
function fit(of) {
  const weights = new Float64Array(size);
  const penalty = Float64Array.from({ length: size }, (_, at) => (at === size - 1 ? 0.01 : 2));
  for (let round = 0; round < 30; round += 1) {
    const slope = weights.map((weight, at) => weight * penalty[at]);
    const curve = Array.from(penalty, (one, at) => Float64Array.from({ length: size }, (_, other) => (at === other ? one + 1e-6 : 0)));
    for (const one of of) {
      const guess = sigmoid(scoreOf(weights, one));
      const bend = one.weight * guess * (1 - guess);
      for (const signal of one.signals) {
        slope[signal] += one.weight * (guess - (one.isTrue ? 1 : 0));
        for (const other of one.signals) curve[signal][other] += bend;
      }
    }
    const step = solved(curve, slope);
    for (let at = 0; at < size; at += 1) weights[at] -= step[at];
    if (step.every((one) => Math.abs(one) < 1e-4)) break;
  }
  return weights;
}

/** Gauss. */
function solved(matrix, right) {
  const rows = matrix.map((row, at) => Float64Array.from([...row, right[at]]));
  for (let column = 0; column < size; column += 1) {
    let best = column;
    for (let row = column + 1; row < size; row += 1) if (Math.abs(rows[row][column]) > Math.abs(rows[best][column])) best = row;
    [rows[column], rows[best]] = [rows[best], rows[column]];
    for (let row = 0; row < size; row += 1) {
      if (row === column || rows[row][column] === 0) continue;
      const factor = rows[row][column] / rows[column][column];
      for (let at = column; at <= size; at += 1) rows[row][at] -= factor * rows[column][at];
    }
  }
  return rows.map((row, at) => row[size] / row[at]);
}

function scoreOf(weights, { signals }) {
  return signals.reduce((sum, signal) => sum + weights[signal], 0);
}

function sigmoid(score) {
  return 1 / (1 + Math.exp(-Math.max(-30, Math.min(30, score))));
}

function countBy(list, keyOf) {
  const counts = new Map();
  for (const one of list) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}

function groupBy(list, keyOf) {
  const groups = new Map();
  for (const one of list) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return groups;
}

function filesOf(directory) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) return entry.name === '.git' || entry.name === 'node_modules' ? [] : filesOf(path);
    return entry.isFile() ? [path] : [];
  });
}

function rowsOf(file) {
  const [head = '', ...lines] = readFileSync(file, 'utf8').trim().split(/\r?\n/);
  const keys = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, index) => [keys[index], value])));
}
