import { describe, expect, it } from 'vitest';
import { nodeSnapshotCalls, type SnapshotCalls } from '../../../src/snapshots/disk.ts';
import { settledStampOf, stampOf } from '../../../src/snapshots/look/rules-reader.ts';
import { temporaryHome } from '../../support/temporary-home.ts';

describe('the stamp of files', () => {
  it('is the same while they are, and another when one changes or goes', () => {
    const home = temporaryHome();
    home.put('a', 'one');
    const paths = [home.at('a'), home.at('b')];
    const before = stampOf(nodeSnapshotCalls, paths);
    expect(stampOf(nodeSnapshotCalls, paths)).toBe(before);
    home.put('b', 'two');
    expect(stampOf(nodeSnapshotCalls, paths)).not.toBe(before);
  });

  it('says so of a file that may not be looked at', () => {
    const calls: Pick<SnapshotCalls, 'lstat'> = {
      lstat: () => {
        throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
      },
    };
    expect(stampOf(calls, ['a', 'b'])).toBe('?\n?');
    expect(settledStampOf(calls, 'a', 0)).toBe('');
  });

  it('of one file proves nothing shortly after it changed, nor of what is no file', () => {
    const home = temporaryHome();
    home.put('a', 'one');
    const path = home.at('a');
    const changedAt = nodeSnapshotCalls.lstat(path)?.mtimeMs ?? 0;
    expect(settledStampOf(nodeSnapshotCalls, path, changedAt)).toBe('');
    expect(settledStampOf(nodeSnapshotCalls, path, changedAt + 60_000)).toBe(`${path} ${stampOf(nodeSnapshotCalls, [path])}`);
    expect(settledStampOf(nodeSnapshotCalls, home.at(''), changedAt + 60_000)).toBe('');
    expect(settledStampOf(nodeSnapshotCalls, home.at('nothing'), changedAt + 60_000)).toBe('');
  });
});
