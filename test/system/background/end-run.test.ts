import { spawn } from 'node:child_process';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endRun } from '../../../src/system/background/index.ts';
import { procStat } from '../../../src/system/proc-stat.ts';
import { ownRun } from '../../../src/system/programs/process-run.ts';
import { isAlive } from '../../support/processes.ts';

describe.runIf(process.platform === 'linux')('ending a run of a process', () => {
  const started = () => {
    const child = spawn('sleep', ['60'], { stdio: 'ignore' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const { pid = 0 } = child;
    return { ...ownRun('linux'), pid, start: procStat(pid)?.start ?? '' };
  };

  it('ends that very run', async () => {
    const run = started();
    expect(await endRun('linux', run, 5_000)).toBe('ended');
    expect(isAlive(run.pid)).toBe(false);
  });

  // The state file of a daemon may be in a home that several containers share.
  it('leaves alone what has the same number in another container, at another time or after another start of the machine', async () => {
    const run = started();
    expect(await endRun('linux', { ...run, space: 'pid:[1]' }, 100)).toBe('unknown');
    expect(await endRun('linux', { ...run, start: '1' }, 100)).toBe('ended');
    expect(await endRun('linux', { ...run, boot: 'another' }, 100)).toBe('ended');
    expect(isAlive(run.pid)).toBe(true);
  });
});
