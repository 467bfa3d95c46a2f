// This program's snapshots as the bench drives them: long-lived and told of changes, long-lived and
// walking, and a process of its own each time.
import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseSnapshotId } from '../../src/snapshots/snapshot-text.ts';
import type { Snapshots } from '../../src/snapshots/snapshots.ts';
import { ownSnapshots } from '../../test/snapshots/hostile/own-snapshots.ts';
import type { Opponent, OpponentMaker, OpponentPlace } from './opponents.ts';

const run = promisify(execFile);

export interface Ours extends Opponent {
  /** Told of every change between two snapshots, as a watcher would. */
  changed(paths: readonly string[]): void;
  close(): void;
  /** A process of the program that does all but the snapshot; of those that live long none. */
  idle?(): Promise<void>;
  /** Of the last process, MiB. */
  peak?(): number;
}

export interface OursMaker extends Omit<OpponentMaker, 'open'> {
  open(place: OpponentPlace): Ours;
}

const longLived = (name: string, isWatched: boolean): OursMaker => ({
  name,
  readsAll: true,
  open(place) {
    let isToldYet = false;
    let snapshots: Snapshots | undefined;
    const opened = (): Snapshots => {
      if (snapshots === undefined) throw new Error(`${name}: not prepared`);
      return snapshots;
    };
    return {
      stores: [place.store],
      async prepare() {
        ({ snapshots } = await ownSnapshots({ ...place, yields: true }));
      },
      async take() {
        const { id } = (await opened().take({ kind: 'task' })).snapshot;
        if (isWatched && !isToldYet) opened().watched(true);
        isToldYet = true;
        return id;
      },
      async restore(id, paths) {
        const target = parseSnapshotId(id);
        if (target === undefined) throw new Error(`no snapshot ${id}`);
        const done = await opened().restore(target, paths === undefined ? {} : { paths });
        if (!done.isExact) throw new Error(`${name}: ${done.conflicts[0]?.path}: ${done.conflicts[0]?.reason}`);
      },
      undo: async () => (await opened().undo()) !== undefined,
      changed: (paths) => paths.forEach((path) => opened().changed(path)),
      diesMidway: () => undefined,
      close: () => snapshots?.close(),
    };
  },
});

/** @param program test/support/snapshot-program.ts, bundled. */
export function oursWith(program: string): readonly OursMaker[] {
  const newProcess: OursMaker = {
    name: 'snap, new process',
    readsAll: true,
    open(place) {
      let peak = Number.NaN;
      const start = async (what: 'take' | 'idle') => run(process.execPath, [program, what, place.root, place.home, place.store]);
      return {
        stores: [place.store],
        async prepare() {
          mkdirSync(join(place.store, 'idle-store'), { recursive: true });
        },
        async take() {
          const { stdout } = await start('take');
          const said: unknown = JSON.parse(stdout);
          if (typeof said === 'object' && said !== null && 'peakKibibytes' in said) peak = Number(said.peakKibibytes) / 1024;
          return 'newest';
        },
        restore: async () => {
          throw new Error('not measured');
        },
        idle: async () => void (await run(process.execPath, [program, 'idle', place.root, place.home, join(place.store, 'idle-store')])),
        peak: () => peak,
        undo: async () => false,
        changed: () => undefined,
        diesMidway: () => undefined,
        close: () => undefined,
      };
    },
  };
  return [longLived('snap, watched', true), longLived('snap, full walk', false), newProcess];
}
