import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { decodeLine } from '../../src/server/wire.ts';
import { toolRun } from './tool-runs.ts';
import { historyRead } from '../support/history-read.ts';

/** 600 commits: src/pay.ts is extended and then fixed, twenty other files are extended. */
function history(): string {
  const lines: string[] = [];
  for (let i = 0; i < 600; i++) {
    const isHot = i % 10 === 3 || i % 10 === 6;
    const subject = i % 10 === 6 || i % 97 === 0 ? 'fix: totals' : 'Extend it';
    const file = isHot ? 'src/pay.ts' : `src/calm${i % 20}.ts`;
    const content = `const a = ${i};\n`;
    lines.push(
      'commit refs/heads/main',
      `committer a <a@example.com> ${1_700_000_000 + 40_000 * i} +0000`,
      `data ${subject.length}`,
      subject,
    );
    if (i === 0) lines.push('from refs/heads/main^0');
    lines.push(`M 100644 inline ${file}`, `data ${content.length}`, content);
  }
  return lines.join('\n');
}

it('says a risk with the commits it rests on, tells others of a high one, and gives no letter by names', async () => {
  const run = await toolRun({ 'src/login.ts': '1\n' });
  const env = { HOME: run.home.path, PATH: process.env['PATH'] };
  execFileSync('git', ['fast-import', '--quiet'], { cwd: run.home.at('shop'), env, input: history() });
  run.git('reset', '-q', '--hard');
  await historyRead(run.workbench.history);
  const events: (readonly [string, unknown])[] = [];
  const { call, record } = run.with({ ...run.workbench, publish: (type, data) => void events.push([type, data]) });

  const text = await call('snap', { task: 'round the totals', files: ['src/pay.ts'] });
  expect(decodeLine('start', text.split('\n')[0] ?? '', false)['risk']).toMatch(/^[HC]$/);
  expect(text).toMatch(/11 of the last 12 commits here were followed by a fix \(project: \d of 12\)/);
  expect(await record('snap', { task: 'round the totals' })).toMatchObject({ start: { touches: [] } });
  const told = events.find(([type]) => type === 'risk.detected')?.[1];
  expect(told).toMatchObject({ files: ['src/pay.ts'], factors: [expect.stringContaining('11 of the last 12 commits here')] });
  await call('snap_end');

  const calm = await call('snap', { task: 'rename it', files: ['src/calm5.ts'] });
  expect(calm).toContain('|risk:L|');
  await call('snap_end');

  const named = await call('snap', { task: 'change the login', files: ['src/login.ts'] });
  expect(named).toContain('|risk:');
  expect(await record('snap', { task: 'change the login' })).toMatchObject({ start: { touches: ['auth'] } });
  expect(named).not.toMatch(/risk:[HC]/);

  run.put('src/pay.ts', 'const a = 1;\n');
  expect(await call('pulse')).toMatch(/\|risk:[HC]\|changes:1\|/);
});
