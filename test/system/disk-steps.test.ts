import { describe, expect, it } from 'vitest';
import { dropQuietly, syncDirectory, writeAll } from '../../src/system/disk-steps.ts';

describe('writing all of it', () => {
  it('goes on where the disk took less than it was given, at the next position', () => {
    const written: [string, number | null][] = [];
    const write = (_: number, bytes: Uint8Array, position: number | null) => {
      written.push([Buffer.from(bytes).toString(), position]);
      return Math.min(2, bytes.length);
    };
    writeAll({ write }, 1, Buffer.from('abcde'), 10);
    expect(written).toEqual([
      ['abcde', 10],
      ['cde', 12],
      ['e', 14],
    ]);
  });

  it('fails as a full disk does where nothing is taken', () => {
    expect(() => writeAll({ write: () => 0 }, 1, Buffer.from('a'), null)).toThrow(expect.objectContaining({ code: 'ENOSPC' }));
  });
});

describe('syncing a directory', () => {
  const failing = (code: string) => () => {
    throw Object.assign(new Error(code), { code });
  };
  const table = { open: () => 7, fsync: () => undefined, close: () => undefined };

  it.each(['EINVAL', 'ENOTSUP', 'EPERM'])('is left out where the file system answers %s', (code) => {
    const closed: number[] = [];
    syncDirectory({ ...table, fsync: failing(code), close: (fd) => void closed.push(fd) }, '/d');
    expect(closed).toEqual([7]);
  });

  it('is left out where a directory cannot be opened, as on Windows', () => {
    expect(() => syncDirectory({ ...table, open: failing('EISDIR') }, '/d')).not.toThrow();
  });

  it('reports an error of the disk', () => {
    expect(() => syncDirectory({ ...table, fsync: failing('EIO') }, '/d')).toThrow('EIO');
    expect(() => syncDirectory({ ...table, open: failing('EMFILE') }, '/d')).toThrow('EMFILE');
  });
});

describe('deleting what is no longer needed', () => {
  it('never throws', () => {
    const unlink = () => {
      throw new Error('EIO');
    };
    expect(() => dropQuietly({ lstat: () => ({}), unlink }, '/f')).not.toThrow();
  });
});
