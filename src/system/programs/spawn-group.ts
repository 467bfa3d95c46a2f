import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { failureCode } from '../failures.ts';
import { tellStrays } from './spawn-strays.ts';

/** How long a group gets to end by itself, by default. */
export const graceMs = 600;

/**
 * The process groups that must be killed if snap ends now: by group number (the process number of the group's leader), with the mark
 * of every process that the leader starts.
 */
const groups = new Map<number, string | undefined>();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** The numbers of the groups, where the thread that started this one sees them: one that is ended by force runs no code any more. */
let seenOutside: Int32Array | undefined;

/** Notes from now on which groups run. */
export function showGroups(numbers: Int32Array): void {
  seenOutside = numbers;
}

/** Kills the groups that a thread has left behind. */
export function killGroups(numbers: Int32Array): void {
  for (const pid of numbers) if (pid > 0) killGroup(pid);
}

/** Changes one number into another, if there is room. */
function note(from: number, to: number): void {
  const place = seenOutside?.indexOf(from) ?? -1;
  if (seenOutside !== undefined && place !== -1) seenOutside[place] = to;
}

/** Kills the group, and the processes that left it, if snap ends first. @returns stops watching the group */
export function watchGroup(pid: number, mark: string | undefined): () => void {
  if (groups.size === 0) {
    process.on('exit', killAll);
    // First of all, while those that listen once are still known.
    for (const signal of signals) process.prependListener(signal, onSignal);
  }
  groups.set(pid, mark);
  note(0, pid);
  return () => {
    if (!groups.delete(pid)) return;
    note(pid, 0);
    if (groups.size > 0) return;
    process.off('exit', killAll);
    for (const signal of signals) process.off(signal, onSignal);
  };
}

/** Ends every process of the group, with SIGTERM first. Returns when they have ended, or cannot be ended. */
export async function endGroup(pid: number, grace: number): Promise<void> {
  if (process.platform === 'win32') {
    const [command, args] = taskkill(pid);
    const killer = spawn(command, args, { stdio: 'ignore', windowsHide: true });
    await settledWithin(
      grace,
      once(killer, 'close').catch(() => undefined),
    );
    return;
  }
  if (!send(pid, 'SIGTERM') || (await vanishes(pid, grace))) return;
  // SIGKILL ends every process, but without an init process that reaps them, dead processes keep their numbers.
  if (send(pid, 'SIGKILL')) await vanishes(pid, 100);
}

/** Ends the processes that the program started outside its group, with SIGTERM first. */
export async function endStrays(mark: string | undefined, grace: number): Promise<void> {
  if (mark === undefined || tellStrays([mark], 'SIGTERM') === 0) return;
  const deadline = performance.now() + grace;
  while (performance.now() < deadline) {
    await new Promise((resume) => setTimeout(resume, 20));
    if (tellStrays([mark], 0) === 0) return;
  }
  // A process that is being started at this moment is found in a later round.
  for (let round = 0; round < 5 && tellStrays([mark], 'SIGKILL') > 0; round += 1) await new Promise((resume) => setTimeout(resume, 5));
}

async function vanishes(pid: number, milliseconds: number): Promise<boolean> {
  const deadline = performance.now() + milliseconds;
  while (performance.now() < deadline) {
    await new Promise((resume) => setTimeout(resume, 5));
    if (!send(pid, 0)) return true;
  }
  return false;
}

/** Whether there was a process to send it to. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-pid, signal);
    return true;
  } catch (error) {
    // EPERM: its last processes belong to another user, or (macOS) are zombies.
    return failureCode(error) !== 'ESRCH' && signal === 0;
  }
}

/** Waits for it, but no longer than that. */
export async function settledWithin(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resume) => (timer = setTimeout(resume, milliseconds)));
  await Promise.race([work, patience]);
  clearTimeout(timer);
}

function killAll(): void {
  for (const pid of groups.keys()) killGroup(pid);
  tellStrays(
    [...groups.values()].flatMap((mark) => mark ?? []),
    'SIGKILL',
  );
  groups.clear();
  seenOutside?.fill(0);
}

function killGroup(pid: number): void {
  if (process.platform === 'win32') spawnSync(...taskkill(pid), { stdio: 'ignore', windowsHide: true });
  else send(pid, 'SIGKILL');
}

function onSignal(signal: NodeJS.Signals): void {
  killAll();
  for (const each of signals) process.off(each, onSignal);
  process.off('exit', killAll);
  // Listening had taken the signal's effect away. Where others listen too, it is for them to say what happens.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

/** https://learn.microsoft.com/windows-server/administration/windows-commands/taskkill */
function taskkill(pid: number): [string, string[]] {
  return [`${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\taskkill.exe`, ['/T', '/F', '/PID', String(pid)]];
}
