import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

/** The variable by which a process that left its group is still known. Whatever a program starts inherits it. */
const variable = 'SNAP_CALL';

/** What the environment of one program, and of all that it starts, holds. `undefined` where processes do not show theirs. */
export function newMark(): string | undefined {
  return process.platform === 'linux' ? randomUUID() : undefined;
}

/** The environment with the mark in it. */
export function marked(env: Readonly<Record<string, string>>, mark: string | undefined): Record<string, string> {
  return mark === undefined ? { ...env } : { ...env, [variable]: mark };
}

/**
 * Sends the signal (0: none) to every process that holds one of the marks, and says how many there were. Best effort: one that was started with an environment
 * of its own, or by another user, is not known. https://man7.org/linux/man-pages/man5/proc_pid_environ.5.html
 */
export function tellStrays(marks: readonly string[], signal: NodeJS.Signals | 0): number {
  if (marks.length === 0) return 0;
  const wanted = marks.map((mark) => Buffer.from(`${variable}=${mark}`));
  let signalled = 0;
  for (const pid of processes()) {
    const environment = environmentOf(pid);
    if (environment === undefined || !wanted.some((each) => environment.includes(each))) continue;
    try {
      process.kill(pid, signal);
      signalled += 1;
    } catch {
      // It has ended.
    }
  }
  return signalled;
}

function processes(): readonly number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) && name !== String(process.pid) ? [Number(name)] : []));
  } catch {
    // No /proc: no process is known.
    return [];
  }
}

function environmentOf(pid: number): Buffer | undefined {
  try {
    return readFileSync(`/proc/${pid}/environ`);
  } catch {
    // It has ended, or belongs to another user.
    return undefined;
  }
}
