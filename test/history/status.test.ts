import { describe, expect, it } from 'vitest';
import { parseStatus } from '../../src/history/status.ts';

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
    ['renamed', [`2 R. N... ${ids} R100 new name.ts`, '? old.ts', '? b.ts'], 'new name.ts renamed s-, b.ts untracked -c'],
    ['in conflict', [`u UU N... 1 2 3 4 5 6 7 a b.ts`], 'a b.ts conflicted sc'],
    ['not tracked', ['? a\nb "c"\t.ts'], 'a\nb "c"\t.ts untracked -c'],
    ['headers', ['# branch.oid (initial)', '# branch.head main', '! ignored'], ''],
    ['torn', ['1 .M N...', '2 R.'], ''],
  ])('%s', (_, lines, expected) => {
    const said = parseStatus(of(...lines), '').map(
      ({ path, state, isStaged, isChanged }) => `${path} ${state} ${isStaged ? 's' : '-'}${isChanged ? 'c' : '-'}`,
    );
    expect(said.join(', ')).toBe(expected);
  });

  it('tells paths from the workspace, and leaves out what lies elsewhere', () => {
    expect(
      parseStatus(of('? packages/a/x.ts', '? packages/ab/y.ts', '? z.ts', '? packages/a/'), 'packages/a/').map(({ path }) => path),
    ).toEqual(['x.ts']);
  });
});
