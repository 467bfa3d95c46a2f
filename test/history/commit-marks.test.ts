import { describe, expect, it } from 'vitest';
import { marksOf } from '../../src/history/parse-log.ts';
import { cpuTime } from '../support/cpu-time.ts';

const plain = { name: 'Ada', address: 'ada@example.com', subject: 'fix: keep the order', parents: 1, files: 3 };

describe('what is against learning from a commit', () => {
  it.each([
    ['nothing', {}, []],
    ['a merge', { parents: 2 }, ['merge']],
    ['many files', { files: 31 }, ['large']],
    ['as many as count', { files: 30 }, []],
    ['a bot by its name', { name: 'dependabot[bot]' }, ['bot']],
    ['a bot by its address', { address: '49699333+renovate[bot]@users.noreply.github.com' }, ['bot']],
    ['a person whose name begins like it', { name: 'Abbott', address: 'abbott@example.com' }, []],
  ])('%s', (_, facts, marks) => {
    expect(marksOf({ ...plain, ...facts })).toEqual(marks);
  });

  it.each([
    ['v1.2.3', true],
    ['1.2.3', true],
    ['Bumped v5.10.0', true],
    ['Release 4.0.0-rc.1', true],
    ['release: v3.5.13', true],
    ['chore(release): 2.0.1 [skip ci]', true],
    ['Prepare for the next release v1.1', true],
    ['[maven-release-plugin] prepare for next development iteration', true],
    ['zod@3.25.1', true],
    ['Version Packages', true],
    ['fix: release the lock before 2.0 clients connect', false],
    ['feat: add release notes page', false],
    ['upgrade lodash to 4.17.21', false],
    ['fix crash of version 1.2 files', false],
    ['', false],
  ])('a release by its subject: %s', (subject, isRelease) => {
    expect(marksOf({ ...plain, subject })).toEqual(isRelease ? ['release'] : []);
  });

  it('is found in little time, whatever the subject holds', () => {
    for (const piece of ['a', '1.', '-rc', 'v1.2-', ' ', '@', 'release ']) {
      const subject = piece.repeat(1_000_000 / piece.length);
      expect(cpuTime(() => marksOf({ ...plain, subject }))).toBeLessThan(2_000);
    }
  });
});
