import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { root } from './program.mjs';

export function quantile(values, q) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) * q;
  const low = sorted[Math.floor(at)];
  return low + (sorted[Math.ceil(at)] - low) * (at % 1);
}
export const median = (values) => quantile(values, 0.5);

/** A Markdown table, so that what is printed can be kept as it is. */
export function table(heads, rows) {
  const cells = [heads, ...rows].map((row) => row.map(String));
  const widths = heads.map((_, i) => Math.max(...cells.map((row) => row[i].length)));
  const line = (row) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  return [line(cells[0]), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...cells.slice(1).map(line)].join('\n');
}

/** What a figure was measured on. The load says whether the machine was quiet. */
export function machineLine() {
  const shape = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${process.platform}, Node ${process.version}`;
  return `${new Date().toISOString().slice(0, 10)}, ${shape}, load ${loadavg()[0]?.toFixed(1)}`;
}

/** Keeps the figures of a run for later: bench/results/ is not under version control. */
export function keep(name, value) {
  const directory = join(root, 'bench/results');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, `${name}.json`), `${JSON.stringify({ machine: machineLine(), ...value }, null, 2)}\n`);
}

export function hasProgram(name) {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    return error.code !== 'ENOENT';
  }
}
