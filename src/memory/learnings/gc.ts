import { join } from 'node:path';
import { isRecord, jsonIn, displayPath, SnapError, type WritableSystem } from '../../system/index.ts';
import { hashOf } from '../../system/writable.ts';
import type { Workspace } from '../../workspace/index.ts';
import { byteLine, byteLines, lineBytes, textOf } from './byte-lines.ts';
import { planGc } from './gc-plan.ts';
import { createLearningView } from './learning-view.ts';
import type { Gc, GcPlan, Violation } from './learnings.ts';
import { findStorePlace, learningsFile, storeLock } from './store-place.ts';
import { parseLine, recordLine } from './record.ts';
import { createStaleness } from './staleness.ts';

export interface Collecting {
  readonly action: 'plan' | 'apply';
  readonly limits: { readonly maxAgeDays: number; readonly minUses: number };
  usesOf(id: string): number;
  readonly violations: readonly Violation[];
}

/** Plans what to archive, delete and merge, and does it on `apply`; {@link undo} reverts it. */
export async function collect(system: WritableSystem, workspace: Workspace, collecting: Collecting): Promise<Gc> {
  const { action, violations } = collecting;
  const staleViolations = await staleAmong(system, workspace, violations);
  const planned = (bytes: Uint8Array | undefined): GcPlan => ({ ...planFor(system, bytes, collecting), staleViolations });
  switch (action) {
    case 'plan':
      return { action, ...planned(await system.readBytes(await storePath(system, workspace))), changed: false };
    case 'apply':
      return system.withLocks([storeLock(workspace)], async (inner) => {
        const path = await storePath(inner, workspace);
        const before = await inner.readBytes(path);
        const plan = planned(before);
        if (before === undefined || plan.archive.length + plan.delete.length + plan.merge.length === 0) {
          return { action, ...plan, changed: false };
        }
        const after = applied(before, plan, system.now().toISOString());
        await keep(inner, workspace, { before, after, plan });
        await inner.replaceBytes(path, hashOf(before), after);
        return { action, ...plan, changed: true };
      });
    default:
      return action satisfies never;
  }
}

/** Removes the lines of these learnings. The last `apply` cannot be undone afterwards: its bytes may hold them. */
export async function forget(system: WritableSystem, workspace: Workspace, ids: readonly string[]): Promise<void> {
  await system.withLocks([storeLock(workspace)], async (inner) => {
    const path = await storePath(inner, workspace);
    const before = await inner.readBytes(path);
    if (before === undefined) return;
    await dropKept(inner, workspace);
    const after = applied(before, { archive: [], delete: ids, merge: [], kept: 0, staleViolations: [] }, system.now().toISOString());
    await inner.replaceBytes(path, hashOf(before), after);
  });
}

async function storePath(system: WritableSystem, workspace: Workspace): Promise<string> {
  return join((await findStorePlace(system, workspace)).directory, learningsFile);
}

async function staleAmong(system: WritableSystem, workspace: Workspace, violations: readonly Violation[]): Promise<readonly string[]> {
  const isStale = createStaleness(system, workspace.root);
  const stale: string[] = [];
  for (const { file, id, wasMissing } of violations) if (wasMissing !== true && (await isStale({ files: [file] }))) stale.push(id);
  return stale;
}

function planFor(system: WritableSystem, bytes: Uint8Array | undefined, { limits, usesOf }: Collecting) {
  const view = createLearningView();
  for (const line of byteLines(bytes)) {
    const parsed = parseLine(textOf(line));
    if (parsed !== undefined && 'record' in parsed) view.take(parsed.record);
  }
  const learnings = view.all().map(({ action, at, id, trigger, type }) => {
    const { archivedAt, state } = view.stateOf(id) ?? { state: 'active' as const };
    return { id, trigger, action, type, at, state, archivedAt, uses: usesOf(id) };
  });
  return planGc({ learnings, now: system.now(), ...limits });
}

/** Removes the lines of deleted and merged learnings, keeps all others as they are, and appends the new states. */
function applied(before: Uint8Array, plan: GcPlan, at: string): Uint8Array {
  const deleted = new Set(plan.delete);
  const removed = new Set([...plan.delete, ...plan.merge.map(({ id }) => id)]);
  const kept = byteLines(before).filter((line) => {
    const parsed = parseLine(textOf(line));
    if (parsed === undefined || !('record' in parsed)) return true;
    const { record } = parsed;
    // Its target is deleted.
    return record.kind === 'merged'
      ? !deleted.has(record.into ?? '')
      : !('trigger' in record || isState(record.kind)) || !removed.has(record.id);
  });
  const decided = [
    ...plan.archive.map((id) => recordLine({ kind: 'archived', id, at })),
    ...plan.merge.map(({ id, into }) => recordLine({ kind: 'merged', id, at, into })),
  ];
  return lineBytes([...kept, ...decided.map(byteLine)]);
}

function isState(kind: string): boolean {
  return kind === 'archived' || kind === 'active';
}

const undoNote = 'gc-undo.json';
const undoBytes = 'gc-undo.before';

interface Kept {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  readonly plan: GcPlan;
}

/** The bytes first: the note is only valid with them. */
async function keep(system: WritableSystem, { privateDirectory }: Workspace, { after, before, plan }: Kept): Promise<void> {
  const note = { v: 1, before: hashOf(before), length: before.length, after: hashOf(after), afterLength: after.length, plan };
  await system.ownFiles.write(join(privateDirectory, undoBytes), before);
  await system.ownFiles.write(join(privateDirectory, undoNote), Buffer.from(`${JSON.stringify(note)}\n`));
}

/**
 * Restores the bytes that the last `apply` replaced; lines that were added since stay after them.
 * @throws SnapError `changed` when the file was changed in another way since.
 */
export async function undo(system: WritableSystem, workspace: Workspace): Promise<Gc> {
  const nothing: Gc = { action: 'undo', archive: [], delete: [], merge: [], kept: 0, staleViolations: [], changed: false };
  return system.withLocks([storeLock(workspace)], async (inner) => {
    const path = await storePath(inner, workspace);
    const kept = await readKept(inner, workspace);
    if (kept === undefined) return nothing;
    const current = (await inner.readBytes(path)) ?? new Uint8Array();
    const startsWith = (length: number, hash: string) => current.length >= length && hashOf(current.subarray(0, length)) === hash;
    const isApplied = startsWith(kept.afterLength, kept.after);
    if (!isApplied && !startsWith(kept.before.length, hashOf(kept.before))) {
      throw new SnapError('changed', `${displayPath(path, system)} was not restored: it was changed since, not only at its end.`, {
        hint: `Its previous content is in ${displayPath(join(workspace.privateDirectory, undoBytes), system)}.`,
      });
    }
    // Otherwise the process was ended before it could apply the plan.
    if (isApplied) {
      const added = current.subarray(kept.afterLength);
      const gap = added.length > 0 && kept.before.length > 0 && kept.before.at(-1) !== 0x0a ? [Buffer.from('\n')] : [];
      await inner.replaceBytes(path, hashOf(current), Buffer.concat([kept.before, ...gap, added]));
    }
    await dropKept(inner, workspace);
    return isApplied ? { ...nothing, ...kept.plan, changed: true } : nothing;
  });
}

async function dropKept(system: WritableSystem, { privateDirectory }: Workspace): Promise<void> {
  await system.ownFiles.remove(join(privateDirectory, undoNote));
  await system.ownFiles.remove(join(privateDirectory, undoBytes));
}

async function readKept(system: WritableSystem, { privateDirectory }: Workspace) {
  const before = await system.readBytes(join(privateDirectory, undoBytes));
  const bytes = await system.readBytes(join(privateDirectory, undoNote));
  const note = bytes === undefined ? undefined : jsonIn(Buffer.from(bytes).toString('utf8'));
  if (before === undefined || !isRecord(note) || note['before'] !== hashOf(before)) return undefined;
  const { after, afterLength } = note;
  if (typeof after !== 'string' || typeof afterLength !== 'number') return undefined;
  return { before, after, afterLength, plan: parsePlan(note['plan']) };
}

function parsePlan(value: unknown): GcPlan {
  const fields = isRecord(value) ? value : {};
  const ids = (list: unknown) => (Array.isArray(list) ? list.filter((item): item is string => typeof item === 'string') : []);
  const pairs = Array.isArray(fields['merge']) ? fields['merge'] : [];
  return {
    archive: ids(fields['archive']),
    delete: ids(fields['delete']),
    merge: pairs.flatMap((pair: unknown) =>
      isRecord(pair) && typeof pair['id'] === 'string' && typeof pair['into'] === 'string' ? [{ id: pair['id'], into: pair['into'] }] : [],
    ),
    kept: typeof fields['kept'] === 'number' ? fields['kept'] : 0,
    staleViolations: ids(fields['staleViolations']),
  };
}
