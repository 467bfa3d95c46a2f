import type { Restored, TreeChange, Words } from '../../core.ts';
import type { Plan } from '../../bench/calls.ts';

/** What a restore would do to one path. */
export interface PlannedLine {
  readonly what: 'write' | 'delete' | 'leave';
  readonly path: string;
  /** Why it is left, or what is special about it. */
  readonly note?: string | undefined;
}

/** Everything that a restore would do: what it writes, what it deletes, what it leaves although it differs. */
export function plannedLines(
  { changes, conflicts }: Pick<Plan, 'changes' | 'conflicts'>,
  left: readonly string[] = [],
): readonly PlannedLine[] {
  return [
    ...changes
      .filter(({ kind }) => kind !== 'deleted')
      .map((change) => ({ what: 'write' as const, path: change.path, note: noteOf(change) })),
    ...changes
      .filter(({ kind }) => kind === 'deleted')
      .map((change) => ({ what: 'delete' as const, path: change.path, note: noteOf(change) })),
    ...left.map((path) => ({ what: 'leave' as const, path, note: 'it has unsaved edits' })),
    ...conflicts.map(({ path, reason }) => ({ what: 'leave' as const, path, note: reason })),
  ];
}

function noteOf({ kind, isSecret, before, after }: TreeChange): string | undefined {
  const notes = [
    ...(kind === 'added' ? ['comes back'] : kind === 'mode' ? ['only its permissions'] : []),
    ...((after ?? before)?.kind === 'directory' ? ['a directory'] : []),
    ...(isSecret ? ['holds secrets'] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(', ');
}

const verbs = { write: 'written', delete: 'deleted', leave: 'left as they are' } as const;

/** `2 files will be written, 1 deleted, 1 left as they are`. */
export function countsText(lines: readonly PlannedLine[], { count }: Words): string {
  const parts = (['write', 'delete', 'leave'] as const).flatMap((what) => {
    const number = lines.filter((line) => line.what === what).length;
    return number === 0 ? [] : [{ number, what }];
  });
  return parts.map(({ number, what }, at) => `${at === 0 ? `${count(number, 'file')} will be` : number} ${verbs[what]}`).join(', ');
}

const titles = { write: 'Will be written', delete: 'Will be deleted', leave: 'Left as they are' } as const;

/** The list for a message: every path under what happens to it. */
export function listText(lines: readonly PlannedLine[], { cleanLine }: Words): string {
  return (['write', 'delete', 'leave'] as const)
    .flatMap((what) => {
      const of = lines.filter((line) => line.what === what);
      if (of.length === 0) return [];
      return [
        `${titles[what]}:\n${of.map(({ path, note }) => `  ${cleanLine(path)}${note === undefined ? '' : ` (${cleanLine(note)})`}`).join('\n')}`,
      ];
    })
    .join('\n\n');
}

/** How a restore ended, in a message. */
export function restoredText({ conflicts, deleted, isExact, safety, target, written }: Restored, isStopped: boolean, words: Words): string {
  const { cleanLine, count, shortSnapshotId } = words;
  const done = `${count(written.length, 'file')} restored from ${shortSnapshotId(target)}, ${deleted.length} deleted.`;
  const saved = `The files before are kept as ${shortSnapshotId(safety)}.`;
  if (isStopped) return `Stopped: ${done} The other files are as they were, and none is half written. ${saved}`;
  const [first, ...more] = conflicts;
  const left =
    first === undefined
      ? isExact
        ? []
        : ['Some files changed in the meantime and are not as in the snapshot.']
      : [
          `${cleanLine(first.path)} ${more.length === 0 ? 'is left as it is' : `and ${more.length} more are left as they are`}: ${cleanLine(first.reason).replace(/\.$/, '')}.`,
        ];
  return [done, ...left, saved].join(' ');
}
