import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { nodeSnapshotCalls } from '../../../src/snapshots/disk.ts';
import type { DirectoryNode } from '../../../src/snapshots/look/cached-node.ts';
import { emptyCache } from '../../../src/snapshots/look/node-cache.ts';
import { loadStatCache, saveStatCache } from '../../../src/snapshots/look/stat-cache.ts';
import { testKey, triedCapture, type Tried } from '../../support/capture-in-memory.ts';
import { failingSnapshotCalls, fullFrom, shortWrites } from '../../support/faulty-snapshot-calls.ts';

async function captured(): Promise<Tried & { readonly path: string; readonly root: string }> {
  const tried = await triedCapture();
  const { home, take } = tried;
  home.put('w/a', 'one');
  home.put('w/d/.env', 'S=1');
  home.put('w/d/large', Buffer.alloc(16 * 1024 * 1024));
  writeFileSync(Buffer.concat([Buffer.from(`${home.at('w')}/`), Buffer.from([0xff])]), 'bytes');
  symlinkSync('a', home.at('w/link'));
  execFileSync('mkfifo', [home.at('w/pipe')]);
  mkdirSync(home.at('w/empty'));
  mkdirSync(home.at('store'));
  const { root } = await take();
  return { ...tried, path: home.at('store/stat.bin'), root };
}

/** Of all directories: they are kept as bytes, and a comparison does not see them. */
function entriesOf(directory: DirectoryNode | undefined): readonly unknown[] {
  return (directory?.look() ?? []).flatMap((node) => (node.kind === 'directory' ? [{ ...node }, ...entriesOf(node)] : [node]));
}

describe('the stat cache', () => {
  it('comes back as it was: nothing is read, and the root is the same', async () => {
    const { cache, opened, path, root, store, system, take } = await captured();
    cache.rulesKey = 'rules';
    expect(await saveStatCache(nodeSnapshotCalls, system.ownFiles, path, cache)).toBe(true);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const loaded = await loadStatCache(nodeSnapshotCalls, system.ownFiles, path);
    expect(loaded).toEqual({ ...cache, isCurrent: false, isStored: false, rules: undefined });
    expect(entriesOf(loaded.root)).toEqual(entriesOf(cache.root));
    expect(entriesOf(cache.root)).toHaveLength(9);
    opened.length = 0;
    store.added = 0;
    expect((await take({ cache: loaded, changed: [] })).isFullWalk).toBe(true);
    expect((await take({ cache: loaded })).root).toBe(root);
    expect(opened).toEqual([]);
    expect(store.added).toBe(0);
  });

  it('reads again what the store lost meanwhile, unless the newest snapshot holds it', async () => {
    const { cache, home, lines, opened, path, root, store, system, take } = await captured();
    await saveStatCache(nodeSnapshotCalls, system.ownFiles, path, cache);
    const trusted = await loadStatCache(nodeSnapshotCalls, system.ownFiles, path);
    const doubted = await loadStatCache(nodeSnapshotCalls, system.ownFiles, path);
    const all = new Map(store.objects);
    opened.length = 0;
    const { root: base } = await take();
    await take({ cache: trusted, base });
    expect(opened).toEqual([]);
    store.objects.clear();
    expect((await take({ cache: doubted })).root).not.toBe(undefined);
    expect(opened).toContain('a');
    expect(opened).toContain('d/large');
    expect(await lines((await take({ cache: doubted })).root)).toContain('a 644 one');
    expect(all.has(base)).toBe(true);
    expect(root).toBe(base);
    expect(home.text('w/a')).toBe('one');
  });

  it('cut, damaged or foreign it is as if it were not there', async () => {
    const { cache, path, system } = await captured();
    await saveStatCache(nodeSnapshotCalls, system.ownFiles, path, cache);
    const whole = readFileSync(path);
    const isEmpty = async () => (await loadStatCache(nodeSnapshotCalls, system.ownFiles, path)).root === undefined;
    expect(await isEmpty()).toBe(false);
    for (let length = 0; length < whole.length; length += 7) {
      writeFileSync(path, whole.subarray(0, length));
      expect(await isEmpty()).toBe(true);
    }
    for (let at = 0; at < whole.length; at += 5) {
      const bytes = Buffer.from(whole);
      bytes[at] = (bytes[at] ?? 0) ^ 0x10;
      writeFileSync(path, bytes);
      expect(await isEmpty()).toBe(true);
    }
    writeFileSync(path, whole);
    // Another user's key: the digests of secrets say nothing any more.
    expect((await loadStatCache(nodeSnapshotCalls, { unseal: async () => undefined }, path)).root).toBeUndefined();
    expect((await loadStatCache(nodeSnapshotCalls, system.ownFiles, `${path}.none`)).root).toBeUndefined();
  });

  it('is whole or as before, wherever saving fails', async () => {
    const { cache, home, path, system } = await captured();
    await saveStatCache(nodeSnapshotCalls, system.ownFiles, path, cache);
    const before = readFileSync(path);
    const counted = failingSnapshotCalls(0, 'EIO');
    await saveStatCache(counted.calls, system.ownFiles, home.at('store/other'), cache);
    expect(counted.made.length).toBeGreaterThan(2);
    for (let at = 1; at <= counted.made.length; at += 1) {
      for (const calls of [failingSnapshotCalls(at, 'EIO').calls, fullFrom(at).calls]) {
        const isSaved = await saveStatCache(calls, system.ownFiles, path, cache);
        if (!isSaved) expect(readFileSync(path).equals(before)).toBe(true);
        expect((await loadStatCache(nodeSnapshotCalls, system.ownFiles, path)).root).toBeDefined();
        writeFileSync(path, before);
      }
    }
    expect(readdirSync(home.at('store')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    expect(await saveStatCache(shortWrites(100), system.ownFiles, path, cache)).toBe(true);
    expect((await loadStatCache(nodeSnapshotCalls, system.ownFiles, path)).root).toEqual(cache.root);
  });

  it('does not hold what is in secrets, nor their bare hashes', async () => {
    const { cache, path, system } = await captured();
    await saveStatCache(nodeSnapshotCalls, system.ownFiles, path, cache);
    const { createHash } = await import('node:crypto');
    const bytes = readFileSync(path);
    expect(bytes.includes('S=1')).toBe(false);
    expect(bytes.includes(createHash('sha256').update('S=1').digest())).toBe(false);
    expect(bytes.includes(testKey)).toBe(false);
  });

  it('of a capture that failed is not saved', async () => {
    const { path, system } = await captured();
    expect(await saveStatCache(nodeSnapshotCalls, system.ownFiles, path, emptyCache(testKey))).toBe(false);
  });
});
