import { describe, expect, it } from 'vitest';
import { headOf, parseStatus } from '../../src/history/parse-status.ts';

const of = (...lines: readonly string[]) => Buffer.from(lines.map((line) => `${line}\0`).join(''));
const ids = '100644 100644 100644 aaaa bbbb';

describe('parseStatus', () => {
  it.each([
    ['changed on the disk', [`1 .M N... ${ids} a.ts`], 'a.ts modified -c'],
    ['changed in the index', [`1 M. N... ${ids} a.ts`], 'a.ts modified s-'],
    ['changed in both', [`1 MM N... ${ids} a.ts`], 'a.ts modified sc'],
    ['another kind of file', [`1 .T N... ${ids} a.ts`], 'a.ts modified -c'],
    ['added', [`1 A. N... ${ids} a.ts`], 'a.ts added s-'],
    ['added and changed since', [`1 AM N... ${ids} a.ts`], 'a.ts added sc'],
    ['added and deleted again', [`1 AD N... ${ids} a.ts`], ''],
    ['deleted', [`1 .D N... ${ids} a.ts`], 'a.ts deleted -c'],
    ['deleted in the index', [`1 D. N... ${ids} a.ts`], 'a.ts deleted s-'],
    ['out of the index, still there', [`1 D. N... ${ids} a.ts`, '? a.ts'], 'a.ts modified sc'],
    ['renamed', [`2 R. N... ${ids} R100 new name.ts`, '? old.ts', '? b.ts'], 'new name.ts renamed s- from ? old.ts, b.ts untracked -c'],
    ['renamed and deleted since', [`2 RD N... ${ids} R100 new.ts`, 'old.ts'], 'old.ts deleted s-'],
    [
      'renamed, with a new file in its old place',
      [`2 R. N... ${ids} R100 b.ts`, 'a.ts', '? a.ts'],
      'b.ts renamed s- from a.ts, a.ts untracked -c',
    ],
    ['copied', [`2 C. N... ${ids} C75 b.ts`, 'a.ts'], 'b.ts renamed s-'],
    ['in conflict', [`u UU N... 1 2 3 4 5 6 7 a b.ts`], 'a b.ts conflicted sc'],
    ['not tracked', ['? a\nb "c"\t.ts'], 'a\nb "c"\t.ts untracked -c'],
    ['headers', ['# branch.oid (initial)', '# branch.head main', '! ignored'], ''],
    ['torn', ['1 .M N...', '2 R.'], ''],
  ])('%s', (_, lines, expected) => {
    const said = parseStatus(of(...lines), '').map(
      ({ path, state, isStaged, isChanged, from }) =>
        `${path} ${state} ${isStaged ? 's' : '-'}${isChanged ? 'c' : '-'}${from === undefined ? '' : ` from ${from}`}`,
    );
    expect(said.join(', ')).toBe(expected);
  });

  it('names no place outside the workspace as the one a file came from', () => {
    expect(parseStatus(of(`2 R. N... ${ids} R100 in/b.ts`, 'out/a.ts'), 'in/')).toEqual([
      { path: 'b.ts', state: 'renamed', isStaged: true, isChanged: false },
    ]);
  });

  it('tells paths from the workspace, and leaves out what lies elsewhere', () => {
    expect(
      parseStatus(of('? packages/a/x.ts', '? packages/ab/y.ts', '? z.ts', '? packages/a/'), 'packages/a/').map(({ path }) => path),
    ).toEqual(['x.ts']);
  });
});

describe('headOf', () => {
  const commit = 'ab'.repeat(20);

  it.each([
    ['a commit', [`# branch.oid ${commit}`, '# branch.head main', `1 .M N... ${ids} a.ts`], commit],
    ['behind another header', ['# stash 2', `# branch.oid ${commit}`], commit],
    ['before the first commit', ['# branch.oid (initial)', '# branch.head main'], undefined],
    ['a file that is called like a header', [`? # branch.oid ${commit}`, `# branch.oid ${commit}`], undefined],
    ['none', [], undefined],
  ])('%s', (_name, lines, expected) => expect(headOf(of(...lines))).toBe(expected));
});
