import { setImmediate } from 'node:timers/promises';
import { failureCode, failureWords, SnapError, type System } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { type RawName, textOfName } from '../raw-name.ts';
import { directoriesAbove, parentPath, pathBelow } from '../raw-path.ts';
import { type Difference, differencesOf, untoldDirectories } from '../compare/changes.ts';
import { entryReader, namesIn, type Scope, whyUnknownTo } from './unknown-files.ts';
import type { ObjectId } from '../store/object-types.ts';
import type { Contents } from '../store/stored-contents.ts';
import { type PathFilter, pathFilter } from '../compare/path-filter.ts';
import { planSteps, type RestoreStep, type RestoreSteps } from './restore-plan.ts';
import type { RestoreRecord } from '../store/records.ts';
import { doStep, type StepResult } from './restore-step.ts';
import type { Restored, SnapshotId, TakeOptions } from '../snapshots.ts';
import { type SeenAfter, whatStays } from './what-stays.ts';
import { absolutePath, type WorkspaceFiles, wayTrouble } from './workspace-files.ts';
import { createHash } from 'node:crypto';

/** A restore that began and did not end, with the roots of the two snapshots that the files may be a mixture of. */
interface LeftRestore {
  readonly record: RestoreRecord;
  /** Of its safety snapshot. */
  readonly from: ObjectId;
  /** Of its target. */
  readonly to: ObjectId;
}

/** A snapshot with the id of its tree, and what it could have held. */
export interface Held extends Scope {
  readonly id: SnapshotId;
}

export interface PlanParts extends WorkspaceFiles {
  /** Whether the disk of the workspace takes `a` and `A` for two names. */
  readonly isCaseSensitive: boolean;
}

export interface RestoreParts extends PlanParts {
  readonly system: Pick<System, 'now'>;
  /** Takes the files as they are, those that the target holds included though they be ignored now. Throws, and nothing was touched. */
  takeSafety(before: SnapshotId): Promise<Held>;
  /** Durable when it settles. */
  begin(record: RestoreRecord): Promise<void>;
  end(record: RestoreRecord, outcome: 'finished' | 'stopped' | 'back'): Promise<void>;
  /** Called before a path is changed, so that cached facts about it and its parent directories are no longer used. */
  changed(path: WorkspacePath): void;
  /** The files after all. Without it what was not done is all that is known. */
  lookAgain?(): Promise<SeenAfter>;
}

export interface RestoreOptions {
  readonly paths?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly progress?: TakeOptions['progress'] | undefined;
  /** A restore that a dead process left, ended by this one: its record stays open until this ends. */
  readonly settles?: (LeftRestore & { readonly how: 'finish' | 'back' }) | undefined;
}

/** Work that runs without a pause, so that a server can answer requests in between. */
const sliceMs = 20;

/**
 * Makes the files of a workspace those of a snapshot. Nothing is touched before the safety snapshot is stored and the journal says what
 * is about to happen; nothing is written over or deleted that the safety snapshot does not hold; what is the same stays untouched.
 * What could not be done is named, with its reason, and the rest is done all the same, but for a full disk: that ends it.
 * @throws SnapError when no safety snapshot can be taken, or the target is damaged: then nothing was touched.
 */
export async function restoreTree(parts: RestoreParts, target: Held, options: RestoreOptions = {}): Promise<Restored> {
  const { settles, signal } = options;
  const paths = options.paths ?? settles?.record.paths;
  const isMeant = pathFilter(paths);
  if (settles !== undefined) await sweepLeftovers(parts, settles);
  const safety = await parts.takeSafety(target.id);
  const plan = await stepsTo(parts, target, { now: safety.root, isMeant, signal });
  const record = settles?.record ?? newRecord(parts, target, safety, paths);
  if (settles === undefined && plan.steps.length > 0) await parts.begin(record);

  const results = await runSteps(parts, plan.steps, temporaryNames(record.safety), options);
  const written = new Set<WorkspacePath>();
  const deleted = new Set<WorkspacePath>();
  // Counted as the plan counts them, so that a person finds as many done as were shown.
  const untold = untoldDirectories(plan.done);
  const parents = new Set(plan.steps.map(({ path }) => parentPath(path)));
  for (const { path, result } of results) {
    const shown = textOfName(path);
    if (result.kind === 'left' || (untold.has(path) && parents.has(path))) continue;
    if (result.kind === 'written') written.add(shown);
    else if (result.kind === 'deleted') deleted.add(shown);
  }
  // Of a file that gave way to a directory, or the other way round, both steps have the path.
  for (const path of written) deleted.delete(path);
  const { conflicts, isExact } = await whatStays(parts, { target, safety, plan, results, isMeant, lookAgain: parts.lookAgain });
  if (settles !== undefined || plan.steps.length > 0) {
    await endQuietly(parts, record, settles?.how === 'back' ? 'back' : isExact ? 'finished' : 'stopped');
  }
  const undoneBy = settles?.how === 'finish' ? settles.record.safety : safety.id;
  return { safety: undoneBy, target: target.id, written: [...written], deleted: [...deleted], conflicts, isExact };
}

/** What makes the files as they are those of a snapshot. @param now root of the files as they are. */
export async function stepsTo(
  parts: PlanParts,
  target: Held,
  { now, isMeant, signal }: { readonly now: ObjectId; readonly isMeant: PathFilter; readonly signal?: AbortSignal | undefined },
): Promise<RestoreSteps> {
  const { contents, isCaseSensitive } = parts;
  const differences = await differencesOf(contents, now, target.root, { isMeant, withWay: true, signal });
  const targetNames = namesIn(contents, target.root);
  // Most restores delete nothing: then nobody has to know what the snapshot could have held.
  if (differences.every(({ after }) => after !== undefined)) return planSteps(differences, { isCaseSensitive, targetNames });
  const way = wayMade(contents, target, { now, differences });
  const isWay = new Set(way.map(({ path }) => path));
  const leaving = differences.filter(({ after }) => after === undefined);
  const whyUnknown = await whyUnknownTo(contents, target, new Set(leaving.map(({ path }) => parentPath(path))));
  const whyRepository = nestedRepositories(parts, differences);
  return planSteps(way.length === 0 ? differences : [...differences, ...way].sort((one, other) => (one.path < other.path ? -1 : 1)), {
    isCaseSensitive,
    targetNames,
    whyUnknown: (path, entry) => (isWay.has(path) ? undefined : (whyRepository(path) ?? whyUnknown(path, entry))),
  });
}

/**
 * Why what is in a repository that came into the workspace since then stays, all of it: no snapshot has its `.git`, so what would be left of it is no
 * repository any more.
 */
function nestedRepositories(files: WorkspaceFiles, differences: readonly Difference[]): (path: RawName) => string | undefined {
  const reasons = new Map<RawName, string>();
  for (const { path, before, after } of differences) {
    if (before?.kind !== 'directory' || after?.kind === 'directory') continue;
    try {
      if (files.calls.lstat(absolutePath(files, pathBelow(path, gitName))) !== undefined) reasons.set(path, ownRepository);
    } catch (error) {
      if (failureCode(error) === undefined) throw error;
      reasons.set(path, `whether it is a repository of its own cannot be seen: ${failureWords(error)}`);
    }
  }
  return (path) => reasons.get([path, ...directoriesAbove(path)].find((at) => reasons.has(at)) ?? path);
}

const gitName = Buffer.from('.git');
const ownRepository = 'it belongs to a repository of its own, which the snapshot does not have';

/**
 * Directories that a restore of some paths made on the way to them: they go with what it created. They are none of the paths themselves,
 * and were not there before, or the safety snapshot would have them.
 */
function wayMade(
  contents: Contents,
  { reach, root }: Held,
  { now, differences }: { readonly now: ObjectId; readonly differences: readonly Difference[] },
): readonly Difference[] {
  if (reach?.withDirectories !== true) return [];
  const [created, held, present] = [entryReader(contents, reach.root), entryReader(contents, root), entryReader(contents, now)];
  const known = new Set(differences.map(({ path }) => path));
  const gone = differences.filter(
    ({ path, after }) => after === undefined && reach.isMeant(textOfName(path)) && created(path) !== undefined,
  );
  const above = new Set(gone.flatMap(({ path }) => directoriesAbove(path)));
  return [...above].flatMap((path) => {
    const before = known.has(path) || held(path) !== undefined ? undefined : present(path);
    return before === undefined ? [] : [{ path, before, after: undefined, isContentSame: false }];
  });
}

async function endQuietly(parts: RestoreParts, record: RestoreRecord, outcome: 'finished' | 'stopped' | 'back'): Promise<void> {
  try {
    await parts.end(record, outcome);
  } catch (error) {
    // For example, the disk is full. What was done is still reported; without this line the next run offers to finish the restore or to undo it.
    if (!(error instanceof SnapError)) throw error;
  }
}

function newRecord({ system }: RestoreParts, target: Held, safety: Held, paths: RestoreOptions['paths']): RestoreRecord {
  const at = system.now().toISOString();
  return { target: target.id, safety: safety.id, at, paths };
}

async function runSteps(
  parts: RestoreParts,
  steps: readonly RestoreStep[],
  nextName: () => Buffer,
  { signal, progress }: RestoreOptions,
): Promise<readonly { readonly path: RawName; readonly result: StepResult }[]> {
  const results: { readonly path: RawName; readonly result: StepResult }[] = [];
  /** Closed to others until their mode comes, which needs no room. */
  const made = new Set<RawName>();
  let stopped: string | undefined;
  let sliceEnd = performance.now() + sliceMs;
  for (const [i, step] of steps.entries()) {
    if (performance.now() > sliceEnd) {
      await setImmediate();
      progress?.(i, steps.length);
      sliceEnd = performance.now() + sliceMs;
    }
    if (signal?.aborted === true) stopped ??= 'not done: it was cancelled';
    const mustEnd = step.kind === 'directory-mode' && made.has(step.path);
    if (stopped !== undefined && !mustEnd) {
      results.push({ path: step.path, result: { kind: 'left', reason: stopped } });
      continue;
    }
    parts.changed(textOfName(step.path));
    const result = await doStep(parts, step, nextName);
    if (result.kind === 'left' && result.stops === true) stopped = `not done: ${result.reason}`;
    if (step.kind === 'make-directory' && result.kind === 'written') made.add(step.path);
    results.push({ path: step.path, result });
  }
  progress?.(steps.length, steps.length);
  return results;
}

/** Names of temporary files: of one restore and no other, so that a later run knows what a dead one has left. */
function temporaryNames(safety: SnapshotId): () => Buffer {
  let count = 0;
  return () => {
    count += 1;
    return Buffer.from(`.snap-${tokenOf(safety)}${count.toString(16).padStart(8, '0')}.tmp`);
  };
}

function tokenOf(safety: SnapshotId): string {
  return createHash('sha256').update(safety).digest('hex').slice(0, 16);
}

/** Deletes what a dead restore was writing: where it may have written, and under the names that were its own. */
async function sweepLeftovers(files: WorkspaceFiles, { record, from, to }: LeftRestore): Promise<void> {
  const own = new RegExp(String.raw`^\.snap-${tokenOf(record.safety)}[0-9a-f]{8}\.tmp$`);
  const differences = await differencesOf(files.contents, from, to);
  const directories = new Set<RawName>(differences.map(({ path }) => parentPath(path)));
  for (const directory of directories) {
    if (wayTrouble(files, pathBelow(directory, Buffer.from('any'))) !== undefined) continue;
    for (const name of files.calls.readdir(absolutePath(files, directory))) {
      if (own.test(name.toString('latin1'))) files.calls.unlink(absolutePath(files, pathBelow(directory, name)));
    }
  }
}
