import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtDigest, sourcesDigest } from '../../scripts/sources-digest.mjs';

const root = join(import.meta.dirname, '../..');
const lock = join(root, 'node_modules/.snap-build.lock');

// When the file is imported, and not in the first test that needs it: a build takes longer than some tests may.
const program = process.env['SNAP_TEST_PROGRAM'] ?? upToDateProgram();

/**
 * The built program, for tests that start it. Importing this file builds `dist/` when it was built of other sources; tests that do
 * not import it never wait for a build. The variable SNAP_TEST_PROGRAM names another program to test, and then nothing is built.
 */
export function builtProgram(): string {
  return program;
}

function upToDateProgram(): string {
  if (builtDigest() !== sourcesDigest()) {
    whileLocked(() => {
      // Another worker may have built it in the meantime.
      if (builtDigest() === sourcesDigest()) return;
      execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
    });
  }
  return join(root, 'dist/main.js');
}

/** One process at a time: vitest runs several workers, and each build removes the files of the one before. */
function whileLocked(action: () => void): void {
  while (!lockTaken()) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  try {
    action();
  } finally {
    rmSync(lock);
  }
}

function lockTaken(): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    // Another worker has it, unless that worker was killed.
    if (!isRunning(lockHolder())) rmSync(lock, { force: true });
    return false;
  }
}

/** `undefined` while the holder has not written its number yet, or when it has just given the lock back. */
function lockHolder(): number | undefined {
  try {
    return Number(readFileSync(lock, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number | undefined): boolean {
  if (pid === undefined) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
