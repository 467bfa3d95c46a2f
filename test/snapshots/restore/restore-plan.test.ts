import { describe, expect, it } from 'vitest';
import { differencesOf } from '../../../src/snapshots/compare/changes.ts';
import { namesIn } from '../../../src/snapshots/restore/unknown-files.ts';
import { planSteps } from '../../../src/snapshots/restore/restore-plan.ts';
import { type Plan, storedTrees } from '../../support/stored-trees.ts';

async function planned(now: Plan, target: Plan, isCaseSensitive = true) {
  const trees = storedTrees();
  const [one, other] = [trees.keep(now), trees.keep(target)];
  const plan = planSteps(await differencesOf(trees.contents, one, other), { isCaseSensitive, targetNames: namesIn(trees.contents, other) });
  return { steps: plan.steps.map(({ kind, path }) => `${kind} ${path}`), conflicts: plan.conflicts };
}

const file = { text: 'x' };

describe('the steps of a restore', () => {
  it.each<[string, Plan, Plan, readonly string[]]>([
    [
      'contents before what goes, what goes from the inside out',
      { d: { directory: { e: { directory: { f: file } } } } },
      { a: file },
      ['write a', 'delete d/e/f', 'delete-directory d/e', 'delete-directory d'],
    ],
    [
      'directories from the outside in, their modes last and from the inside out',
      {},
      { d: { mode: 0o500, directory: { e: { mode: 0o500, directory: { f: file } } } } },
      ['make-directory d', 'make-directory d/e', 'write d/e/f', 'directory-mode d/e', 'directory-mode d'],
    ],
    ['a file in the place of a directory', { a: { directory: { b: file } } }, { a: file }, ['delete a/b', 'delete-directory a', 'write a']],
    [
      'a directory in the place of a link',
      { a: { link: 'x' } },
      { a: { directory: { b: file } } },
      ['delete a', 'make-directory a', 'write a/b', 'directory-mode a'],
    ],
    ['a link in the place of a file, in one step', { a: file }, { a: { link: 'x' } }, ['link a']],
    ['a mode alone', { a: file }, { a: { text: 'x', mode: 0o755 } }, ['file-mode a']],
    [
      'a directory that becomes writable first',
      { d: { mode: 0o555, directory: { f: file } } },
      { d: { mode: 0o755, directory: { f: { text: 'y' } } } },
      ['directory-mode d', 'write d/f'],
    ],
    [
      'a directory that becomes closed last',
      { d: { directory: { f: file } } },
      { d: { mode: 0o555, directory: { f: { text: 'y' } } } },
      ['write d/f', 'directory-mode d'],
    ],
  ])('%s', async (_, now, target, expected) => {
    expect(await planned(now, target)).toEqual({ steps: expected, conflicts: [] });
  });

  it('take the old spelling away first where the disk knows no case', async () => {
    expect(await planned({ Readme: file }, { README: file }, false)).toEqual({ steps: ['delete Readme', 'write README'], conflicts: [] });
    expect((await planned({ Readme: file }, { README: file })).steps).toEqual(['write README', 'delete Readme']);
    expect((await planned({ Src: { directory: { a: file } } }, { src: { directory: { a: file } } }, false)).steps).toEqual([
      'delete Src/a',
      'delete-directory Src',
      'make-directory src',
      'write src/a',
      'directory-mode src',
    ]);
  });

  it('never bring two names together that the disk takes for one', async () => {
    const reasonOf = async (now: Plan, target: Plan) => (await planned(now, target, false)).conflicts;
    expect(await reasonOf({}, { a: file, A: file })).toEqual([{ path: 'a', reason: 'this file system does not tell its name from A' }]);
    expect(await reasonOf({ a: file }, { a: file, A: file })).toEqual([
      { path: 'A', reason: 'this file system does not tell its name from a' },
    ]);
    expect(await reasonOf({}, { '\xc3\xa9': file, 'e\xcc\x81': file })).toHaveLength(1);
    expect(await reasonOf({}, { A: { directory: { x: file } }, a: { directory: { y: file } } })).toHaveLength(1);
  });
});
