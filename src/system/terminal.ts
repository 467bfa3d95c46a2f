import { fstatSync, statSync, writeSync } from 'node:fs';
import { diskError, failureCode } from './failures.ts';
import { takeInterrupts } from './interrupts.ts';
import type { Startable } from './programs/program.ts';
import { withPath } from './programs/startable.ts';

/** The three standard streams, by descriptor. */
export interface Terminal {
  isTerminal(descriptor: 0 | 1 | 2): boolean;
  /** How many characters a line of this output has; `undefined` where it is no terminal, or does not know. */
  columns(descriptor: 1 | 2): number | undefined;
  /**
   * Returns when all is written. A reader that has ended (`snap … | head`) is no failure.
   * @throws SnapError when standard output takes no more; a failure of standard error is ignored.
   */
  write(descriptor: 1 | 2, text: string): void;
  /**
   * Runs a program of the person's own on this terminal and gives it the text to read; Ctrl-C is the program's until it has ended.
   * @returns whether it could be started; if not, nothing was shown.
   */
  feed(program: Startable, args: readonly string[], text: string): Promise<boolean>;
}

/**
 * The standard streams without `process.stdin` and `process.stdout`: Node makes those streams when they are looked at, with all of
 * net and stream behind them, and that costs a command that prints one page 8 CPU ms.
 */
export const terminal: Terminal = { isTerminal, columns, write, feed };

function isTerminal(descriptor: 0 | 1 | 2): boolean {
  try {
    const stats = fstatSync(descriptor);
    // What is no device, or is /dev/null, is no terminal (Windows consoles do not look like devices).
    if (process.platform !== 'win32' && !stats.isCharacterDevice()) return false;
    if (stats.rdev === statSync('/dev/null', { throwIfNoEntry: false })?.rdev) return false;
    return process.getBuiltinModule('node:tty').isatty(descriptor);
  } catch {
    // A closed descriptor.
    return false;
  }
}

function columns(descriptor: 1 | 2): number | undefined {
  // Only a terminal pays for the stream.
  const said = isTerminal(descriptor) ? (descriptor === 1 ? process.stdout : process.stderr).columns : undefined;
  // One that was never told its size (that of `script` without a screen) says 0.
  return said === 0 ? undefined : said;
}

function write(descriptor: 1 | 2, text: string): void {
  const bytes = new TextEncoder().encode(text);
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(descriptor, bytes, done);
    } catch (error) {
      const code = failureCode(error);
      if (code === 'EPIPE' || code === 'EBADF') return;
      if (code !== 'EAGAIN' && descriptor === 2) return;
      if (code !== 'EAGAIN') throw diskError('', 'standard output', 'could not be written', error);
      // A pipe that does not block and is full: its reader needs a moment.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

// What a shell ends with when the command is no program: https://pubs.opengroup.org/onlinepubs/9799919799/utilities/V3_chap02.html
const notStarted: readonly (number | null)[] = [126, 127];

async function feed({ file, path }: Startable, args: readonly string[], text: string): Promise<boolean> {
  const { spawn } = process.getBuiltinModule('node:child_process');
  // A listener that does nothing: without any, the signal would end snap and leave the program alone with the terminal.
  const giveBack = takeInterrupts(ignore);
  try {
    return await new Promise((settle) => {
      const child = spawn(file, args, {
        stdio: ['pipe', 'inherit', 'inherit'],
        // Else less starts what LESSOPEN, LESSEDIT and EDITOR name, which a project may have set.
        env: { ...withPath(process.env, path), LESSSECURE: '1' },
        windowsVerbatimArguments: true,
      });
      child.once('error', () => settle(false));
      child.once('exit', (code) => settle(!notStarted.includes(code)));
      // The pager may be closed before it has read everything.
      child.stdin.on('error', ignore);
      child.stdin.end(text);
    });
  } finally {
    giveBack();
  }
}

function ignore(): void {
  // Nothing to be done.
}
