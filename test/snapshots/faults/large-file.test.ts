import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bundledProgram } from '../../support/bundled-program.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

let program: ReturnType<typeof bundledProgram>;
beforeAll(() => void (program = bundledProgram('snapshot-program')));
afterAll(() => program.remove());

const gibibyte = 1024 ** 3;

it('a file of 4 GiB with holes is captured in less than 64 MiB of memory more, and takes little room', () => {
  const home = temporaryHome({ inMemory: true });
  mkdirSync(home.at('w'));
  writeFileSync(home.at('w/small'), 'small');
  const take = () => {
    const args = [program.path, 'take', home.at('w'), home.path, home.at('store')];
    const { stderr, stdout } = spawnSync(process.execPath, args, {
      encoding: 'utf8',
      env: { HOME: home.path, PATH: process.env['PATH'] ?? '' },
    });
    const peak = Number(/"peakKibibytes":(\d+)/.exec(stdout)?.[1]);
    expect(peak, stderr).toBeGreaterThan(10_000);
    return { peak, files: Number(/"files":(\d+)/.exec(stdout)?.[1]) };
  };
  const without = take();
  writeFileSync(home.at('w/large'), 'begin');
  truncateSync(home.at('w/large'), 4 * gibibyte);
  expect(statSync(home.at('w/large')).blocks).toBeLessThan(100);
  const withIt = take();
  expect([without.files, withIt.files]).toEqual([1, 2]);
  expect(withIt.peak - without.peak).toBeLessThan(64 * 1024);
});
