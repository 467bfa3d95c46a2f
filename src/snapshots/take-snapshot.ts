import { maskProse } from '../secrets/index.ts';
import { cleanLine, cut, SnapError, displayPath, type System } from '../system/index.ts';
import { type LookAtOptions, lookAtFiles, type Looked, nothingSeen, type StoreSeen } from './look/look-at-files.ts';
import type { Captured } from './look/capture.ts';
import type { RawName } from './raw-name.ts';
import type { SnapshotParts } from './snapshot-parts.ts';
import type { Snapshot, TakeOptions } from './snapshots.ts';
import { encodedRules, putRules } from './store/kept-rules.ts';
import type { ObjectStore } from './store/object-types.ts';
import { newSnapshotId } from './store/snapshot-record.ts';
import { prune } from './upkeep/prune.ts';
import { join } from 'node:path';
import { repositoryOf, type Workspace } from '../workspace/index.ts';

const objectName = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** https://git-scm.com/docs/git-check-ref-format forbids control characters; a name that has some is not shown. */
const plainName = /^[^\p{C}\s]{1,250}$/u;

/** Characters. */
const maxMessage = 500;
/** A store that is pruned to make room stays below this share of its limit, so that the next snapshot need not prune again. */
const prunedShare = 0.95;
/** From this share of the limit on, files that did not fit are a reason to refuse the snapshot. */
const fullShare = 0.9;

export interface Taken {
  readonly snapshot: Snapshot;
  /** False when nothing differs from the newest one, which is the answer then. */
  readonly isNew: boolean;
  /** This call has taken it before. */
  readonly isRepeated?: true;
  /** As {@link Looked.reach}. */
  readonly reach: readonly RawName[];
}

export interface TakeNowOptions extends TakeOptions, LookAtOptions {
  /** Of a safety snapshot. */
  readonly target?: Snapshot | undefined;
  /** Recorded even if nothing differs from the newest snapshot. */
  readonly always?: boolean;
}

/** Takes snapshots of one workspace. */
export interface Taker {
  /** Bytes that the last call of {@link Taker.take} found no room for, if it was refused for that; else 0. */
  lacking(): number;
  /** Captures the files as they are; nothing is recorded. */
  look(into: ObjectStore, options?: LookAtOptions): Promise<Looked>;
  /** The caller holds the store's lock. @throws as {@link Snapshots.take} */
  take(options: TakeNowOptions): Promise<Taken>;
}

interface TakerState {
  readonly parts: SnapshotParts;
  readonly seen: StoreSeen;
  lacking: number;
}

export function createTaker(parts: SnapshotParts): Taker {
  const state: TakerState = { parts, seen: nothingSeen(), lacking: 0 };
  return {
    lacking: () => state.lacking,
    look: (into, options) => lookAtFiles(parts, state.seen, into, options),
    take: (options) => takeSnapshot(state, options),
  };
}

async function takeSnapshot(state: TakerState, options: TakeNowOptions): Promise<Taken> {
  const { journal, options: opened, overlay, records, store, storeRoot, tree } = state.parts;
  const { call, kind, message, target, paths, signal, progress } = options;
  state.lacking = 0;
  const before = call === undefined ? undefined : records().snapshots.findLast((one) => one.call === call);
  if (before !== undefined) return { snapshot: before, isNew: true, isRepeated: true, reach: [] };
  const newest = records().snapshots.at(-1);
  // What a comparison read since the last snapshot is likely to be part of this one.
  if (!overlay.moveTo(store)) tree.doubt();
  const looked = await lookWithRoom(state, { paths, target, signal, progress });
  const { reach } = looked;
  const rules = encodedRules(looked.rules);
  // A message of the person's is kept: it names this state, also where an older snapshot has the same files.
  const said = kind === 'manual' ? (storedText(message) ?? '') : '';
  const isNamed = said !== '' && said !== newest?.message;
  // The same files under other rules are another snapshot: a restore deletes what its rules could have held, and did not.
  if (newest?.root === looked.root && newest.rules === rules?.id && !isNamed && options.always !== true) {
    // Objects that were found damaged have been stored again.
    store.sync();
    if (!opened.yields) await tree.save();
    return { snapshot: newest, isNew: false, reach };
  }
  refuseEmptied(state.parts, looked, newest, options);
  refuseWithoutRoom(state, looked);
  const snapshot = await newSnapshot(state.parts, looked, { ...options, rules: rules?.id });
  if (rules !== undefined) putRules(store, rules);
  storeRoot.claim();
  // The objects are on the disk before the journal names them.
  store.sync();
  // Who asked may have given up meanwhile, and taken it in another process.
  signal?.throwIfAborted();
  journal.append([{ kind: 'snapshot', snapshot }]);
  // A restore saves it at its end, when the files have changed again.
  if (kind !== 'safety' && (!opened.yields || newest === undefined)) await tree.save();
  return { snapshot, isNew: true, reach };
}

async function newSnapshot(
  { records, system, workspace }: SnapshotParts,
  looked: Looked,
  { call, kind, message, paths, rules, target, task }: TakeNowOptions & { readonly rules: string | undefined },
): Promise<Snapshot> {
  const { root, files, bytes, skipped, skippedCount, borrowed } = looked;
  const git = await gitHead(system, workspace);
  const { next } = records();
  return {
    id: newSnapshotId(next),
    sequence: next,
    kind,
    at: system.now().toISOString(),
    message: storedText(message),
    task: storedText(task),
    call,
    root,
    files,
    bytes,
    skipped,
    skippedCount,
    complete: borrowed === 0,
    isProtected: false,
    git,
    before: kind === 'safety' ? target?.id : undefined,
    within: kind === 'safety' ? paths : undefined,
    rules,
  };
}

/** Looks; where files found no room, prunes old snapshots and looks once more. */
async function lookWithRoom(state: TakerState, options: LookAtOptions): Promise<Looked> {
  const { room, store, tree } = state.parts;
  const first = await lookAtFiles(state.parts, state.seen, store, options);
  const wanted = bytesWithoutRoom(state.parts, first);
  if (wanted === 0 && room.onDisk() <= room.limit()) return first;
  // Even with all old snapshots deleted the disk would be too full: then none is deleted.
  if (wanted > 0 && room.isDiskFull(wanted - room.onDisk())) return first;
  store.sync();
  if (!(await makeRoom(state.parts, wanted))) return first;
  tree.doubt();
  return lookAtFiles(state.parts, state.seen, store, options);
}

/** Bytes of files that found no room, though each is small enough to be captured. */
function bytesWithoutRoom({ room }: SnapshotParts, { skipped }: Captured): number {
  const { file } = room.capture();
  const small = skipped.filter(({ reason, size = 0 }) => reason === 'over-budget' && size <= file);
  return small.reduce((sum, { size = 0 }) => sum + size, 0);
}

/** Prunes the oldest snapshots. @returns whether anything was deleted. */
async function makeRoom({ journal, options, room, store, system }: SnapshotParts, wanted: number): Promise<boolean> {
  const limit = room.limit();
  const holds = (await options.holds?.()) ?? [];
  const { removed, freed } = await prune(store, journal, {
    now: () => system.now(),
    holds,
    limit: Math.max(0, Math.floor(limit * prunedShare) - wanted),
    rules: options.retention,
  });
  return removed.length > 0 || freed > 0;
}

/** A directory that is suddenly empty and is not the one that was captured before is probably a disk that is not mounted. */
function refuseEmptied(parts: SnapshotParts, { files }: Looked, newest: Snapshot | undefined, { kind }: TakeNowOptions): void {
  const before = newest?.files ?? 0;
  if (files > 0 || before === 0 || kind === 'safety' || !parts.storeRoot.isReplaced()) return;
  const message = `${shownRoot(parts)}: the directory is empty, but the newest snapshot has ${before} files. No snapshot was taken.`;
  throw new SnapError('refused', message, {
    hint: 'Check that its disk is mounted. To put the files back: snap snapshot restore.',
  });
}

function refuseWithoutRoom(state: TakerState, looked: Looked): void {
  const { room } = state.parts;
  const lacking = bytesWithoutRoom(state.parts, looked);
  if (lacking === 0) return;
  const isDiskFull = room.isDiskFull(lacking);
  const isTotalFull = room.excess(lacking) > 0;
  if (!isDiskFull && !isTotalFull && room.onDisk() < room.limit() * fullShare) return;
  state.lacking = lacking;
  const why = isDiskFull
    ? 'the disk is almost full'
    : isTotalFull
      ? 'the snapshots of all projects together have reached their limit'
      : 'the snapshots that must be kept have reached their limit';
  const message = `${shownRoot(state.parts)}: no snapshot was taken, because ${why}; ${megabytes(lacking)} more are needed.`;
  throw new SnapError('refused', message, {
    hint: 'Free disk space, unprotect old snapshots, exclude generated files with "exclude" in the settings, or raise the limits under "snapshots" in your own settings.',
  });
}

function shownRoot({ system, workspace }: SnapshotParts): string {
  return displayPath(workspace.root, system);
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}

/** One line without secrets. Cleaned first: a hidden character inside a token would keep the mask from matching it. */
function storedText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : cut(maskProse(cleanLine(text)), maxMessage);
}

/**
 * The commit and the branch that are checked out, read from git's own files; git is not started.
 * https://git-scm.com/docs/gitrepository-layout `undefined` without git; what cannot be read is `undefined`.
 */
async function gitHead(system: System, workspace: Pick<Workspace, 'root'>): Promise<Snapshot['git']> {
  const repository = await repositoryOf(system, workspace.root);
  if (repository === undefined) return undefined;
  const head = await lineOf(system, join(repository.directory, 'HEAD'));
  if (head === undefined) return undefined;
  if (objectName.test(head)) return { commit: head };
  const ref = /^ref: (refs\/.+)$/.exec(head)?.[1];
  if (ref === undefined || !plainName.test(ref) || ref.split('/').includes('..')) return undefined;
  const branch = /^refs\/heads\/(.+)$/.exec(ref)?.[1];
  const common = repository.common ?? repository.directory;
  const commit = (await lineOf(system, join(common, ...ref.split('/')))) ?? (await packed(system, common, ref));
  return {
    commit: commit !== undefined && objectName.test(commit) ? commit : undefined,
    // With the reftable format git writes this name, for programs that do not know the format. https://git-scm.com/docs/reftable
    branch: branch === '.invalid' ? undefined : branch,
  };
}

async function packed(system: System, common: string, ref: string): Promise<string | undefined> {
  const bytes = await system.readStart(join(common, 'packed-refs'), 4 * 1_048_576);
  if (bytes === undefined) return undefined;
  const text = Buffer.from(bytes).toString('utf8');
  const at = text.indexOf(` ${ref}\n`);
  return at === -1 ? undefined : text.slice(text.lastIndexOf('\n', at) + 1, at);
}

async function lineOf(system: System, path: string): Promise<string | undefined> {
  const bytes = await system.readStart(path, 4_096);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8').split('\n', 1)[0]?.trim();
}
