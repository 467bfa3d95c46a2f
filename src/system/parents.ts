import { basename } from 'node:path';
import { failureCode } from './failures.ts';
import { procStat, readProcText } from './proc-stat.ts';

/** A process and who had started it. */
interface Link {
  readonly pid: number;
  readonly parent: number;
}

/** Programs that stand between an assistant and what it starts, and may outlive it. Shells count only with a command (`-c`). */
const launchers = new Set(['npm', 'npx', 'pnpm', 'yarn', 'bun', 'bunx', 'corepack', 'volta', 'mise', 'env', 'timeout', 'nice', 'stdbuf']);
const shells = new Set(['sh', 'bash', 'dash', 'zsh', 'ash', 'ksh', 'fish', 'busybox']);
const maxLaunchers = 8;

export interface ParentWatch {
  /** There is a sign that they are gone: looks now, and every 25 milliseconds from now on. */
  hurry(): void;
  stop(): void;
}

/**
 * Calls `onGone` once when the program that started snap has ended, or the one above the launchers (`npx`, `sh -c`) in between, also if
 * that was before snap ran. The end of the input does not show it where another process holds the other end. Never keeps snap running.
 * @param every milliseconds.
 */
export function watchParents(onGone: () => void, every = 500): ParentWatch {
  const own: Link = { pid: process.pid, parent: process.ppid };
  let above: readonly Link[] = [];
  let wasLate = false;
  // The parents are looked up after the start, so that nothing waits for it.
  const starting = setTimeout(() => {
    above = launchersAbove(own.parent);
    wasLate = [own, ...above].some(isLeft);
  }, 50).unref();
  let isOver = false;
  const stop = (): void => {
    isOver = true;
    clearTimeout(starting);
    clearInterval(timer);
  };
  const look = (): void => {
    if (isOver || (!wasLate && [own, ...above].every(isUnbroken))) return;
    stop();
    onGone();
  };
  let timer = setInterval(look, every).unref();
  return {
    hurry() {
      if (isOver) return;
      clearInterval(timer);
      timer = setInterval(look, 25).unref();
      look();
    },
    stop,
  };
}

/** On Linux and macOS a process whose parent has died gets another parent. On Windows it keeps the number. */
function isUnbroken({ pid, parent }: Link): boolean {
  if (process.platform === 'win32') return isThere(parent);
  return pid === process.pid ? process.ppid === parent : parentOf(pid) === parent;
}

/**
 * Whether it had lost its parent before we looked. Who leads no session was started by a process of its session; a parent of another
 * one has taken in an orphan. Nothing is claimed of leaders, nor where the whole machine is one session. Known on Linux only.
 */
function isLeft({ pid, parent }: Link): boolean {
  const [session, other] = [procStat(pid)?.session, procStat(parent)?.session];
  // 0: its leader is outside our container, and so may be its parent.
  return session !== undefined && other !== undefined && session !== 0 && session !== pid && session !== other;
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Anything but "no such process" means that it lives, under another user.
    return failureCode(error) !== 'ESRCH';
  }
}

/** snap's parent and the processes above it, as long as they are launchers. Known on Linux only. */
function launchersAbove(start: number): readonly Link[] {
  const links: Link[] = [];
  let pid = start;
  while (links.length < maxLaunchers && pid > 1 && isLauncher(pid)) {
    const parent = parentOf(pid);
    if (parent === undefined) break;
    links.push({ pid, parent });
    pid = parent;
  }
  return links;
}

function isLauncher(pid: number): boolean {
  const [program = '', first = '', second = ''] = readProcText(`/proc/${pid}/cmdline`)?.split('\0') ?? [];
  // npm writes its whole command into the first word.
  const name = basename(program.split(' ')[0] ?? '').replace(/^-/, '');
  if (shells.has(name)) return [first, second].some((word) => /^-[a-z]*c$/.test(word));
  if (name === 'node' || name === 'nodejs') return launchers.has(basename(first).replace(/(-cli)?\.[cm]?js$/, ''));
  return launchers.has(name);
}

function parentOf(pid: number): number | undefined {
  return procStat(pid)?.parent;
}
