import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { directoriesBelow } from '../../../src/system/places/own-directories.ts';
import { removeEmptyOwn, removeOwnTree } from '../../../src/system/places/remove-own-tree.ts';
import type { Disk } from '../../../src/system/disk.ts';
import { crashingCalls, failingCalls, soundCalls, type FaultyCalls } from '../../support/faulty-calls.ts';
import { memorySystem } from '../../support/memory-system.ts';

let base: string;
let own: ReturnType<typeof directoriesBelow>;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'snap-own-'));
  own = directoriesBelow(base, 'linux');
  build();
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function build(): void {
  mkdirSync(join(own.data, 'store', 'a', 'b'), { recursive: true });
  mkdirSync(join(base, 'outside'), { recursive: true });
  for (const path of ['data/store/one', 'data/store/a/two', 'data/store/a/b/three', 'outside/mine']) writeFileSync(join(base, path), path);
  if (!existsSync(join(own.data, 'store', 'a', 'link'))) symlinkSync(join(base, 'outside'), join(own.data, 'store', 'a', 'link'));
}

function disk(calls = soundCalls()): Disk {
  return { system: { ...memorySystem({}), own, home: base }, calls, run: { pid: 1, start: '', boot: '', space: '' }, patienceMs: 0 };
}

describe('removing what is below a directory of snap', () => {
  it('takes everything, and a link but not what it leads to', () => {
    removeOwnTree(disk(), join(own.data, 'store'));
    expect(readdirSync(own.data)).toEqual([]);
    expect(readFileSync(join(base, 'outside/mine'), 'utf8')).toBe('outside/mine');
    removeOwnTree(disk(), join(own.data, 'store'));
  });

  it.each(['', 'outside', 'data', 'data/../outside', 'data/store/../../outside', '..', 'data2'])('refuses %s', (path) => {
    expect(() => removeOwnTree(disk(), `${base}/${path}`)).toThrow("is not below a directory of snap's own");
    expect(readFileSync(join(base, 'outside/mine'), 'utf8')).toBe('outside/mine');
  });

  it.each([
    ['fails', (at: number): FaultyCalls => failingCalls(at, 'EIO')],
    ['is killed', crashingCalls],
  ])('goes on with the next run, wherever the first one %s', (_, faulty) => {
    const counted = faulty(0);
    removeOwnTree(disk(counted.calls), join(own.data, 'store'));
    expect(counted.made.length).toBeGreaterThan(5);
    for (let at = 1; at <= counted.made.length; at++) {
      build();
      expect(() => removeOwnTree(disk(faulty(at).calls), join(own.data, 'store'))).toThrow();
      removeOwnTree(disk(), join(own.data, 'store'));
      expect(readdirSync(own.data)).toEqual([]);
      expect(readFileSync(join(base, 'outside/mine'), 'utf8')).toBe('outside/mine');
    }
  });

  it('removes an empty directory, and no link and nothing that holds something', () => {
    expect(removeEmptyOwn(disk(), own.data)).toBe(false);
    removeOwnTree(disk(), join(own.data, 'store'));
    expect(removeEmptyOwn(disk(), own.data)).toBe(true);
    expect(removeEmptyOwn(disk(), own.data)).toBe(true);
    symlinkSync(join(base, 'outside'), own.data);
    expect(removeEmptyOwn(disk(), own.data)).toBe(false);
    expect(() => removeEmptyOwn(disk(), join(base, 'outside'))).toThrow("is not a directory of snap's own");
  });
});
