import { randomBytes } from 'node:crypto';
import { isRecord, textIn, textsIn } from '../../system/index.ts';
import type { Skipped, Snapshot, SnapshotId, SnapshotKind } from '../snapshots.ts';

const kinds: readonly SnapshotKind[] = ['task', 'manual', 'safety', 'baseline'];
const reasons: readonly Skipped['reason'][] = ['too-large', 'unreadable', 'special', 'unstable', 'over-budget'];

/** A new id for the snapshot of this number. */
export function newSnapshotId(sequence: number): SnapshotId {
  // The brand is given here and in parseSnapshotId, nowhere else.
  return `snap_${sequence}_${randomBytes(3).toString('hex')}` as SnapshotId;
}

/** The id that a value is; `undefined` when it is none. */
export function parseSnapshotId(value: unknown): SnapshotId | undefined {
  return typeof value === 'string' && /^snap_\d{1,15}_[0-9a-f]{6}$/.test(value) ? (value as SnapshotId) : undefined;
}

/** A snapshot as it was written to the journal; `undefined` when a part that everybody needs is missing. */
export function parseSnapshot(value: unknown): Snapshot | undefined {
  if (!isRecord(value)) return undefined;
  const id = parseSnapshotId(value['id']);
  const kind = kinds.find((known) => known === value['kind']);
  const { sequence, at, root, files, bytes, skippedCount } = value;
  if (id === undefined || kind === undefined || typeof at !== 'string' || typeof root !== 'string') return undefined;
  if (typeof sequence !== 'number' || typeof files !== 'number' || typeof bytes !== 'number') return undefined;
  const before = parseSnapshotId(value['before']);
  const git = isRecord(value['git']) ? value['git'] : undefined;
  const skipped = Array.isArray(value['skipped']) ? value['skipped'].map(parseSkipped).filter((one) => one !== undefined) : [];
  return {
    id,
    sequence,
    kind,
    at,
    message: textIn(value['message']),
    task: textIn(value['task']),
    call: textIn(value['call']),
    root,
    files,
    bytes,
    skipped,
    skippedCount: typeof skippedCount === 'number' ? skippedCount : skipped.length,
    complete: value['complete'] === true,
    isProtected: value['isProtected'] === true,
    git: git === undefined ? undefined : { commit: textIn(git['commit']), branch: textIn(git['branch']) },
    before,
    within: value['within'] === undefined ? undefined : textsIn(value['within']),
    rules: textIn(value['rules']),
  };
}

function parseSkipped(value: unknown): Skipped | undefined {
  if (!isRecord(value) || typeof value['path'] !== 'string') return undefined;
  const reason = reasons.find((known) => known === value['reason']);
  if (reason === undefined) return undefined;
  return { path: value['path'], reason, size: typeof value['size'] === 'number' ? value['size'] : undefined };
}
