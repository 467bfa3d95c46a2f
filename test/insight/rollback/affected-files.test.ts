import { mkdirSync, renameSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { affectedFiles, riskOfRestore } from '../../../src/insight/rollback/affected-files.ts';
import { openSnapshots } from '../../../src/snapshots/index.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

it('a file that was renamed loses the lines that it got since, and no more', async () => {
  const home = temporaryHome();
  mkdirSync(home.at('w'));
  const system = home.run();
  const workspace = await openWorkspace(system, home.at('w'));
  const snapshots = openSnapshots(system, workspace, { exclude: ['.git/'], yields: false });
  onTestFinished(() => snapshots.close());
  const lines = Array.from({ length: 900 }, (_, i) => `line ${i}\n`);
  home.put('w/readme.md', lines.join(''));
  home.put('w/guide.md', lines.slice(100).toReversed().join(''));
  home.put('w/other.md', 'apart\n');
  const { snapshot } = await snapshots.take({ kind: 'manual' });
  renameSync(home.at('w/readme.md'), home.at('w/README2.md'));
  renameSync(home.at('w/guide.md'), home.at('w/a-guide.md'));
  home.put('w/a-guide.md', `new\n${lines.slice(101).toReversed().join('')}`);
  home.put('w/made.md', 'nothing alike\nat all\n');
  const affected = await affectedFiles({ system, root: home.at('w'), snapshots }, snapshot, []);
  expect(affected.map(({ file, effect, linesBack, linesLost }) => `${effect} ${file} +${linesBack} -${linesLost}`).toSorted()).toEqual([
    'removed README2.md +0 -0',
    'removed a-guide.md +0 -1',
    'removed made.md +0 -2',
    'returns guide.md +1 -0',
    'returns readme.md +0 -0',
  ]);
  expect(riskOfRestore(affected, 0)).toBe('medium');
});
