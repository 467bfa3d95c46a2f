// Snapshots in a process of their own that lives as long as a server does, opened and watched as there, and driven by the messages of a
// bench: what a call takes is measured around the call alone, and the peak memory is that of one step.
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as after } from 'node:timers/promises';
import { openSnapshots, type OpenedSnapshots, parseSnapshotId, type Snapshot, watchSnapshots } from '../../src/snapshots/index.ts';
import type { WritableSystem } from '../../src/system/index.ts';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { openWorkspace } from '../../src/workspace/index.ts';

export interface DrivenPlace {
  readonly root: string;
  readonly home: string;
  /** For everything snap keeps. */
  readonly store: string;
  readonly environment: Readonly<Record<string, string>>;
  /** As a server does; without, each snapshot walks the whole tree. */
  readonly isWatched: boolean;
  /** As in a server, where others are let work in between; without, as in a command. */
  readonly yields: boolean;
  /** Most files of a snapshot, where it is not the usual bound. */
  readonly files?: number;
}

export type Job =
  | { readonly what: 'open'; readonly place: DrivenPlace }
  | { readonly what: 'first' }
  | { readonly what: 'take'; readonly expects: readonly string[] }
  | { readonly what: 'restore'; readonly id: string }
  | { readonly what: 'tidy' };

export interface Done {
  /** Of the call. */
  readonly ms: number;
  /** VmHWM of the step, MiB; NaN where the kernel does not tell. */
  readonly peak: number;
  readonly id?: string;
  readonly root?: string;
  readonly isNew?: boolean;
  /** Until the snapshot leans on nothing but its own store. */
  readonly completeMs?: number;
  readonly files?: number;
  readonly skipped?: readonly string[];
}

/** Longer than this no watcher takes, and no snapshot is borrowed. */
const longestWait = { delivery: 20_000, complete: 120_000 };
const exclude = ['node_modules/', '.git/', '*.log'];

let snapshots: OpenedSnapshots | undefined;
let watch: ReturnType<typeof watchSnapshots> | undefined;
/** What the watcher told of since the last call; `undefined` in it: anything. */
const told = new Set<string | undefined>();
let place: DrivenPlace | undefined;
let system: WritableSystem | undefined;

async function open(given: DrivenPlace): Promise<Done> {
  place = given;
  const env = { ...given.environment, SNAP_DATA_DIR: given.store };
  const own = writableSystem(nodeSystem({ home: given.home, cwd: given.root, env }));
  system = {
    ...own,
    watch: (root, options) => own.watch(root, { ...options, onChange: (path) => told.add(path) && options.onChange(path) }),
  };
  const began = performance.now();
  const limits = given.files === undefined ? {} : { limits: { files: given.files } };
  snapshots = openSnapshots(system, await openWorkspace(system, given.root), { exclude, yields: given.yields, ...limits });
  return { ms: performance.now() - began, peak: peakNow() };
}

/** The first one from a store that is not there yet. Then the watch is set up, as in a server; nobody waits for it. */
async function first(): Promise<Done> {
  const own = opened();
  const began = performance.now();
  const { snapshot } = await own.take({ kind: 'task' });
  const ms = performance.now() - began;
  const completeMs = snapshot.complete ? ms : await untilComplete(own, snapshot, began);
  if (place?.isWatched === true && system !== undefined) {
    watch = watchSnapshots(system, await openWorkspace(system, place.root), own);
    await watch.ready;
    if (!watch.isWatching()) throw new Error('there is no watch');
    // What is known from now on is what the watcher tells; what was before takes one more walk.
    await own.take({ kind: 'task' });
  }
  return { ...saidOf(snapshot), ms, completeMs, peak: peakNow() };
}

async function untilComplete(own: OpenedSnapshots, { id }: Snapshot, began: number): Promise<number> {
  for (;;) {
    if ((await own.find(id))?.complete === true) return performance.now() - began;
    if (performance.now() - began > longestWait.complete) throw new Error(`${id} was never complete`);
    await after(2);
  }
}

/** The time in which the watcher delivers is not counted: it passes before anybody asks. What the call itself waits for is. */
async function take(expects: readonly string[]): Promise<Done> {
  const began = performance.now();
  const isUntold = (path: string): boolean => !(told.has(undefined) || told.has(path));
  while (expects.some(isUntold)) {
    if (performance.now() - began > longestWait.delivery) throw new Error(`the watcher told of ${told.size} paths, not of all`);
    await after(1);
  }
  const asked = performance.now();
  const { isNew, snapshot } = await opened().take({ kind: 'task' });
  return { ...saidOf(snapshot), isNew, ms: performance.now() - asked, peak: peakNow() };
}

async function restore(text: string): Promise<Done> {
  const id = parseSnapshotId(text);
  if (id === undefined) throw new Error(`no snapshot ${text}`);
  const began = performance.now();
  const done = await opened().restore(id);
  const ms = performance.now() - began;
  if (!done.isExact) throw new Error(`${done.conflicts[0]?.path}: ${done.conflicts[0]?.reason}`);
  return { ms, peak: peakNow() };
}

/** What a server does when nothing was asked of it for a while. */
async function tidy(): Promise<Done> {
  const began = performance.now();
  await opened().prune({ dryRun: false, holds: (await opened().list()).map(({ id }) => id) });
  return { ms: performance.now() - began, peak: peakNow() };
}

const saidOf = ({ id, root, files, skipped }: Snapshot): Pick<Done, 'id' | 'root' | 'files' | 'skipped'> => ({
  id,
  root,
  files,
  skipped: skipped.slice(0, 5).map(({ path, reason }) => `${path}: ${reason}`),
});

function opened(): OpenedSnapshots {
  if (snapshots === undefined) throw new Error('not opened');
  return snapshots;
}

function peakNow(): number {
  return Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? Number.NaN) / 1024;
}

/** From here on the peak counts anew. https://man7.org/linux/man-pages/man5/proc_pid_clear_refs.5.html */
function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // A kernel without it: then the peak is that of all steps so far, which is more.
  }
}

async function run(job: Job): Promise<Done> {
  switch (job.what) {
    case 'open':
      return open(job.place);
    case 'first':
      return first();
    case 'take':
      return take(job.expects);
    case 'restore':
      return restore(job.id);
    case 'tidy':
      return tidy();
    default:
      return job satisfies never;
  }
}

process.on('message', (job: Job) => {
  forgetPeak();
  void run(job)
    .then(
      (done) => ({ done }),
      (error: unknown) => ({ error: error instanceof Error ? error.message : String(error) }),
    )
    .then((answer) => {
      told.clear();
      process.send?.(answer);
    });
});
// The bench has gone, whatever became of it.
process.on('disconnect', () => {
  watch?.close();
  snapshots?.close();
  process.exit(0);
});
