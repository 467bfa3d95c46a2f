import { readdirSync, readlinkSync } from 'node:fs';
import { failureCode } from '../failures.ts';
import { procStat, readProcText } from '../proc-stat.ts';
import type { ProcessRun, System } from '../system.ts';

/** This process. */
export function ownRun(platform: System['platform']): ProcessRun {
  const { pid } = process;
  if (platform === 'linux') return { pid, start: procStat(pid)?.start ?? '', boot: linuxBoot(), space: linuxPidSpace() };
  // The start time as "ps -o lstart=" would print it, without running it: seconds since 1970.
  const start = platform === 'darwin' ? String(Math.round(Date.now() / 1000 - process.uptime())) : '';
  return { pid, start, boot: '', space: '' };
}

/** Whether that run is certainly over. In doubt (another container, no answer) it is not. */
export async function runHasEnded(platform: System['platform'], run: ProcessRun): Promise<boolean> {
  // Number 0 is written by a run that gives something up on purpose; kill(2) would take it for our process group.
  if (run.pid <= 0) return true;
  if (platform === 'linux') {
    if (run.boot !== linuxBoot()) return true;
    if (run.space !== linuxPidSpace()) return hasEndedElsewhere(run);
    const stat = procStat(run.pid);
    // A zombie has run its last instruction; its number is only kept for its parent.
    return stat === undefined ? !numberIsTaken(run.pid) : stat.start !== run.start || stat.state === 'Z' || stat.state === 'X';
  }
  if (!numberIsTaken(run.pid)) return true;
  if (platform !== 'darwin' || run.start === '') return false;
  const started = await darwinStart(run.pid);
  // Five seconds: our own start time is calculated from the clock, which may have been corrected since.
  return started !== undefined && Math.abs(started - Number(run.start)) > 5;
}

/** The first pid namespace of a machine: from it every process is seen, those of containers too. */
const wholeMachine = 'pid:[4026531836]';

/** Whether a process of a container is over, which is known where all processes are seen: each names its number in its own container. */
function hasEndedElsewhere({ pid, start }: ProcessRun): boolean {
  // Where /proc hides the processes of others (hidepid), the first one is not seen either: nothing is known then.
  if (linuxPidSpace() !== wholeMachine || readProcText('/proc/1/status') === undefined) return false;
  return !readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    const innermost = /^NSpid:.*\s(\d+)$/m.exec(readProcText(`/proc/${name}/status`) ?? '')?.[1];
    return innermost === String(pid) && procStat(Number(name))?.start === start;
  });
}

/** Whether its number means the same process here. In another container it is the number of another process. */
export function isInOwnSpace(platform: System['platform'], { space }: ProcessRun): boolean {
  return platform !== 'linux' || space === linuxPidSpace();
}

function numberIsTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, under another user.
    return failureCode(error) !== 'ESRCH';
  }
}

function linuxBoot(): string {
  // Where it cannot be read nothing is known, which the callers take as "in doubt".
  return (readProcText('/proc/sys/kernel/random/boot_id') ?? '').trim();
}

function linuxPidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    // Not every sandbox shows it; then all processes count as one space.
    return '';
  }
}

/** Seconds since 1970. Costs a process, so it is asked only about a lock that is in the way. */
async function darwinStart(pid: number): Promise<number | undefined> {
  const { spawnSync } = await import('node:child_process');
  const { stdout } = spawnSync('/bin/ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8', env: { LC_ALL: 'C', TZ: 'UTC' } });
  const milliseconds = Date.parse(`${(stdout ?? '').trim()} UTC`);
  return Number.isNaN(milliseconds) ? undefined : Math.round(milliseconds / 1000);
}
