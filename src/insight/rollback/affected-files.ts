import { extname, join } from 'node:path';
import type { Snapshot, Snapshots, TreeChange } from '../../snapshots/index.ts';
import type { System } from '../../system/index.ts';
import { type ChangedLines, countChangedLines, splitLines } from '../../text/index.ts';
import { isOwnFile, type WorkspacePath } from '../../workspace/index.ts';
import type { AffectedFile, RestoreRisk, Suggestion } from './rollback.ts';
import { isAmong } from '../is-among.ts';

/** Of further or larger files the lines are not counted. */
const most = { counted: 60, bytes: 512 * 1024, names: 5 } as const;

interface AffectedSources {
  readonly system: System;
  readonly root: string;
  readonly snapshots: Pick<Snapshots, 'changes' | 'content'>;
}

/** What restoring a snapshot would do to the files as they are. @param paths only these; empty: all. */
export async function affectedFiles(
  { system, root, snapshots }: AffectedSources,
  { id }: Snapshot,
  paths: readonly WorkspacePath[],
  signal?: AbortSignal,
): Promise<readonly AffectedFile[]> {
  const changes = (await snapshots.changes(id, 'working', { signal })).filter(
    ({ path, before, after }) => (before ?? after)?.kind !== 'directory' && !isOwnFile(path) && isAmong(path, paths),
  );
  const then = async ({ path, before }: TreeChange): Promise<Uint8Array> =>
    (before === undefined ? undefined : await snapshots.content(id, path)) ?? new Uint8Array();
  const now = async ({ path, after }: TreeChange): Promise<Uint8Array> =>
    (after === undefined ? undefined : await system.readStart(join(root, path), most.bytes)) ?? new Uint8Array();
  const isCounted = (change: TreeChange): boolean => !change.isSecret && sizeOf(change) <= most.bytes;
  const lines = new Map<TreeChange, ChangedLines | undefined>();
  const gone = new Set(changes.filter((change) => change.after === undefined && isCounted(change)));
  for (const change of changes.slice(0, most.counted).filter(isCounted)) {
    const content = await now(change);
    // A file that was renamed loses the lines that it got since, and no more.
    for (const one of change.before === undefined ? likelyNames(change, gone) : []) {
      const between = countChangedLines(await then(one), content);
      if (between === undefined || between.added + between.removed > splitLines(Buffer.from(content).toString('latin1')).length) continue;
      lines.set(change, { added: between.added, removed: 0 }).set(one, { added: 0, removed: between.removed });
      gone.delete(one);
      break;
    }
    if (!lines.has(change)) lines.set(change, countChangedLines(await then(change), content));
  }
  return changes.map((change) => ({
    file: change.path,
    effect: change.after === undefined ? 'returns' : change.before === undefined ? 'removed' : 'changed',
    linesBack: lines.get(change)?.removed,
    linesLost: lines.get(change)?.added,
  }));
}

/** Names that a new file may have had: first those with the same content, then a few with the same ending and about as much of it. */
function likelyNames({ path, after }: TreeChange, gone: ReadonlySet<TreeChange>): readonly TreeChange[] {
  const size = after?.size ?? 0;
  const isSame = ({ before }: TreeChange): boolean => before?.id !== undefined && before.id === after?.id;
  const alike = [...gone].filter(
    (one) =>
      isSame(one) || (extname(one.path) === extname(path) && (one.before?.size ?? 0) >= size / 2 && (one.before?.size ?? 0) <= size * 2),
  );
  return alike.toSorted((one, other) => Number(isSame(other)) - Number(isSame(one))).slice(0, most.names);
}

function sizeOf({ before, after }: TreeChange): number {
  return Math.max(before?.size ?? 0, after?.size ?? 0);
}

/** All lines that would come back, and all that would go, as far as they were counted. */
export function linesOf(affected: readonly AffectedFile[]): { readonly back: number; readonly lost: number } {
  return {
    back: affected.reduce((sum, { linesBack = 0 }) => sum + linesBack, 0),
    lost: affected.reduce((sum, { linesLost = 0 }) => sum + linesLost, 0),
  };
}

/** `low` up to 3 files and 60 lost lines without a commit since; `high` beyond 20 files, 600 lost lines or 5 commits. In docs/tools.md. */
export function riskOfRestore(affected: readonly AffectedFile[], commitsBetween: Suggestion['commitsBetween']): RestoreRisk {
  const { lost } = linesOf(affected);
  const commits = commitsBetween ?? 0;
  if (affected.length > 20 || lost > 600 || commits > 5) return 'high';
  return affected.length <= 3 && lost <= 60 && commits === 0 ? 'low' : 'medium';
}
