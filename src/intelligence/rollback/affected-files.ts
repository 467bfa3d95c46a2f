import { join } from 'node:path';
import type { Snapshot, Snapshots, TreeChange } from '../../snapshots/index.ts';
import type { System } from '../../system/index.ts';
import { countChangedLines } from '../../text-diff/index.ts';
import { isOwnFile } from '../../vitals/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { AffectedFile, RestoreRisk, Suggestion } from './rollback.ts';
import { isAmong } from '../is-among.ts';

/** Of further or larger files the lines are not counted. */
const most = { counted: 60, bytes: 512 * 1024 } as const;

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
  const changes = await snapshots.changes(id, 'working', { signal });
  const affected: AffectedFile[] = [];
  for (const change of changes) {
    const { path, before, after, isSecret } = change;
    if ((before ?? after)?.kind === 'directory' || isOwnFile(path) || !isAmong(path, paths)) continue;
    const effect = after === undefined ? 'returns' : before === undefined ? 'removed' : 'changed';
    const isCounted = affected.length < most.counted && !isSecret && sizeOf(change) <= most.bytes;
    const lines = isCounted
      ? countChangedLines(
          (before === undefined ? undefined : await snapshots.content(id, path)) ?? new Uint8Array(),
          (after === undefined ? undefined : await system.readStart(join(root, path), most.bytes)) ?? new Uint8Array(),
        )
      : undefined;
    affected.push({ file: path, effect, linesBack: lines?.removed, linesLost: lines?.added });
  }
  return affected;
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
