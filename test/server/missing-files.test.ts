import { describe, expect, it } from 'vitest';
import { missingFiles, missingText } from '../../src/workbench/index.ts';
import { toolRun } from './tool-runs.ts';

const files = {
  'package.json': '{}',
  'src/login.ts': 'export const a = 1;\n',
  'src/index.ts': 'export {};\n',
  'lib/cart/basket.ts': 'export const b = 2;\n',
  'node_modules/x/lgin.ts': '',
  '.cache/lgin.ts': '',
  'docs/Über.md': '',
};

describe('a file that does not exist', () => {
  it('is answered with those that may have been meant, else as one that does not exist yet', async () => {
    const { workbench } = await toolRun(files, { git: false });
    for (const [path, near] of [
      ['src/lgin.ts', ['src/login.ts']],
      ['src/Login.ts', ['src/login.ts']],
      ['scr/login.ts', ['src/login.ts']],
      ['login.ts', ['src/login.ts']],
      ['src/login.js', ['src/login.ts']],
      ['lib/baskte.ts', ['lib/cart/basket.ts']],
      ['docs/Uber.md', ['docs/Über.md']],
      // About to be created, or nothing like it.
      ['src/payments.ts', []],
      ['src/login-redirect-helper.ts', []],
      ['new/directory/file.py', []],
    ] as const)
      expect.soft(await missingFiles(workbench, [path])).toEqual([{ path, near }]);
    const named = ['src/login.ts', 'a.ts', 'src', 'b.ts', '.'];
    expect((await missingFiles(workbench, named)).map(({ path }) => path)).toEqual(['a.ts', 'b.ts']);
  });

  it('is named by every tool that takes it', async () => {
    const { call, record } = await toolRun(files);
    const sentence = 'There is no file src/lgin.ts. Did you mean src/login.ts?';
    const started = await call('snap', { task: 'tidy', files: ['./src/lgin.ts'] });
    expect(started).toContain(`\n${sentence}`);
    expect(started).toContain('|risk:?|');
    expect(await record('snap', { task: 'tidy' })).toMatchObject({ start: { missing: [{ path: 'src/lgin.ts', near: ['src/login.ts'] }] } });
    expect(await call('advise', { task: 'tidy', files: ['src/lgin.ts'] })).toContain(sentence);
    const violation = { type: 'silent_catch', file: 'src/lgin.ts', description: 'an empty catch', prevention: 'rethrow' };
    expect(await call('snap_violation', violation)).toContain(sentence);
    expect(await call('intelligence.capture', { event: 'fix', text: 'set it', files: ['src/lgin.ts'] })).toContain(sentence);
    expect(await call('advise', { task: 'tidy', files: ['src/new.ts', 'src/newer.ts'] })).toContain(
      'These named files do not exist yet: src/new.ts, src/newer.ts.',
    );
  });

  it('does not make what is learned about it stale at once, and neither when it comes and goes', async () => {
    const { call, workbench, put, git } = await toolRun(files);
    await call('snap', { task: 'tidy', files: ['src/lgin.ts'] });
    await call('snap_learn', { trigger: 'the login fails', action: 'look at the clock' });
    await call('snap_violation', { type: 'silent_catch', file: 'src/nope.ts', description: 'an empty catch', prevention: 'rethrow' });
    const isStale = async () => (await workbench.knowledge.list()).map((learning) => learning.isStale);
    expect(await isStale()).toEqual([false]);
    expect(await call('learning_gc', { action: 'plan' })).not.toContain('are gone');
    put('src/lgin.ts', 'export const a = 1;\n');
    expect(await isStale()).toEqual([false]);
    git('clean', '-fdq');
    expect(await isStale()).toEqual([false]);
  });

  it('but what is learned about one that exists becomes stale when it is deleted', async () => {
    const { call, workbench, git } = await toolRun(files);
    await call('snap', { task: 'tidy', files: ['src/login.ts'] });
    await call('snap_learn', { trigger: 'the login fails', action: 'look at the clock' });
    await call('snap_violation', { type: 'silent_catch', file: 'src/login.ts', description: 'an empty catch', prevention: 'rethrow' });
    git('rm', '-q', 'src/login.ts');
    expect((await workbench.knowledge.list()).map(({ isStale }) => isStale)).toEqual([true]);
    expect(await call('learning_gc', { action: 'plan' })).toContain('The files of 1 violation are gone');
  });

  it('is not claimed of one that exists, of a directory or of the root', async () => {
    const { call } = await toolRun(files);
    const text = await call('advise', { task: 'tidy', files: ['src/login.ts', 'src', '.', 'lib/cart'] });
    expect(text).not.toMatch(/exist|There is no file/);
  });

  it('has its name cleaned and cut', () => {
    const [sentence = ''] = missingText([{ path: `a\u202Eb${'c'.repeat(500)}`, near: ['d\ne'] }]);
    expect(sentence).toMatch(
      /^There is no file ab?[^\u202E\n]{0,220}… ?\. Did you mean d e\?$|^There is no file [^\u202E\n]{1,220}\. Did you mean d e\?$/,
    );
  });
});
