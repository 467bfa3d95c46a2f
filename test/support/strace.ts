import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The system calls with which a program can change the disk. */
const changing = [
  'openat',
  'write',
  'pwrite64',
  'fsync',
  'fchmod',
  'fchown',
  'ftruncate',
  'rename',
  'link',
  'unlink',
  'mkdir',
  'rmdir',
  'close',
] as const;

/** One system call of a run: the n-th of its kind. */
export interface SystemCall {
  readonly name: string;
  readonly nth: number;
  /** As strace prints it. */
  readonly text: string;
}

export interface TracedProgram {
  readonly command: readonly [string, ...string[]];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Only calls on paths below it count. */
  readonly below: string;
  /** Where the log goes; not below `below`. */
  readonly scratch: string;
}

export interface TracedRun {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stderr: string;
}

/** Why nothing can be traced here; `undefined` when it can. */
export function straceObstacle(): string | undefined {
  const { error, status } = spawnSync('strace', ['-o', '/dev/null', 'true'], { stdio: 'ignore' });
  if (error !== undefined) return 'strace is not installed';
  return status === 0 ? undefined : 'strace may not trace here (ptrace is forbidden)';
}

/** The calls that one whole run makes on files below `below`, in their order. */
export function tracedCalls(program: TracedProgram): readonly SystemCall[] {
  const log = join(program.scratch, 'strace.log');
  // Without -f: the file calls are synchronous, so the main thread makes them all. -y shows the path of every descriptor.
  const { status, stderr } = run(program, ['-y', '-o', log, '-e', `trace=${changing.join(',')}`]);
  if (status !== 0) throw new Error(`The program itself fails: ${stderr}`);
  const counts = new Map<string, number>();
  const calls: SystemCall[] = [];
  for (const text of readFileSync(log, 'utf8').split('\n')) {
    const name = /^(\w+)\(/.exec(text)?.[1];
    if (name === undefined) continue;
    const nth = (counts.get(name) ?? 0) + 1;
    counts.set(name, nth);
    if (!text.includes(program.below)) continue;
    if (name === 'openat' && !/O_(?:WRONLY|RDWR|CREAT)/.test(text)) continue;
    calls.push({ name, nth, text });
  }
  return calls;
}

/** A run that kill -9 meets at the call. */
export function runKilledAt(program: TracedProgram, { name, nth }: SystemCall): TracedRun {
  return run(program, ['-o', '/dev/null', '-e', `trace=${name}`, '-e', `inject=${name}:signal=KILL:when=${nth}`]);
}

/** A run in which the call fails with an error. */
export function runFailingAt(program: TracedProgram, { name, nth }: SystemCall, error: string): TracedRun {
  return run(program, ['-o', '/dev/null', '-e', `trace=${name}`, '-e', `inject=${name}:error=${error}:when=${nth}`]);
}

function run({ command, env }: TracedProgram, options: readonly string[]): TracedRun {
  const { signal, status, stderr } = spawnSync('strace', [...options, ...command], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { status, signal, stderr };
}
