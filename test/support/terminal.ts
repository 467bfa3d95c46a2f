import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { onTestFinished } from 'vitest';
import { builtProgram } from './built-program.ts';
import type { Home } from './program-home.ts';

const { status, stdout: python } = spawnSync(
  'python3',
  ['-c', 'import os, pty, sys; os.waitstatus_to_exitcode; print(sys.executable, end="")'],
  {
    encoding: 'utf8',
  },
);

/** Why no test can run the program in a terminal here; absent when one can. */
export const noTerminal: string | undefined =
  process.platform === 'win32' || status !== 0
    ? 'python3 (3.9 or newer) with its pty module is needed to test what a person sees in a terminal'
    : undefined;

/** The built program with a person in front of it. */
export interface Session {
  /** Waits until the text is shown, after what was seen before. Rejects when the program ends, or half a minute, without it. */
  see(text: string): Promise<void>;
  type(keys: string): void;
  /** Sends the program a signal, as `kill` does. */
  signal(name: 'SIGTERM'): void;
  /** Everything that was shown, without colours and movements. */
  readonly shown: string;
  /** The same, as it came. */
  readonly raw: string;
  /** The exit code. */
  readonly ended: Promise<number>;
}

export const keys = { enter: '\r', escape: '\u001B', ctrlC: '\u0003', ctrlD: '\u0004', down: '\u001B[B', space: ' ' } as const;

export interface TerminalOptions {
  readonly columns?: number;
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** Starts `snap <args>` in a terminal, at home in `home`. It is killed when the test is over. */
export function inTerminal(
  home: Home,
  args: readonly string[],
  { columns = 100, env = {}, cwd = home.project }: TerminalOptions = {},
): Session {
  const size = [String(columns), '40'];
  // Without its site packages, which take half of its start.
  const child = spawn(python, ['-S', join(import.meta.dirname, 'terminal.py'), ...size, process.execPath, builtProgram(), ...args], {
    cwd,
    env: {
      HOME: home.path,
      PATH: '',
      SNAP_DATA_DIR: join(home.path, '.snap-data'),
      SNAP_DAEMON: 'off',
      LANG: 'C.UTF-8',
      TERM: 'xterm-256color',
      // Python would choose another language for the program when it is C.
      PYTHONCOERCECLOCALE: '0',
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    child.kill();
  });
  let raw = '';
  let isOver = false;
  let from = 0;
  const watchers = new Set<() => void>();
  const notify = (): void => {
    for (const watcher of watchers) watcher();
  };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    raw += text;
    notify();
  });
  const shown = (): string => stripVTControlCharacters(raw).replaceAll('\r', '');
  const ended = new Promise<number>((resolve) => {
    child.on('close', (code) => {
      isOver = true;
      notify();
      resolve(code ?? -1);
    });
  });
  return {
    see: (text) =>
      new Promise((resolve, reject) => {
        const done = (): void => {
          watchers.delete(look);
          clearTimeout(limit);
        };
        const giveUp = (): void => {
          done();
          reject(new Error(`"${text}" was not shown:\n${shown()}`));
        };
        const look = (): void => {
          const at = shown().indexOf(text, from);
          if (at === -1) return isOver ? giveUp() : undefined;
          from = at + text.length;
          done();
          return resolve();
        };
        const limit = setTimeout(giveUp, 30_000);
        watchers.add(look);
        look();
      }),
    type: (typed) => child.stdin.write(typed),
    // To the script, which passes it on.
    signal: (name) => child.kill(name),
    get shown() {
      return shown();
    },
    get raw() {
      return raw;
    },
    ended,
  };
}
