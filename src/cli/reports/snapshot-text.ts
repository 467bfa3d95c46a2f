import type { Snapshot, StoreState, TreeChange } from '../../snapshots/index.ts';
import { cut, shortSnapshotId } from '../../system/index.ts';
import { ineffectiveText, type IneffectiveRules } from '../../workspace/index.ts';
import { plain, type Style } from '../terminal/style.ts';
import { count } from '../words.ts';
import { ago } from './times.ts';

/** For an empty store. */
export const noneYet = 'There are no snapshots yet. "snap snapshot create" takes one; so does starting a task.';

/** `52 MB`, in powers of ten. */
export function bytesText(bytes: number): string {
  if (bytes < 1_000) return count(bytes, 'byte');
  const [figure, unit] = bytes < 999_500 ? [bytes / 1e3, 'kB'] : bytes < 999_500_000 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB'];
  return `${figure < 9.95 ? figure.toFixed(1) : Math.round(figure)} ${unit}`;
}

const kinds: Readonly<Record<Snapshot['kind'], string>> = {
  task: 'before a task',
  manual: 'by hand',
  safety: 'before a restore',
  baseline: 'at the first start',
};

/** One or two lines of the list. @param width to which the message is cut; without it all is shown. */
export function snapshotText(snapshot: Snapshot, now: Date, style: Style, width = Infinity): string {
  const { id, at, kind, files, message, before, isProtected, complete, skippedCount } = snapshot;
  const marks = [
    ...(isProtected ? [style.green('protected')] : []),
    ...(complete ? [] : [style.yellow('not complete yet')]),
    ...(skippedCount === 0 ? [] : [style.yellow(`${skippedCount} left out`)]),
  ];
  const why = before === undefined ? kinds[kind] : `before the restore of ${shortSnapshotId(before)}`;
  return [
    `${style.bold(id)}  ${ago(at, now)}, ${why}, ${count(files, 'file')}${marks.length === 0 ? '' : `, ${marks.join(', ')}`}`,
    ...(message === undefined ? [] : [`  ${style.dim(cut(plain(message), Math.max(20, width - 2)))}`]),
  ].join('\n');
}

/** What can be done with a snapshot. */
export function nextSteps({ sequence }: Pick<Snapshot, 'sequence'>, style: Style): string {
  return style.dim(`"snap snapshot diff ${sequence}" shows what has changed since, "snap snapshot restore ${sequence}" restores it.`);
}

const maxListed = 20;

const reasons: Readonly<Record<Snapshot['skipped'][number]['reason'], string>> = {
  'too-large': 'too large',
  unreadable: 'cannot be read',
  special: 'not a regular file',
  unstable: 'changed while it was read',
  'over-budget': 'over the size limit of a snapshot',
};

/** What is not in a snapshot, with the reasons. */
export function skippedText({ skipped, skippedCount }: Pick<Snapshot, 'skipped' | 'skippedCount'>): readonly string[] {
  if (skippedCount === 0) return [];
  const listed = skipped.slice(0, maxListed);
  return [
    `Left out (${skippedCount}); a restore does not change these files:`,
    ...listed.map(({ path, reason, size }) => `  ${plain(path)}  ${reasons[reason]}${size === undefined ? '' : `, ${bytesText(size)}`}`),
    ...(skippedCount > listed.length ? [`  and ${skippedCount - listed.length} more: --json lists ${skipped.length}`] : []),
  ];
}

/** Ignore rules that were not honoured, and what that means. */
export function ineffectiveRulesText(rules: IneffectiveRules): readonly string[] {
  const text = ineffectiveText(rules, 5);
  return text === undefined ? [] : [`${text} Files that they would hide are in the snapshot, as far as the size limits allow.`];
}

const signs = { added: '+', deleted: '-', modified: 'M', mode: 'm', type: 'T' } as const satisfies Record<TreeChange['kind'], string>;

/** One line for each change, as many as a screen holds. */
export function changeLines(changes: readonly TreeChange[], style: Style, max = maxListed): readonly string[] {
  const lines = changes.slice(0, max).map(({ path, kind, isSecret }) => {
    const paint = kind === 'added' ? style.green : kind === 'deleted' ? style.red : style.yellow;
    return `  ${paint(signs[kind])} ${plain(path)}${isSecret ? style.dim(' (its contents are not shown)') : ''}`;
  });
  return changes.length > lines.length ? [...lines, `  and ${changes.length - lines.length} more`] : lines;
}

/** `3 files: 1 added, 2 changed`. */
export function changeCounts(changes: readonly TreeChange[]): string {
  const of = (...wanted: readonly TreeChange['kind'][]) => changes.filter(({ kind }) => wanted.includes(kind)).length;
  const parts = [
    [of('added'), 'added'],
    [of('modified', 'mode', 'type'), 'changed'],
    [of('deleted'), 'deleted'],
  ] as const;
  return parts.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`])).join(', ');
}

/** `"src/**" or ".env"`: the arguments after `--`. */
export function namesText(names: readonly string[]): string {
  const [one, two, ...more] = names.map((name) => `"${plain(cut(name, 60))}"`);
  return more.length > 0 ? `${one}, ${two} or one of ${more.length} more` : two === undefined ? `${one}` : `${one} or ${two}`;
}

/** A snapshot for a script; docs/schemas/snapshot.json. */
export function snapshotDocument({ id, sequence, kind, at, message, task, root, files, bytes, skipped, skippedCount, ...more }: Snapshot) {
  const { complete, isProtected, git, before } = more;
  return {
    id,
    number: sequence,
    kind,
    at,
    message: message ?? null,
    task: task ?? null,
    root,
    files,
    bytes,
    skipped: skipped.map(({ path, reason, size }) => ({ path, reason, size: size ?? null })),
    skippedCount,
    complete,
    isProtected,
    commit: git?.commit ?? null,
    branch: git?.branch ?? null,
    before: before ?? null,
  };
}

export function changeDocument({ path, kind, isSecret, before, after }: TreeChange) {
  const side = (entry: TreeChange['before']) =>
    entry === undefined ? null : { kind: entry.kind, size: entry.size, mode: (entry.mode & 0o7777).toString(8).padStart(4, '0') };
  return { path, kind, isSecret, before: side(before), after: side(after) };
}

/** The store for a script. */
export function storeDocument({ directory, snapshots, bytesOnDisk, limit, interrupted }: StoreState) {
  return { directory, snapshots, bytesOnDisk, limit, interrupted: interrupted ?? null };
}
