import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as words from '../../../../src/system/index.ts';
import type { Restored, Snapshot, TreeChange } from '../../src/core.ts';
import { isBinary, whyNotShown } from '../../src/views/snapshots/can-show.ts';
import { fileIn, snapshotIn } from '../../src/views/snapshots/nodes.ts';
import { pathsWithout } from '../../src/views/snapshots/leaving.ts';
import { countsText, listText, plannedLines, restoredText } from '../../src/views/snapshots/plan-text.ts';
import { bytesText, changeRow, snapshotRow } from '../../src/views/snapshots/rows.ts';
import { parseQuery, queryOf } from '../../src/views/snapshots/uri.ts';
import { ago } from '../../src/views/times.ts';

const now = new Date('2026-11-22T12:00:00Z');
const id = 'snap_12_3fa9c1' as Snapshot['id'];
const snapshot: Snapshot = {
  id,
  sequence: 12,
  kind: 'manual',
  at: '2026-11-22T11:57:00Z',
  message: 'before the upgrade',
  root: 'ab',
  files: 210,
  bytes: 5_200_000,
  skipped: [],
  skippedCount: 0,
  complete: true,
  isProtected: false,
};
const file = (size: number) => ({ kind: 'file', size, mode: 0o644 }) as const;
const change = (path: string, kind: TreeChange['kind'], more: Partial<TreeChange> = {}): TreeChange => ({
  path,
  kind,
  isSecret: false,
  ...more,
});

describe('a row of a snapshot', () => {
  it.each([
    [snapshot, undefined, 'before the upgrade', '3 minutes ago'],
    [snapshot, 0, 'before the upgrade', 'unchanged · 3 minutes ago'],
    [snapshot, 1, 'before the upgrade', '1 changed · 3 minutes ago'],
    [{ ...snapshot, isProtected: true }, 4, 'before the upgrade', '4 changed · 3 minutes ago · protected'],
    [{ ...snapshot, message: undefined, kind: 'task' as const }, undefined, 'Before a task', '3 minutes ago'],
    [{ ...snapshot, message: ' \u202e\u0007 ', kind: 'baseline' as const }, undefined, 'At the first start', '3 minutes ago'],
    [{ ...snapshot, message: undefined, kind: 'safety' as const, before: id }, undefined, 'Before the restore of snap_12', '3 minutes ago'],
  ])('%#', (given, changed, label, description) => {
    expect(snapshotRow(given, changed, now, words)).toMatchObject({ label, description });
  });

  it('shows the name and the count in a narrow side bar, however long the name is', () => {
    for (const message of ['before the upgrade', 'a'.repeat(200), 'before the migration of all customers to the new tariff']) {
      const { description, label, tooltip } = snapshotRow({ ...snapshot, message }, 12, now, words);
      // About 40 characters fit in 300 pixels.
      expect(`${label} ${description}`.slice(0, 41)).toContain(' 12 changed');
      expect(tooltip).toContain(message.slice(0, 100));
    }
  });

  it('says all of it to a screen reader, and what was left out', () => {
    const { icon, spoken, tooltip } = snapshotRow({ ...snapshot, skippedCount: 2, complete: false }, 3, now, words);
    expect(spoken).toBe(
      'Snapshot 12, before the upgrade, Taken by hand, 3 minutes ago, 3 files changed since, not complete yet: some contents are still only in the git repository, 2 files left out',
    );
    expect(tooltip).toContain('210 files, 5.2 MB');
    expect(icon).toBe('device-camera');
  });
});

describe('a row of a file', () => {
  it.each([
    [change('src/app.ts', 'modified'), 'app.ts', 'changed · src', 'app.ts, changed since snap_12, in src'],
    [change('new.ts', 'added'), 'new.ts', 'new', 'new.ts, new since snap_12'],
    [change('a/b/old.ts', 'deleted'), 'old.ts', 'deleted · a/b', 'old.ts, deleted since snap_12, in a/b'],
    [change('.env', 'modified', { isSecret: true }), '.env', 'changed · holds secrets', '.env, changed since snap_12, holds secrets'],
    [change('bin/x\u202e\n', 'mode'), 'x', 'permissions changed · bin', 'x, permissions changed since snap_12, in bin'],
    [
      change('lib', 'type', { after: { kind: 'directory', size: 0, mode: 0o755 } }),
      'lib',
      'type changed · a directory',
      'lib, type changed since snap_12, a directory',
    ],
  ])('%#', (given, label, description, spoken) => {
    expect(changeRow(given, id, words)).toMatchObject({ label, description, spoken });
  });
});

describe('what a restore would do', () => {
  const plan = {
    changes: [change('a.ts', 'modified'), change('gone.ts', 'added'), change('new.ts', 'deleted'), change('run.sh', 'mode')],
    conflicts: [{ path: 'big.bin', reason: 'the snapshot left it out' }],
  };

  it('is counted and listed, every path once', () => {
    const lines = plannedLines(plan, ['open.ts']);
    expect(countsText(lines, words)).toBe('3 files will be written, 1 deleted, 2 left as they are');
    expect(listText(lines, words)).toBe(
      [
        'Will be written:',
        '  a.ts',
        '  gone.ts (comes back)',
        '  run.sh (only its permissions)',
        '',
        'Will be deleted:',
        '  new.ts',
        '',
        'Left as they are:',
        '  open.ts (it has unsaved edits)',
        '  big.bin (the snapshot left it out)',
      ].join('\n'),
    );
  });

  it('names no path that is left, and no directory above one', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[ab[\]*]{1,2}(\/[ab]){0,2}$/)), fc.nat(), (paths, at) => {
        const left = paths.slice(0, at % (paths.length + 1));
        const only = pathsWithout(
          paths.map((path) => change(path, 'modified')),
          left,
        );
        for (const path of only) for (const file of left) expect(file === path || file.startsWith(`${path}/`)).toBe(false);
      }),
    );
  });
});

describe('how a restore ended', () => {
  const done: Restored = {
    safety: 'snap_15_77e0d1' as Snapshot['id'],
    target: id,
    written: ['a', 'b'],
    deleted: ['c'],
    conflicts: [],
    isExact: true,
  };
  it.each([
    [done, false, '2 files restored from snap_12, 1 deleted. The files before are kept as snap_15.'],
    [
      { ...done, isExact: false, conflicts: [{ path: 'x', reason: 'it changed meanwhile' }] },
      false,
      '2 files restored from snap_12, 1 deleted. x is left as it is: it changed meanwhile. The files before are kept as snap_15.',
    ],
    [
      { ...done, isExact: false },
      true,
      'Stopped: 2 files restored from snap_12, 1 deleted. The other files are as they were, and none is half written. The files before are kept as snap_15.',
    ],
  ])('%#', (given, isStopped, text) => expect(restoredText(given, isStopped, words)).toBe(text));
});

describe('what is shown as text', () => {
  it.each([
    [change('a.ts', 'modified', { before: file(10), after: file(12) }), undefined],
    [change('a.ts', 'added', { after: file(12) }), undefined],
    [change('.env', 'modified', { isSecret: true, before: file(1), after: file(1) }), 'secrets'],
    [change('a.ts', 'modified', { before: file(10), after: file(6_000_000) }), '6 MB; only files up to'],
    [change('a', 'type', { before: file(1), after: { kind: 'link', size: 1, mode: 0 } }), 'link'],
    [change('a', 'mode', { before: file(1), after: file(1) }), 'permissions'],
    [change('d', 'added', { after: { kind: 'directory', size: 0, mode: 0 } }), 'directory'],
  ])('%#', (given, why) => {
    const said = whyNotShown(given, (path) => path);
    if (why === undefined) expect(said).toBeUndefined();
    else expect(said).toContain(why);
  });

  it.each([
    ['plain', [104, 105], false],
    ['a zero byte', [104, 0, 105], true],
    ['UTF-16 with its mark', [0xff, 0xfe, 104, 0], false],
    ['nothing', [], false],
  ])('%s', (_, bytes, expected) => expect(isBinary(Uint8Array.from(bytes))).toBe(expected));
});

describe('addresses, sizes and times', () => {
  it('an address means the file that it was made for, and foreign ones mean none', () => {
    fc.assert(
      fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (path, of) => {
        expect(parseQuery(queryOf({ id: of, path }))).toEqual({ id: of, path });
      }),
    );
    for (const query of ['', '{', 'null', '[]', '{"path":1}']) expect(parseQuery(query)).toBeUndefined();
  });

  it.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [1_500, '1.5 kB'],
    [52_000_000, '52 MB'],
    [3_140_000_000, '3.1 GB'],
  ])('%i bytes', (bytes, text) => expect(bytesText(bytes)).toBe(text));

  it.each([
    ['2026-11-22T11:59:50Z', 'just now'],
    ['2026-11-22T11:00:00Z', '1 hour ago'],
    ['2026-11-20T12:00:00Z', '2 days ago'],
    ['2026-08-20T12:00:00Z', '2026-08-20'],
    ['2027-08-20T12:00:00Z', '2027-08-20'],
    ['no time', ''],
  ])('%s', (at, text) => expect(ago(at, now)).toBe(text));
});

describe('what a command of the view is given', () => {
  it.each([
    [undefined, undefined, undefined],
    [null, undefined, undefined],
    ['snap_1', undefined, undefined],
    [{ kind: 'note', text: 'and 3 more' }, undefined, undefined],
    [{ kind: 'file', snapshot: null, change: change('a.ts', 'modified') }, undefined, undefined],
    [{ kind: 'file', snapshot }, undefined, undefined],
    [{ kind: 'snapshot', snapshot }, id, undefined],
    [{ kind: 'file', snapshot, change: change('a.ts', 'modified') }, id, 'a.ts'],
  ])('%#', (given, wanted, path) => {
    expect([snapshotIn(given)?.id, fileIn(given)?.change.path]).toEqual([wanted, path]);
  });
});
