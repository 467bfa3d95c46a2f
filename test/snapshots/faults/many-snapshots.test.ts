import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSnapshots, type SnapshotId } from '../../../src/snapshots/index.ts';
import { openWorkspace } from '../../../src/workspace/index.ts';
import { cpuTimeUntil } from '../../support/cpu-time.ts';
import { pictureOf } from '../../support/stored-trees.ts';
import { temporaryHome } from '../../support/temporary-home.ts';
import { rounds } from '../../support/storm.ts';

/** 10,000 take some minutes. */
const many = rounds(500, 'SNAP_SNAPSHOTS');

it('a month of use takes a bounded room and a bounded time to open', async () => {
  const home = temporaryHome({ inMemory: true });
  for (let i = 0; i < 40; i += 1) home.put(`w/d${i % 5}/f${i}`, `${i} `.repeat(200));
  const start = Date.UTC(2026, 9, 1);
  let minutes = 0;
  const system = { ...home.run(), now: () => new Date(start + minutes * 60_000) };
  const workspace = await openWorkspace(system, home.at('w'));
  const store = join(workspace.privateDirectory, 'snapshots');
  const open = () => openSnapshots(system, workspace, { exclude: [], yields: false });
  const onDisk = () => [store, join(store, 'packs')].flatMap((at) => readdirSync(at).map((name) => statSync(join(at, name)).size));
  const pictures = new Map<SnapshotId, readonly string[]>();
  let snapshots = open();
  const listed = async () => {
    const fresh = open();
    return { fresh, list: await fresh.list() };
  };
  const opened: Awaited<ReturnType<typeof listed>>[] = [];
  let most = 0;
  for (let i = 1; i <= many; i += 1) {
    // A month in as many steps.
    minutes += Math.ceil((30 * 24 * 60) / many);
    home.put(`w/d${i % 5}/f${i % 40}`, `${i} changed `.repeat(100 + (i % 100)));
    const { snapshot } = await snapshots.take({ kind: 'manual' });
    pictures.set(snapshot.id, pictureOf(home.at('w')));
    most = Math.max(
      most,
      onDisk().reduce((sum, size) => sum + size, 0),
    );
    if (i % 100 === 0) {
      snapshots.close();
      snapshots = open();
    }
  }
  // The least of three: what this process has to tidy up from other tests falls into one of them.
  let openMs = Infinity;
  for (let i = 0; i < 3; i += 1) openMs = Math.min(openMs, await cpuTimeUntil(async () => opened.push(await listed())));
  const { fresh, list } = opened[0] ?? (await listed());
  if (process.env['SNAP_SNAPSHOTS'] !== undefined) {
    process.stdout.write(
      `${JSON.stringify({ many, kept: list.length, maxBytes: most, openMs, journal: statSync(join(store, 'journal')).size })}\n`,
    );
  }
  // The last fifty, one an hour for two days, one a day for a month, and those that wait for the next collection.
  expect(list.length).toBeLessThan(50 + 48 + 31 + 30);
  expect(most).toBeLessThan(6_000_000);
  expect(statSync(join(store, 'journal')).size).toBeLessThan(600_000);
  expect(openMs).toBeLessThan(150);
  expect(await fresh.verify()).toMatchObject({ damaged: [], faults: [] });
  for (const { id } of [list[0], list[Math.floor(list.length / 2)], list.at(-1)].filter((one) => one !== undefined)) {
    expect(await fresh.restore(id)).toMatchObject({ isExact: true });
    expect(pictureOf(home.at('w'))).toEqual(pictures.get(id));
  }
  snapshots.close();
  for (const { fresh: each } of opened) each.close();
}, 600_000);
