import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { churnIn, companionsIn } from '../../src/history/companions.ts';
import type { ChangesWindow, CommitWindow } from '../../src/history/commits.ts';
import { parseLog, windowOf as windowOfLogged } from '../../src/history/parse-log.ts';

/** Newest first; each commit as `M a` lines, `R a>b` for a rename. */
function log(...commits: readonly (readonly string[])[]): Buffer {
  const tokens = commits.flatMap((changes, i) => [
    `\x01${String(i).padStart(40, '0')} ${1000 - i} ${'f'.repeat(40)}`,
    'name',
    'name@example.com',
    `subject ${i}`,
    ...changes.flatMap((change, n) => {
      const [letter = '', ...rest] = change.split(' ');
      return [`${n === 0 ? '\n' : ''}${letter}`, ...rest.join(' ').split('>')];
    }),
  ]);
  return Buffer.from(tokens.map((token) => `${token}\0`).join(''));
}

const windowOf = (...commits: readonly (readonly string[])[]): CommitWindow => windowOfLogged(parseLog(log(...commits)));
const pair = ['M a', 'M b'];

describe('parseLog', () => {
  it('reads commits, the newest first', () => {
    const { commits, deleted } = windowOf(['M a b\n"c"', 'A d'], [], ['M e']);
    expect(commits.map(({ files }) => files)).toEqual([['a b\n"c"', 'd'], [], ['e']]);
    expect(commits[0]).toMatchObject({ id: '0'.repeat(40), at: 1000 });
    expect([...deleted]).toEqual([]);
  });

  it('calls a file by the name it has today', () => {
    const { commits, deleted } = windowOf(['M new'], ['R100 mid>new'], ['R100 old>mid'], ['M old', 'M x']);
    expect(commits.map(({ files }) => files)).toEqual([['new'], ['new'], ['new'], ['new', 'x']]);
    expect([...deleted]).toEqual([]);
  });

  it('tells a file from another one that had its name before', () => {
    const { commits } = windowOf(['M b'], ['R100 a>b'], ['A a'], ['D a'], ['M a']);
    expect(commits.map(({ files }) => files)).toEqual([['b'], ['b'], ['b'], ['a'], ['a']]);
  });

  it('knows what was deleted and not made again', () => {
    expect([...windowOf(['A back'], ['D back', 'D gone'], ['M gone', 'M back']).deleted]).toEqual(['gone']);
  });

  it('reads commits with a damaged date', () => {
    const text = log(['M a'], ['M b'], ['M c'])
      .toString()
      .replace(/(\x01[0-9a-f]+) 1000 /, '$1  ');
    expect(windowOfLogged(parseLog(Buffer.from(text))).commits.map(({ at, files }) => [at, files])).toEqual(
      windowOf(['M a'], ['M b'], ['M c']).commits.map(({ at, files }, i) => [i === 0 ? 0 : at, files]),
    );
  });

  it('leaves out the last commit of an output that was cut', () => {
    const bytes = log(['M a'], ['M b', 'M c']);
    for (let end = 0; end < bytes.length; end++) {
      const { commits } = windowOfLogged(parseLog(bytes.subarray(0, end), { isCut: true }));
      expect([[], ['a']]).toContainEqual(commits.flatMap(({ files }) => files));
    }
  });
});

describe('companionsIn', () => {
  it('is not sure of what was seen once', () => {
    const [once] = companionsIn(windowOf(pair), ['a'], 3);
    expect(once).toMatchObject({ file: 'b', goesWith: 'a', together: 1, of: 1 });
    expect(once?.confidence).toBeLessThanOrEqual(0.25);
    const [often] = companionsIn(windowOf(...Array.from({ length: 20 }, () => pair)), ['a'], 3);
    expect(often).toMatchObject({ together: 20, of: 20 });
    expect(often?.confidence).toBeGreaterThan(0.8);
  });

  it('holds what changed together against what changed alone', () => {
    const alone = Array.from({ length: 8 }, () => ['M a', 'M c']);
    const found = companionsIn(windowOf(...alone, pair, pair), ['a'], 3);
    expect(found.map(({ file, together, of }) => [file, together, of])).toEqual([
      ['c', 8, 10],
      ['b', 2, 10],
    ]);
  });

  it('believes two given files more than one', () => {
    const commits = [...Array.from({ length: 4 }, () => ['M a', 'M x']), ...Array.from({ length: 4 }, () => ['M b', 'M x'])];
    const [both] = companionsIn(windowOf(...commits), ['a', 'b'], 3);
    const [one] = companionsIn(windowOf(...commits), ['a'], 3);
    expect(both?.confidence).toBeGreaterThan(one?.confidence ?? 1);
  });

  it('takes nothing from commits of more than thirty files, which count for churn', () => {
    const many = Array.from({ length: 31 }, (_, i) => `M f${i}`);
    const window = windowOf(many, ['M f0']);
    expect(companionsIn(window, ['f0'], 3)).toEqual([]);
    expect([...churnIn(window)].slice(0, 2)).toEqual([
      ['f0', 2],
      ['f1', 1],
    ]);
    expect(companionsIn(windowOf(many.slice(1)), ['f1'], 50)).toHaveLength(29);
  });

  it('names no file that is gone', () => {
    const window = windowOf(['D b'], pair, pair);
    expect(companionsIn(window, ['a'], 3)).toEqual([]);
    expect([...churnIn(window).keys()]).toEqual(['a']);
  });

  it('keeps to its laws for any history', () => {
    const name: fc.Arbitrary<string> = fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__', 'constructor');
    const commits = fc.array(fc.uniqueArray(name, { maxLength: 5 }), { maxLength: 40 });
    fc.assert(
      fc.property(commits, fc.uniqueArray(name, { maxLength: 3 }), fc.integer({ min: 0, max: 5 }), (history, given, most) => {
        const window: ChangesWindow = { commits: history.map((files, i) => ({ id: String(i), at: i, files })), deleted: new Set(['e']) };
        const found = companionsIn(window, given, most);
        expect(found.length).toBeLessThanOrEqual(most);
        for (const [i, { file, goesWith, together, of, confidence }] of found.entries()) {
          expect(given).toContain(goesWith);
          expect([...given, 'e']).not.toContain(file);
          expect(together).toBeLessThanOrEqual(of);
          expect(of).toBe(history.filter((files) => files.includes(goesWith)).length);
          expect(together).toBe(history.filter((files) => files.includes(goesWith) && files.includes(file)).length);
          expect(confidence).toBeGreaterThan(0);
          expect(confidence).toBeLessThan(1);
          expect(confidence).toBeLessThanOrEqual(found[i - 1]?.confidence ?? 1);
        }
      }),
    );
  });
});
