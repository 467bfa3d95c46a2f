import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, type Stats, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openSnapshots } from '../../../src/snapshots/index.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { pictureOf } from '../../support/stored-trees.ts';
import { homeAt, temporaryHome } from '../../support/temporary-home.ts';
import { rounds } from '../../support/storm.ts';

// The same few names again and again, so that a path is a file, a link, a directory and nothing in turn.
const name = fc.constantFrom('a', 'b', '.env', 'c d', 'new\nline', '-x');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const text = fc.oneof(
  fc.constantFrom('', 'one\n', 'one\r\ntwo', '\0\0', 'x'.repeat(70_000)),
  fc.nat({ max: 40 }).map((number) => `${number}\n`.repeat(number)),
);
const fileModes = fc.constantFrom(0o644, 0o755, 0o600, 0o444, 0o000, 0o4755, 0o2644);
const directoryModes = fc.constantFrom(0o755, 0o700, 0o555, 0o1777, 0o2775);

type Edit =
  | { readonly kind: 'file'; readonly path: string; readonly text: string; readonly mode: number }
  | { readonly kind: 'directory'; readonly path: string; readonly mode: number }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  | { readonly kind: 'mode'; readonly path: string; readonly mode: number }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
  /** A snapshot is taken; `process`: by a new one, that knows only what is on the disk. */
  | { readonly kind: 'take'; readonly isNewProcess: boolean }
  | { readonly kind: 'restore'; readonly which: number };

const edits: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('file' as const), path, text, mode: fileModes }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('directory' as const), path, mode: directoryModes }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('link' as const), path, target: fc.constantFrom('a', '../b', '/nowhere', '.') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('mode' as const), path, mode: fileModes }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), path }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), path, to: path }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('take' as const), isNewProcess: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), which: fc.nat() }) },
);

/** Makes room for it: what is in the way goes, as an assistant's commands would do it. */
function ready(root: string, below: string): string {
  const at = join(root, below);
  const names = below.split('/');
  for (const i of names.keys()) {
    const above = join(root, ...names.slice(0, i));
    const stats = lstatSync(above, { throwIfNoEntry: false });
    if (stats === undefined) break;
    if (!stats.isDirectory()) rmSync(above);
  }
  mkdirSync(dirname(at), { recursive: true });
  rmSync(at, { recursive: true, force: true });
  return at;
}

/** What stands there; nothing where the way leads through a file or a link. */
function seen(root: string, below: string): Stats | undefined {
  const names = below.split('/');
  for (const i of names.keys()) {
    const stats = lstatSync(join(root, ...names.slice(0, i + 1)), { throwIfNoEntry: false });
    if (i === names.length - 1 || stats?.isDirectory() !== true) return i === names.length - 1 ? stats : undefined;
  }
  return undefined;
}

function edit(root: string, one: Exclude<Edit, { readonly kind: 'take' | 'restore' }>): void {
  const at = join(root, one.path);
  const stats = seen(root, one.path);
  switch (one.kind) {
    case 'file':
      // In place where it is a file already: it keeps its inode, and perhaps its size.
      if (stats?.isFile() !== true) ready(root, one.path);
      writeFileSync(at, one.text);
      chmodSync(at, one.mode);
      return;
    case 'directory':
      if (stats?.isDirectory() !== true) mkdirSync(ready(root, one.path));
      chmodSync(at, one.mode);
      return;
    case 'link':
      symlinkSync(one.target, ready(root, one.path));
      return;
    case 'mode':
      if (stats?.isFile() === true) chmodSync(at, one.mode);
      return;
    case 'remove':
      if (stats !== undefined) rmSync(at, { recursive: true });
      return;
    case 'move':
      if (stats === undefined || `${one.to}/`.startsWith(`${one.path}/`) || `${one.path}/`.startsWith(`${one.to}/`)) return;
      renameSync(at, ready(root, one.to));
      return;
    default:
      one satisfies never;
  }
}

it('restoring any snapshot gives back exactly its captured tree, and undo exactly what was there, whatever was done between', async () => {
  // Root reads what nobody may; others could not capture it.
  const isRoot = process.getuid?.() === 0;
  const home = temporaryHome({ inMemory: true });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 8, maxLength: 40 }), async (all) => {
      round += 1;
      const here = homeAt(home.at(String(round)));
      const root = here.at('w');
      mkdirSync(root, { recursive: true });
      const workspace = await openWorkspace(here.run(), root);
      const open = () => openSnapshots(here.run(), workspace, { exclude: [], yields: false });
      let snapshots = open();
      const taken: { readonly id: Parameters<typeof snapshots.restore>[0]; readonly picture: readonly string[] }[] = [];
      const take = async () => {
        const picture = pictureOf(root);
        taken.push({ id: (await snapshots.take({ kind: 'manual' })).snapshot.id, picture });
      };
      const restore = async (which: number) => {
        const target = taken[which % taken.length];
        if (target === undefined) return;
        const had = pictureOf(root);
        const { conflicts, deleted, isExact, written } = await snapshots.restore(target.id);
        expect({ conflicts, isExact }).toEqual({ conflicts: [], isExact: true });
        expect(pictureOf(root)).toEqual(target.picture);
        // One that had nothing to do is none that could be taken back.
        if (written.length + deleted.length === 0) {
          expect(had).toEqual(target.picture);
          return;
        }
        expect(await snapshots.undo()).toMatchObject({ isExact: true, conflicts: [] });
        expect(pictureOf(root)).toEqual(had);
        expect(await snapshots.undo()).toMatchObject({ isExact: true, conflicts: [] });
        expect(pictureOf(root)).toEqual(target.picture);
      };
      for (const one of all) {
        if (one.kind === 'restore') await restore(one.which);
        else if (one.kind === 'take') {
          if (one.isNewProcess) {
            snapshots.close();
            snapshots = open();
          }
          await take();
        } else edit(root, 'mode' in one && !isRoot ? { ...one, mode: one.mode | 0o600 } : one);
      }
      await take();
      for (const which of taken.keys()) await restore(which);
      expect(await snapshots.verify()).toMatchObject({ damaged: [], faults: [] });
      snapshots.close();
      rmSync(here.path, { recursive: true, force: true });
    }),
    { numRuns: rounds(30) },
  );
});
