import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { differencesOf, treeChanges } from '../../../src/snapshots/compare/changes.ts';
import { type Contents, storedContents } from '../../../src/snapshots/store/stored-contents.ts';
import { nodeWorkspaceCalls } from '../../../src/snapshots/disk.ts';
import { openObjectStore } from '../../../src/snapshots/store/object-store.ts';
import type { ObjectId } from '../../../src/snapshots/store/object-types.ts';
import { patchOf } from '../../../src/snapshots/compare/patch.ts';
import { type Held, restoreTree } from '../../../src/snapshots/restore/restore-tree.ts';
import type { SnapshotId } from '../../../src/snapshots/snapshots.ts';
import { triedCapture } from '../../support/capture-in-memory.ts';
import { pictureOf } from '../../support/stored-trees.ts';
import { temporaryStore } from '../../support/temporary-store.ts';

/** Capture, packed store and restore together, with one picture of the files kept between captures as a server does. */
async function together() {
  const tried = await triedCapture();
  const { home, system, workspace } = tried;
  const store = openObjectStore(temporaryStore());
  store.begin();
  const contents: Contents = storedContents({
    objects: store,
    unseal: (bytes) => system.ownFiles.unseal(bytes),
    borrowed: async () => undefined,
  });
  const changed = new Set<string>();
  let count = 0;
  const take = async (only?: Iterable<string>): Promise<Held> => {
    const rules = await tried.rules();
    const { root, skipped } = await tried.take({ store, rules, ...(only === undefined ? {} : { changed: only }) });
    store.sync();
    count += 1;
    return { id: `snap_${count}_00000${count}` as SnapshotId, root, skipped, rules: undefined, rulesThen: async () => rules };
  };
  const held = new Map<string, Held>();
  const restore = (target: Held, paths?: readonly string[]) =>
    restoreTree(
      {
        root: workspace.root,
        calls: nodeWorkspaceCalls,
        contents,
        system,
        isCaseSensitive: true,
        async takeSafety() {
          const safety = await take();
          held.set(safety.id, safety);
          changed.clear();
          return safety;
        },
        begin: async () => undefined,
        end: async () => undefined,
        changed: (path) => changed.add(path),
        // Only what the restore said it touched: what it keeps silent about would come out wrong here.
        lookAgain: () => take(changed).then(({ root }) => ({ root })),
      },
      target,
      paths === undefined ? {} : { paths },
    );
  const patch = async (one: ObjectId, other: ObjectId) => patchOf(contents, await differencesOf(contents, one, other));
  return { ...tried, at: home.at, take, restore, held, contents, patch };
}

describe('a snapshot and its restore, with the real store', () => {
  it('an assistant edits, deletes, renames and breaks things; everything comes back, and undo takes that back', async () => {
    const { home, at, take, restore, held, contents, patch } = await together();
    execFileSync('git', ['init', '-q', at('w')]);
    home.put('w/.gitignore', '.env\nresults/\nnode_modules/\n');
    home.put('w/.env', 'KEY=canary-1');
    chmodSync(at('w/.env'), 0o600);
    home.put('w/src/a.ts', 'one\ntwo\n');
    home.put('w/src/b.ts', 'crlf\r\n');
    home.put('w/src/deep/er/c.ts', 'c\n');
    home.put('w/results/big.bin', 'not captured');
    home.put('w/.vscode/cache.bin', 'captured');
    mkdirSync(at('w/empty'));
    symlinkSync('a.ts', at('w/src/link'));
    writeFileSync(Buffer.concat([Buffer.from(at('w/')), Buffer.from([0xff, 0x0a])]), 'odd');
    const before = pictureOf(at('w'));
    const git = pictureOf(at('w/.git'));
    const first = await take();

    writeFileSync(at('w/.env'), 'KEY=canary-2');
    writeFileSync(at('w/src/a.ts'), 'one\n2\n');
    rmSync(at('w/src/b.ts'));
    renameSync(at('w/src/deep'), at('w/src/moved'));
    rmSync(at('w/empty'), { recursive: true });
    rmSync(at('w/src/link'));
    mkdirSync(at('w/src/link'));
    writeFileSync(at('w/src/link/file'), 'in the place of a link');
    writeFileSync(at('w/.gitignore'), 'nothing\n');
    chmodSync(at('w/src/a.ts'), 0o755);
    const broken = pictureOf(at('w'));
    const second = await take();

    const changes = treeChanges(await differencesOf(contents, first.root, second.root)).map(({ kind, path }) => `${kind} ${path}`);
    expect(changes).toEqual([
      'modified .env',
      'modified .gitignore',
      'deleted empty',
      'added results/big.bin',
      'modified src/a.ts',
      'deleted src/b.ts',
      'deleted src/deep/er/c.ts',
      'type src/link',
      'added src/link/file',
      'added src/moved/er/c.ts',
    ]);
    const text = await patch(first.root, second.root);
    expect(text).toContain('# .env: changed; its contents are not shown');
    expect(text).not.toContain('canary');

    const one = await restore(first, ['src/a.ts']);
    expect(one).toMatchObject({ isExact: true, written: ['src/a.ts'] });
    const all = await restore(first);
    expect(pictureOf(at('w'))).toEqual(before);
    // What was ignored then was never in it, and stays.
    const reason = 'it was ignored or excluded when the snapshot was taken';
    expect(all.conflicts).toEqual(['results', 'results/big.bin'].map((path) => ({ path, reason })));

    const back = held.get(all.safety);
    if (back === undefined) throw new Error('no safety snapshot');
    await restore(back);
    const start = held.get(one.safety);
    if (start === undefined) throw new Error('no safety snapshot');
    expect((await restore(start)).isExact).toBe(true);
    expect(pictureOf(at('w'))).toEqual(broken);
    expect(pictureOf(at('w/.git'))).toEqual(git);
    expect(readFileSync(at('w/.env'), 'utf8')).toBe('KEY=canary-2');
  });

  it('a directory that only what is never captured keeps is no difference', async () => {
    const { home, take, restore } = await together();
    home.put('w/.gitignore', '.vscode/\n');
    home.put('w/.vscode/cache.bin', 'never captured');
    const first = await take();
    home.put('w/.vscode/settings.json', '{}');
    const done = await restore(first);
    expect(done).toMatchObject({ isExact: true, deleted: ['.vscode/settings.json'] });
    expect(home.text('w/.vscode/cache.bin')).toBe('never captured');
  });
});
