// The built program, copied aside: a build in the same tree must not pull it away from under a run that takes an hour.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const node = process.execPath;

/** Everything a bench writes is below here, and goes when the process ends. */
export const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'snap-bench-')));
// Not rmSync: thousands of directories, each in the one before, are too deep for it.
process.on('exit', () => process.env['SNAP_BENCH_KEEP'] || execFileSync('rm', ['-rf', scratch]));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));

let copied;

/** The path of the program file; a copy of dist/ with nothing of this tree around it. */
export function program() {
  if (copied) return copied;
  // Another build can be measured in its place, to compare two.
  const dist = process.env['SNAP_BENCH_DIST'] ?? join(root, 'dist');
  const built = join(dist, 'main.js');
  if (!existsSync(built)) throw new Error(`${built} is missing: run "npm run build" first.`);
  if (newestIn(join(root, 'src')) > statSync(built).mtimeMs)
    console.log('! dist/ is older than src/: run "npm run build" to measure the present source.\n');
  cpSync(dist, join(scratch, 'program'), { recursive: true });
  copied = join(scratch, 'program/main.js');
  return copied;
}

/** A short name for exactly this build. */
export function buildId() {
  const directory = join(program(), '..');
  const hash = createHash('sha256');
  for (const name of readdirSync(directory, { recursive: true }).sort()) {
    if (String(name).endsWith('.js')) hash.update(`${name}\0`).update(readFileSync(join(directory, String(name))));
  }
  return hash.digest('hex').slice(0, 12);
}

function newestIn(directory) {
  return Math.max(...readdirSync(directory, { recursive: true }).map((name) => statSync(join(directory, String(name))).mtimeMs));
}

/** The environment of a child: its own home, our own directories in it, and no assistant on PATH. SNAP_BENCH_DAEMON=on: with a daemon. */
export function environmentOf(home) {
  return {
    HOME: home,
    SNAP_DATA_DIR: join(home, '.snap-mcp'),
    PATH: '/usr/bin:/bin',
    NO_COLOR: '1',
    LANG: 'C.UTF-8',
    CI: '1',
    SNAP_DAEMON: process.env['SNAP_BENCH_DAEMON'] ?? 'off',
  };
}

/** snap's program file with arguments, as an argv. */
export const snap = (...args) => [node, program(), ...args];
