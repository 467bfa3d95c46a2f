import { describe, expect, it } from 'vitest';
import { sayFiles } from '../../../src/insight/files/said.ts';
import type { Needed } from '../../../src/insight/index.ts';

const like = (file: string, score: number, changed: number): Needed => ({
  file,
  score,
  reasons: [{ kind: 'like subjects', text: `changed in ${changed} of them`, counts: { changed, of: '9 commits' } }],
});
const words: Needed = { file: 'a b.md', score: 0.2, reasons: [{ kind: 'path words', text: 'its path says b' }] };

describe('what is said of files', () => {
  it.each([
    ['nothing where there are none', [], 1, undefined],
    ['nothing where it would be wrong too often', [like('a.ts', 0.5, 3)], 0.6, undefined],
    [
      'no file that only its path speaks for, unless it is likely',
      [like('a.ts', 0.9, 8), { ...words, score: 0.1 }],
      1,
      'You will need a.ts (in 8 of 9 commits).',
    ],
    ['that the first is needed', [like('a.ts', 0.9, 8)], 0.1, 'You will need a.ts (in 8 of 9 commits).'],
    [
      'that the first is needed, and perhaps others',
      [like('a.ts', 0.9, 8), like('b.ts', 0.3, 2), words],
      0.9,
      'You will need a.ts (in 8 of 9 commits), and perhaps b.ts (in 2), "a b.md" (its path says b).',
    ],
    ['that one alone is probably needed', [like('a.ts', 0.7, 3)], 0.7, 'You will probably need a.ts (in 3 of 9 commits).'],
    [
      'that one of several is needed, with the commits said once',
      [like('a.ts', 0.6, 5), like('b.ts', 0.5, 4), words, like('c.ts', 0.1, 1)],
      0.8,
      'You will probably need one or more of these: a.ts (in 5 of 9 commits), b.ts (in 4), "a b.md" (its path says b), c.ts (in 1 of 9 commits).',
    ],
  ] satisfies readonly (readonly [string, readonly Needed[], number, string | undefined])[])('%s', (_, files, chance, text) => {
    expect(sayFiles(files, () => chance, 'text')?.text).toBe(text);
  });

  it('is the same as a step of the first file', () => {
    expect(sayFiles([like('a.ts', 0.6, 5), like('b.ts', 0.5, 4)], () => 0.8, 'text')?.ofFirst).toBe(
      'You will probably need it (in 5 of 9 commits) or one of these: b.ts (in 4).',
    );
  });

  it.each([
    [0.86, 'given', 'You will need a.ts (in 5 of 9 commits).'],
    [0.85, 'given', 'You will probably need a.ts (in 5 of 9 commits).'],
    [0.8, 'text', 'You will need a.ts (in 5 of 9 commits).'],
  ] as const)('at a chance of %d beside %s is sure or not', (score, about, text) => {
    expect(sayFiles([like('a.ts', score, 5)], () => 0.9, about)?.text).toBe(text);
  });
});
