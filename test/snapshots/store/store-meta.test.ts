import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimStore, readStoreRoot, storeName } from '../../../src/snapshots/store/store-meta.ts';
import { temporaryStore } from '../../support/temporary-store.ts';

const root = { path: '/home/a/project', device: 2_049, inode: 77 };
const when = new Date('2026-11-21T10:00:00.000Z');

describe('what a store belongs to', () => {
  it('is written once', () => {
    const place = temporaryStore();
    expect(readStoreRoot(place)).toBeUndefined();
    claimStore(place, root, when);
    expect(readStoreRoot(place)).toEqual(root);
    claimStore(place, { ...root, inode: 78 }, when);
    expect(readStoreRoot(place)).toEqual(root);
    expect(statSync(join(place.directory, 'meta.json')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(join(place.directory, 'meta.json'), 'utf8'))).toMatchObject({ format: 1, hash: 'sha256' });
  });

  it.each(['', '{', '[]', '{"format":1}', '\0\0\0'])('is unknown, not an error, when the file holds %j', (text) => {
    const place = temporaryStore();
    mkdirSync(place.directory, { recursive: true });
    writeFileSync(join(place.directory, 'meta.json'), text);
    expect(readStoreRoot(place)).toBeUndefined();
    claimStore(place, root, when);
    expect(readStoreRoot(place)).toEqual(root);
  });

  it('is refused when a newer version wrote it', () => {
    const place = temporaryStore();
    mkdirSync(place.directory, { recursive: true });
    writeFileSync(join(place.directory, 'meta.json'), JSON.stringify({ format: 2 }));
    expect(() => readStoreRoot(place)).toThrow(/~\/store\/meta\.json: a newer version of snap wrote these snapshots/);
  });

  it('gives each directory its own name, and another one at the same path another', () => {
    expect(storeName(root)).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set([root, { ...root, inode: 78 }, { ...root, device: 1 }, { ...root, path: '/home/b' }].map(storeName)).size).toBe(4);
  });
});
