import { describe, expect, it } from 'vitest';
import { readReason } from '../../../src/insight/rollback/read-reason.ts';

const now = new Date(2026, 10, 22, 15, 0);
const at = (hours: number, minutes: number, day = 22): number => new Date(2026, 10, day, hours, minutes).getTime();

describe('a reason', () => {
  it.each([
    ['TypeError: parseOptions is not a function', ['parseoptions']],
    ["NameError: name 'mount' is not defined", ['mount']],
    ['the checkout page shows "Card declined"', ['checkout', 'page', 'shows', 'card', 'declined']],
    ['it fails since yesterday', []],
    ['src/app/login.ts is broken', []],
  ])('%j names the words %j', (reason, words) => {
    expect([...readReason(reason, now).words.keys()].filter((word) => !word.startsWith('~'))).toEqual(words);
  });

  it('gives names of code more weight than other words, and their parts less', () => {
    const { words } = readReason('parseOptions of the basket', now);
    expect([words.get('parseoptions'), words.get('basket'), words.get('~parse')]).toEqual([2, 1, 0.4]);
  });

  it.each([
    ['at foo (src/a.ts:12:30)', ['src/a.ts'], [{ file: 'src/a.ts', line: 12 }]],
    ['File "app/main.py", line 7, in run', ['app/main.py'], [{ file: 'app/main.py', line: 7 }]],
    [String.raw`.\src\a.ts(3,5): error TS1005`, ['src/a.ts'], [{ file: 'src/a.ts', line: 3 }]],
    ["Cannot find module './cart/basket'", ['cart/basket'], []],
    ["'../../cart/basket.ts' has no export named 'sum'", ['cart/basket.ts'], []],
    ['version 1.2.3 of it calls a.b() now', [], []],
  ])('%j names files and places', (reason, files, places) => {
    const clues = readReason(reason, now);
    expect(clues.files).toEqual(files);
    expect(clues.places).toEqual(places);
  });

  it.each([
    ['fails since 14:30', [{ kind: 'wrong', at: at(14, 30) }]],
    ['it worked at 9:05', [{ kind: 'right', at: at(9, 5) }]],
    ['was fine until 2:15 pm', [{ kind: 'right', at: at(14, 15) }]],
    ['broken since 23:10', [{ kind: 'wrong', at: at(23, 10, 21) }]],
    ['gone since an hour ago', [{ kind: 'wrong', at: at(14, 0) }]],
    ['it worked 20 minutes ago', [{ kind: 'right', at: at(14, 40) }]],
    ['since 2026-11-22T12:00:00Z', [{ kind: 'wrong', at: Date.parse('2026-11-22T12:00:00Z') }]],
    ['src/a.ts:12:30 and at 25:99', []],
  ])('%j names times', (reason, times) => {
    expect(readReason(reason, now).times).toEqual(times);
  });

  it.each([
    ['undefined: Last (gin.go)', 'last'],
    ['error[E0425]: cannot find value `none` in this scope', 'none'],
    ['TypeError: value is not a function', 'value'],
    ["NameError: name 'file' is not defined", 'file'],
  ])('reads the name that a message is about, however common the word is: %s', (reason, name) => {
    expect(readReason(reason, now).words.get(name)).toBe(2);
    expect(readReason(`the ${name} is wrong`, now).words.has(name)).toBe(false);
  });

  it('says what it is about', () => {
    expect(readReason('src/a.ts was deleted', now)).toMatchObject({ isAboutLoss: true, isAboutSyntax: false });
    expect(readReason('SyntaxError: Unexpected token', now)).toMatchObject({ isAboutLoss: false, isAboutSyntax: true });
    expect(readReason('cannot find value `x` in this scope', now).isAboutLoss).toBe(false);
  });
});
