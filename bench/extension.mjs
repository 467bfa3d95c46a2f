// What the packed extension weighs, and what it costs the editor to load it: bytes of the .vsix, bytes at the start, and the time that `require` of
// its file takes in a plain Node, beside an empty file in the same run. How long activation takes is the editor's own figure: the scenario
// `walkthrough` of packages/vscode/test/editor prints it.
//   node bench/run.mjs extension [--runs 41]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './support/program.mjs';
import { keep, machineLine, median, quantile, table } from './support/report.mjs';

const here = join(root, 'packages/vscode');
const requirer = fileURLToPath(new URL('extension/require.cjs', import.meta.url));
const targets = { startBytes: 250_000, activationMs: 50 };

export async function extension({ runs = 41 }) {
  execFileSync(process.execPath, [join(here, 'pack.mjs')], { cwd: here, stdio: ['ignore', 'ignore', 'inherit'] });
  const directory = mkdtempSync(join(tmpdir(), 'snap-extension-'));
  try {
    const empty = join(directory, 'empty.cjs');
    writeFileSync(empty, '');
    const start = join(here, 'dist/extension.cjs');
    const pairs = Array.from({ length: runs }, () => ({ empty: timeOf(empty), extension: timeOf(start) }));
    return report(runs, pairs, { vsix: statSync(join(here, 'snap-mcp.vsix')).size, start: statSync(start).size, onDemand: onDemand() });
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

function report(runs, pairs, bytes) {
  console.log(`${runs} pairs of fresh processes, ${machineLine()}\n`);
  const over = (what) => pairs.map(({ empty, extension: own }) => own[what] - empty[what]);
  const row = (name, of) => [name, shown(of('ms')), shown(of('cpu'))];
  const ofAll = (which) => (what) => pairs.map((pair) => pair[which][what]);
  console.log(
    table(
      ['require in a plain Node', 'ms (middle half)', 'CPU ms (middle half)'],
      [row('an empty file', ofAll('empty')), row('the extension', ofAll('extension')), row('the difference of each pair', over)],
    ),
  );
  const ms = median(over('ms'));
  const isReached = { start: bytes.start <= targets.startBytes, require: ms <= targets.activationMs };
  const rows = [
    ['snap-mcp.vsix, kB', kilobytes(bytes.vsix), '', ''],
    ['loaded at the start, kB', kilobytes(bytes.start), `at most ${targets.startBytes / 1000}`, yes(isReached.start)],
    ['of the core, loaded on demand, kB', kilobytes(bytes.onDemand), '', ''],
    ['require, ms', ms.toFixed(1), `at most ${targets.activationMs}, of which activation needs the rest`, yes(isReached.require)],
  ];
  console.log(`\n${table(['', 'measured', 'target', 'reached'], rows)}`);
  keep('extension', { bytes, pairs });
  return isReached.start && isReached.require;
}

/** Bytes of the doors, their chunks, and the program of the thread. */
function onDemand() {
  return readdirSync(join(here, 'dist'), { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .reduce((sum, name) => sum + statSync(join(here, 'dist', name)).size, 0);
}

function timeOf(file) {
  return JSON.parse(execFileSync(process.execPath, [requirer, file], { encoding: 'utf8' }));
}

const shown = (values) => `${median(values).toFixed(1)} (${quantile(values, 0.25).toFixed(1)} … ${quantile(values, 0.75).toFixed(1)})`;
const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
const yes = (isReached) => (isReached ? 'yes' : 'NO');
