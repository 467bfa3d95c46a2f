import { spawnSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ownRun, runHasEnded } from '../../../src/system/programs/process-run.ts';

const elsewhere = { space: 'pid:[1]' };

describe.runIf(process.platform === 'linux')('a process of another container', () => {
  it('has not ended while one of its number and start runs', async () => {
    expect(await runHasEnded('linux', { ...ownRun('linux'), ...elsewhere })).toBe(false);
  });

  it('has ended where every process of the machine is seen, and is in doubt elsewhere', async () => {
    const ended = spawnSync(process.execPath, ['-e', '0']).pid;
    const seesAll = readlinkSync('/proc/self/ns/pid') === 'pid:[4026531836]';
    expect(await runHasEnded('linux', { ...ownRun('linux'), pid: ended, ...elsewhere })).toBe(seesAll);
  });

  it('has ended with the boot of the machine', async () => {
    expect(await runHasEnded('linux', { ...ownRun('linux'), boot: 'another', ...elsewhere })).toBe(true);
  });
});
