import { describe, expect, it } from 'vitest';
import { progressLine, progressText } from '../../../src/cli/terminal/progress.ts';
import { fromRoot } from '../../../src/cli/snapshot-desk.ts';
import { bytesText, changeCounts } from '../../../src/cli/reports/snapshot-text.ts';
import { ago } from '../../../src/cli/reports/times.ts';
import { styleOf } from '../../../src/cli/terminal/style.ts';
import { SnapError } from '../../../src/system/index.ts';

describe('ages', () => {
  const now = new Date('2026-11-21T12:00:00.000Z');
  it.each([
    ['2026-11-21T11:59:59.000Z', 'just now'],
    ['2026-11-21T12:00:01.000Z', 'just now'],
    ['2026-11-21T11:59:30.000Z', '30 seconds ago'],
    ['2026-11-21T11:59:00.000Z', '1 minute ago'],
    ['2026-11-21T11:57:00.000Z', '3 minutes ago'],
    ['2026-11-21T10:00:01.000Z', '1 hour ago'],
    ['2026-11-19T12:00:00.000Z', '2 days ago'],
    ['2026-10-01T12:00:00.000Z', '2026-10-01 12:00'],
    // A clock that was set back.
    ['2026-11-21T13:00:00.000Z', '2026-11-21 13:00'],
  ])('%s is %s', (at, says) => expect(ago(at, now)).toBe(says));
});

describe('sizes', () => {
  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_000, '1.0 kB'],
    [9_949, '9.9 kB'],
    [9_951, '10 kB'],
    [999_499, '999 kB'],
    [999_500, '1.0 MB'],
    [52_000_000, '52 MB'],
    [999_600_000, '1.0 GB'],
    [2_147_483_648, '2.1 GB'],
  ])('%d is %s', (bytes, says) => expect(bytesText(bytes)).toBe(says));
});

describe('paths behind --', () => {
  it.each([
    ['/p', '/p', 'src/a.ts', 'src/a.ts'],
    ['/p', '/p/src', 'a.ts', 'src/a.ts'],
    ['/p', '/p/src', '../b.ts', 'b.ts'],
    ['/p', '/p', '/p/src', 'src'],
    ['/p', '/p', '.', '.'],
    ['/p', '/elsewhere', 'src/a.ts', 'src/a.ts'],
    ['/p', '/p', '*.ts', '*.ts'],
    ['/p', '/p/src', '*.ts', 'src/**/*.ts'],
    ['/p', '/p', 'src/**/*.ts', 'src/**/*.ts'],
    ['/p', '/p', '..a', '..a'],
  ])('in %s, typed at %s: %s is %s', (root, here, typed, says) => expect(fromRoot(root, here, typed)).toBe(says));

  it.each(['../x', '/etc/passwd', '../p2/a', '..'])('%s is none', (typed) => {
    expect(() => fromRoot('/p', '/p', typed)).toThrow(SnapError);
  });
});

describe('the line of progress', () => {
  const drawn = (isTerminal: boolean) => {
    const lines: string[] = [];
    const clock = { ms: 0 };
    const ui = { isTerminal, redraw: (text: string) => void lines.push(text), style: styleOf(false, true), width: 60 };
    return { lines, clock, progress: progressLine(ui, 'Reading', () => clock.ms) };
  };

  it('is not there for what takes less than half a second, and ten times a second at most after that', () => {
    const { lines, clock, progress } = drawn(true);
    for (clock.ms = 0; clock.ms < 500; clock.ms += 10) progress.report(clock.ms, 1_000);
    expect(lines).toEqual([]);
    for (; clock.ms < 1_000; clock.ms += 10) progress.report(clock.ms, 1_000);
    expect(lines).toHaveLength(5);
    progress.end();
    expect(lines.at(-1)).toBe('');
  });

  it('is never there for a script, and takes nothing away where it never was', () => {
    const script = drawn(false);
    script.clock.ms = 2_000;
    script.progress.report(1, 2);
    script.progress.end();
    const quick = drawn(true);
    quick.progress.end();
    expect([...script.lines, ...quick.lines]).toEqual([]);
  });

  it.each([200, 60, 40, 20, 10])('fits a line of %d', (width) => {
    for (const total of [undefined, 8_323]) {
      expect(progressText('Reading', { done: 1_200, total, width, isUnicode: true }).length).toBeLessThan(width);
    }
  });

  it('shows how far it is', () => {
    expect(progressText('Reading', { done: 50, total: 100, width: 60, isUnicode: false })).toBe(
      'Reading  ############------------  50 of 100 files',
    );
    expect(progressText('Reading', { done: 1_200, total: undefined, width: 60, isUnicode: false })).toBe('Reading  1,200 files');
  });
});

it('counts changes by kind', () => {
  const change = (kind: 'added' | 'deleted' | 'mode' | 'modified') => ({ path: 'a', kind, isSecret: false });
  expect(changeCounts([change('added'), change('mode'), change('modified')])).toBe('1 added, 2 changed');
  expect(changeCounts([change('deleted')])).toBe('1 deleted');
});
