import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isFix } from '../../../src/insight/risk/fix-subject.ts';
import { cpuTime } from '../../support/cpu-time.ts';

describe('a subject that says a fault was repaired', () => {
  it.each([
    'fix: reject empty names',
    'fix(parser)!: keep the last line',
    'FIX: dates in reports',
    'bugfix: totals of carts',
    'hotfix(login): redirect',
    'Fix #123: totals',
    'Totals are rounded, fixes #12',
    'Fixed the order of keys.',
    'bug: Update the reader',
    'Regression in 2.1: the cache is not cleared',
    'ignore: fix deadlock when visitor panics',
    "Don't crash when a name is empty",
    'Revert "feat: faster reader"',
    'Reverts the change of the cache',
    'This reverts commit 1234567',
    'Prevent use-after-free in the reader',
    'Handle CVE-2024-12345',
    '修复登录超时',
    'ログイン時の不具合を修正',
    '로그인 버그 수정',
    'Исправлена ошибка входа',
    'Behebt Absturz beim Start',
    'Corrige la connexion',
    'Corregido el cálculo',
    'Naprawiono logowanie',
  ])('%s', (subject) => {
    expect(isFix(subject)).toBe(true);
  });

  it.each([
    '',
    'feat: fix the header while scrolling',
    'docs: fix a link',
    'fix(docs): wrong link',
    'fix(deps): update dependency postcss',
    'fix: typo',
    'Fix typo in reader',
    'fix tests on Windows',
    'Fix failing test',
    'Fix flaky specs',
    'fix lint',
    'Fix clippy warnings',
    'Fix README',
    'chore: fix the release script',
    'test: fix the clock',
    'ci: fix binary discovery',
    'Fixture for carts',
    'prefix all names',
    'Add a debugger',
    'Revert "docs: a link"',
    'Revert "Bump a from 1 to 2"',
    'Revert "Revert "Faster reader""',
    'Crash report: use more characters',
    'Erratum',
    '修正文档',
    'Исправлена опечатка',
  ])('and not: %s', (subject) => {
    expect(isFix(subject)).toBe(false);
  });

  it('is judged in little time, whatever it holds', () => {
    const hostile = [
      'fix '.repeat(50_000),
      `fix: ${'('.repeat(50_000)}`,
      `${'a'.repeat(50_000)}: fix`,
      `fix${' -'.repeat(50_000)}`,
      'revert '.repeat(9_000),
    ];
    for (const subject of hostile) expect(cpuTime(() => isFix(subject))).toBeLessThan(1_000);
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (subject) => typeof isFix(subject) === 'boolean'));
  });
});
