import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSnapshots, type Snapshot, type Snapshots } from '../../../src/snapshots/index.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { pictureOf } from '../../support/stored-trees.ts';
import { temporaryHome, type TemporaryHome } from '../../support/temporary-home.ts';
import { rounds } from '../../support/storm.ts';

const manual = { kind: 'manual' } as const;

interface Kept {
  readonly home: TemporaryHome;
  readonly store: string;
  /** Oldest first. */
  readonly taken: readonly { readonly snapshot: Snapshot; readonly picture: readonly string[] }[];
  open(): Snapshots;
}

/** Five snapshots of twelve files, some of which change each time. */
async function kept(): Promise<Kept> {
  const home = temporaryHome({ inMemory: true });
  mkdirSync(home.at('w'));
  const workspace = await openWorkspace(home.run(), home.at('w'));
  const open = () => {
    const snapshots = openSnapshots(home.run(), workspace, { exclude: [], yields: false });
    onTestFinished(() => snapshots.close());
    return snapshots;
  };
  const taken = [];
  for (let i = 0; i < 5; i += 1) {
    for (let file = 0; file < 12; file += 1) {
      if (i === 0 || file % 5 === i) home.put(`w/d${file % 3}/f${file}`, `${file} of ${i} `.repeat(40 + file));
    }
    home.put('w/.env', `KEY=${i}`);
    taken.push({ snapshot: (await open().take(manual)).snapshot, picture: pictureOf(home.at('w')) });
  }
  return { home, store: join(workspace.privateDirectory, 'snapshots'), taken, open };
}

/** Reads, takes and restores with what is left; nothing may be wrong that is not named. */
async function judge({ home, open, taken }: Kept, label: string, { mayForget = false } = {}): Promise<void> {
  const snapshots = open();
  const { damaged, faults } = await snapshots.verify();
  const list = new Set((await snapshots.list()).map(({ id }) => id));
  home.put('w/later', label);
  const later = await snapshots.take(manual).catch((error: unknown) => error);
  if (later instanceof Error) expect(later, label).toMatchObject({ name: 'SnapError' });
  for (const { picture, snapshot } of taken) {
    if (!list.has(snapshot.id)) {
      if (!mayForget) expect(faults.length, `${label}: ${snapshot.id} is gone, and nothing says so`).toBeGreaterThan(0);
      continue;
    }
    const harmed = damaged.filter((one) => one.snapshot === snapshot.id).map(({ path }) => path);
    const restored = await snapshots.restore(snapshot.id).catch((error: unknown) => error);
    if (harmed.length === 0) expect(restored, `${label}: ${snapshot.id}`).toMatchObject({ isExact: true, conflicts: [] });
    if (restored instanceof Error) {
      expect(restored, label).toMatchObject({ name: 'SnapError' });
      continue;
    }
    // What is not named is as it was, to the byte.
    const isHarmed = (line: string) => harmed.some((path) => path === '' || line.includes(` ${path} `) || line.includes(` ${path}/`));
    const there = pictureOf(home.at('w'));
    expect(
      picture.filter((line) => !isHarmed(line) && !there.includes(line)),
      `${label}: ${snapshot.id}`,
    ).toEqual([]);
  }
}

const files = (store: string) => [
  ...readdirSync(join(store, 'packs')).map((name) => join('packs', name)),
  'journal',
  'stat.bin',
  'meta.json',
];

describe('bit rot', () => {
  it('in any file of the store, of any kind: what is damaged is named, everything else comes back', async () => {
    const harm = fc.record({
      file: fc.nat(),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      how: fc.constantFrom('bit', 'zeros', 'cut', 'garbage', 'gone', 'emptied'),
    });
    await fc.assert(
      fc.asyncProperty(harm, async ({ at, file, how }) => {
        const all = await kept();
        const names = files(all.store);
        const name = names[file % names.length] ?? '';
        const path = join(all.store, name);
        const bytes = readFileSync(path);
        const from = Math.min(bytes.length - 1, Math.floor(at * bytes.length));
        if (how === 'gone') rmSync(path);
        else if (how === 'emptied') truncateSync(path, 0);
        else if (how === 'cut') truncateSync(path, from);
        else {
          const length = how === 'bit' ? 1 : Math.min(512, bytes.length - from);
          for (let i = from; i < from + length; i += 1)
            bytes[i] = how === 'bit' ? (bytes[i] ?? 0) ^ 4 : how === 'zeros' ? 0 : (i * 7) & 255;
          writeFileSync(path, bytes);
        }
        // A journal without the end of its last line is one whose writer died: that line was never told of.
        await judge(all, `${how} in ${name} at ${from}`, {
          mayForget: name === 'journal' && (how === 'cut' || from + 512 >= bytes.length),
        });
        rmSync(all.home.path, { recursive: true, force: true });
      }),
      { numRuns: rounds(40) },
    );
  });

  it.each(['stat.bin', 'meta.json', 'index'])('in %s costs no snapshot: it is made anew', async (which) => {
    const all = await kept();
    const name = which === 'index' ? files(all.store).find((one) => one.endsWith('.ix')) : which;
    // A store so small has no index yet.
    if (name === undefined) writeFileSync(join(all.store, 'packs/000001.ix'), 'no index');
    else writeFileSync(join(all.store, name), Buffer.alloc(300, 0xa5));
    const snapshots = all.open();
    expect(await snapshots.verify()).toMatchObject({ snapshots: 5, damaged: [] });
    for (const { picture, snapshot } of all.taken) {
      expect(await snapshots.restore(snapshot.id)).toMatchObject({ isExact: true });
      expect(pictureOf(all.home.at('w'))).toEqual(picture);
    }
  });

  it('in one workspace leaves the others alone', async () => {
    const [one, other] = [await kept(), await kept()];
    rmSync(join(one.store, 'packs'), { recursive: true });
    writeFileSync(join(one.store, 'journal'), 'garbage\n'.repeat(50));
    expect((await one.open().verify()).faults.length).toBeGreaterThan(0);
    await judge(other, 'the other one');
  });
});

describe('after verify named what is damaged', () => {
  it.each([false, true])(
    'the next snapshot keeps what still stands there anew, and the old ones have it back (same process: %s)',
    async (isSame) => {
      const all = await kept();
      const pack = join(all.store, 'packs/000001.pk');
      const bytes = readFileSync(pack);
      // Every eighth of it, but for its head.
      for (let at = 200; at < bytes.length; at += bytes.length >> 3) bytes[at] = (bytes[at] ?? 0) ^ 1;
      writeFileSync(pack, bytes);
      const snapshots = all.open();
      const { damaged } = await snapshots.verify();
      const newest = all.taken.at(-1);
      expect(damaged.filter(({ snapshot }) => snapshot === newest?.snapshot.id).length).toBeGreaterThan(0);
      const later = isSame ? snapshots : all.open();
      const { snapshot } = await later.take(manual);
      expect(snapshot.root).toBe(newest?.snapshot.root);
      const left = (await all.open().verify()).damaged;
      expect(left.filter((one) => one.snapshot === newest?.snapshot.id)).toEqual([]);
      expect(left.length).toBeLessThan(damaged.length);
      all.home.put('w/d0/f0', 'broken');
      expect(await all.open().restore(snapshot.id)).toMatchObject({ isExact: true });
      expect(pictureOf(all.home.at('w'))).toEqual(newest?.picture);
    },
  );
});
