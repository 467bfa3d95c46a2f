import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Commit, CommitMark } from '../../../src/history/index.ts';
import { rankFiles } from '../../../src/insight/files/rank.ts';
import { pastIndexOf } from '../../../src/insight/files/past-index.ts';
import { presentOf } from '../../../src/insight/present-files.ts';
import type { Material } from '../../../src/insight/files/clues.ts';

interface Told {
  readonly subject: string;
  readonly files: readonly string[];
  readonly marks?: readonly CommitMark[];
}

/** What is known; commits are newest first, and the files that they name are there unless said otherwise. */
function known(
  commits: readonly Told[],
  question: Partial<Material> & { readonly there?: readonly string[]; readonly deleted?: readonly string[] },
) {
  const told = commits.map(({ files, marks = [], subject }, i): Commit => ({
    id: String(i),
    at: 1_000_000 - i,
    author: 'a',
    subject,
    files,
    marks,
  }));
  const names = question.there ?? [...new Set(commits.flatMap(({ files }) => files))];
  const past = pastIndexOf({ commits: told, deleted: new Set(question.deleted), limits: [] });
  return rankFiles({ past, present: presentOf(names), text: '', given: [], contents: new Map(), ...question }, 5);
}

const other = (i: number): Told => ({ subject: `area${i % 9} number${i}`, files: [`other/f${i % 9}.ts`, `other/g${i % 9}.ts`] });
const others = Array.from({ length: 60 }, (_, i) => other(i));
const names = (found: ReturnType<typeof known>) => found.map(({ file }) => file);
const reasons = (found: ReturnType<typeof known>, file: string) =>
  found.find((one) => one.file === file)?.reasons.map(({ text }) => text) ?? [];

describe('files you will need', () => {
  it('are those of commits with a like subject', () => {
    const past = [{ subject: 'fix: retry of failed uploads', files: ['lib/sender.ts', 'lib/retry.ts'] }, ...others];
    const found = known(past, { text: 'retry the upload' });
    expect(names(found).slice(0, 2).toSorted()).toEqual(['lib/retry.ts', 'lib/sender.ts']);
    expect(reasons(found, 'lib/sender.ts')).toEqual(['changed in the one similar commit']);
    expect(reasons(found, 'lib/retry.ts')).toContain('its path says retry');
  });

  it('are those that changed together with the given one, with counts', () => {
    const together = Array.from({ length: 9 }, (_, i) => ({ subject: `step${i}`, files: ['a.ts', 'b.ts'] }));
    const alone = Array.from({ length: 5 }, (_, i) => ({ subject: `alone${i}`, files: ['a.ts'] }));
    const found = known([...together, ...alone, ...others], { given: ['a.ts'] });
    expect(names(found)[0]).toBe('b.ts');
    expect(reasons(found, 'b.ts')[0]).toBe('changed together with a.ts in 9 of 14 commits');
    expect(names(found)).not.toContain('a.ts');
  });

  it('are not said to go together where that was less than one in ten times, or once', () => {
    const alone = Array.from({ length: 40 }, (_, i) => ({ subject: `alone${i}`, files: ['a.ts'] }));
    const rare = Array.from({ length: 3 }, (_, i) => ({ subject: `rare${i}`, files: ['a.ts', 'b.ts'] }));
    expect(reasons(known([...rare, ...alone, ...others], { given: ['a.ts'], text: 'rare1' }), 'b.ts').join()).not.toContain('together');
    expect(names(known([{ subject: 'once', files: ['a.ts', 'b.ts'] }, ...others], { given: ['a.ts'] }))).not.toContain('b.ts');
  });

  it.each(['merge', 'bot', 'release', 'large'] as const)('owe nothing to a commit with the mark %s', (mark) => {
    const past = Array.from({ length: 9 }, (_, i) => ({ subject: `retry uploads ${i}`, files: ['a.ts', 'b.ts'], marks: [mark] }));
    expect(known([...past, ...others], { text: 'retry uploads', given: ['a.ts'] })).toEqual([]);
  });

  it('are named only while they are there', () => {
    const past = Array.from({ length: 9 }, (_, i) => ({ subject: `retry uploads ${i}`, files: ['a.ts', 'b.ts', 'gone.ts'] }));
    const there = ['a.ts', 'b.ts', ...others.flatMap(({ files }) => files)];
    expect(names(known([...past, ...others], { text: 'retry uploads', there }))).not.toContain('gone.ts');
    expect(names(known([...past, ...others], { text: 'retry uploads', deleted: ['gone.ts'] }))).not.toContain('gone.ts');
  });

  it('come from paths, names and contents where there is no history', () => {
    const there = [
      'src/pay/invoice.ts',
      'test/invoice.test.ts',
      'docs/cart.md',
      ...Array.from({ length: 60 }, (_, i) => `src/x${i}/y${i}.ts`),
    ];
    const byWords = known([], { text: 'round the invoice', there });
    expect(names(byWords).toSorted()).toEqual(['src/pay/invoice.ts', 'test/invoice.test.ts']);
    expect(reasons(byWords, 'src/pay/invoice.ts')).toEqual(['its path says invoice']);
    const byName = known([], { given: ['src/pay/invoice.ts'], there });
    expect(reasons(byName, 'test/invoice.test.ts')).toEqual(['has the name of src/pay/invoice.ts']);
    const contents = new Map([['roundCents', ['src/x3/y3.ts']]]);
    expect(reasons(known([], { text: 'roundCents', there, contents }), 'src/x3/y3.ts')).toEqual(['the only file with roundCents']);
  });

  it('are none where nothing speaks for any', () => {
    expect(known(others, { text: 'zebra' })).toEqual([]);
    expect(known([], { text: 'zebra', there: ['a.ts'] })).toEqual([]);
    expect(known([], {})).toEqual([]);
  });

  it('are said in clean words, whatever they are called', () => {
    const odd = 'x\n"y"\u202e\u001b[31m.ts';
    const past = Array.from({ length: 9 }, (_, i) => ({ subject: `retry ${i}`, files: [odd, 'b.ts'] }));
    const [first] = known([...past, ...others], { given: [odd] });
    expect(first?.file).toBe('b.ts');
    expect(first?.reasons.map(({ text }) => text).join()).not.toMatch(/[\n\u202e\u001b]/);
  });

  it('keep to their laws for any history', () => {
    const name = fc.constantFrom('a.ts', 'src/b.ts', 'test/b.test.ts', 'lib/retry.ts', 'd/__proto__', 'constructor', 'É.ts');
    const subject = fc
      .array(fc.constantFrom('fix', 'retry', 'b', 'constructor', '__proto__', 'é', '登'), { maxLength: 4 })
      .map((words) => words.join(' '));
    const mark = fc.constantFrom<CommitMark>('merge', 'bot', 'release', 'large');
    const told = fc.record({ subject, files: fc.uniqueArray(name, { maxLength: 4 }), marks: fc.array(mark, { maxLength: 1 }) });
    const there = fc.uniqueArray(name);
    const commits = fc.array(told, { maxLength: 60 });
    fc.assert(
      fc.property(commits, there, subject, fc.uniqueArray(name, { maxLength: 2 }), (past, present, text, given) => {
        const found = known(past, { there: present, text, given });
        expect(found.length).toBeLessThanOrEqual(5);
        expect(new Set(names(found)).size).toBe(found.length);
        for (const [i, { file, reasons: said, score }] of found.entries()) {
          expect(present).toContain(file);
          expect(given).not.toContain(file);
          expect(said.length).toBeGreaterThan(0);
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(found[i - 1]?.score ?? 1);
        }
        expect(known(past, { there: present, text, given })).toEqual(found);
      }),
    );
  });
});
