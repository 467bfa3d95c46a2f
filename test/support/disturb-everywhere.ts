import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SystemCall, type TracedProgram, type TracedRun, runFailingAt, runKilledAt, tracedCalls } from './strace.ts';

/** A writing program and the home that it is started in, again and again. */
export interface Experiment {
  /** Fills an empty home; the same each time. */
  prepare(home: string): void | Promise<void>;
  /** The command line that writes. */
  command(home: string): readonly [string, ...string[]];
  env(home: string): Readonly<Record<string, string | undefined>>;
  /** Looks at the home after a run that was disturbed; throws when something is wrong. */
  judge(home: string, disturbance: Disturbance): void | Promise<void>;
}

export interface Disturbance {
  readonly call: SystemCall;
  /** The error that the call was made to answer; absent when the process was killed there. */
  readonly error?: string;
  readonly run: TracedRun;
}

/**
 * Runs the program once for every system call with which it changes something below its home, killed at that call, and once for
 * each of `errors`, with the call failing; with a `stride`, at each so many-th call only. Answers how many disturbed runs were judged. The benchmark runs it over whole commands.
 */
export async function disturbEverywhere(experiment: Experiment, errors: readonly string[], stride = 1): Promise<number> {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'snap-strace-')));
  // The same path every time: then a call has the same place in every run.
  const home = join(base, 'home');
  const program: TracedProgram = { command: experiment.command(home), env: experiment.env(home), below: home, scratch: base };
  let judged = 0;
  const judge = async (call: SystemCall, disturb: () => Omit<Disturbance, 'call'>) => {
    rmSync(home, { recursive: true, force: true });
    mkdirSync(home);
    await experiment.prepare(home);
    await experiment.judge(home, { call, ...disturb() });
    judged += 1;
  };
  try {
    mkdirSync(home);
    await experiment.prepare(home);
    for (const call of tracedCalls(program).filter((_, i) => i % stride === 0)) {
      await judge(call, () => ({ run: runKilledAt(program, call) }));
      // A failing close has closed nevertheless; there is nothing that a program could do about it.
      if (call.name === 'close') continue;
      for (const error of errors) await judge(call, () => ({ error, run: runFailingAt(program, call, error) }));
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
  return judged;
}
