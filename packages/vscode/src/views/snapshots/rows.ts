import type { Snapshot, TreeChange, Words } from '../../core.ts';
import type { Row } from '../row.ts';
import { ago, localTime } from '../times.ts';

const kinds: Readonly<Record<Snapshot['kind'], { readonly name: string; readonly icon: string }>> = {
  task: { name: 'Before a task', icon: 'tasklist' },
  manual: { name: 'Taken by hand', icon: 'device-camera' },
  safety: { name: 'Before a restore', icon: 'history' },
  baseline: { name: 'At the first start', icon: 'milestone' },
};

/** What a snapshot is called: the text that came with it, else why it was taken. */
export function nameOf(snapshot: Pick<Snapshot, 'before' | 'kind' | 'message'>, words: Words): string {
  const text = words.cleanLine(snapshot.message ?? '');
  return text === '' ? whyTaken(snapshot, words) : words.cut(text, 120);
}

function whyTaken({ before, kind }: Pick<Snapshot, 'before' | 'kind'>, { shortSnapshotId }: Words): string {
  return before === undefined ? kinds[kind].name : `Before the restore of ${shortSnapshotId(before)}`;
}

/** A longer name would push everything else out of a side bar; the tooltip has all of it. */
const maxLabel = 30;

/** @param changed files that differ from now; `undefined` until they are counted. */
export function snapshotRow(snapshot: Snapshot, changed: number | undefined, now: Date, words: Words): Row {
  const { at, bytes, complete, files, git, id, isProtected, kind, skippedCount } = snapshot;
  const { cleanLine, count, cut } = words;
  const label = nameOf(snapshot, words);
  const since = changed === undefined ? undefined : changedText(changed, words);
  const why = whyTaken(snapshot, words);
  const marks = [
    ...(isProtected ? ['protected: it is never deleted to make room'] : []),
    ...(complete ? [] : ['not complete yet: some contents are still only in the git repository']),
    ...(skippedCount === 0 ? [] : [`${count(skippedCount, 'file')} left out`]),
  ];
  return {
    label: cut(label, maxLabel),
    // What one looks for stands first: a side bar shows about 40 characters of both.
    description: [
      ...(changed === undefined ? [] : [changed === 0 ? 'unchanged' : `${changed} changed`]),
      ago(at, now),
      ...(isProtected ? ['protected'] : []),
    ].join(' · '),
    tooltip: [
      `${id}: ${label}`,
      `${why}, ${localTime(at)}`,
      `${count(files, 'file')}, ${bytesText(bytes)}`,
      ...(since === undefined ? [] : [since]),
      ...(git?.commit === undefined ? [] : [`git: ${cleanLine(git.branch ?? 'no branch')} at ${cleanLine(git.commit.slice(0, 12))}`]),
      ...marks,
    ].join('\n'),
    spoken: [
      `Snapshot ${snapshot.sequence}`,
      label,
      ...(label === why ? [] : [why]),
      ago(at, now),
      ...(since === undefined ? [] : [since]),
      ...marks,
    ].join(', '),
    icon: isProtected ? 'lock' : kinds[kind].icon,
  };
}

function changedText(changed: number, { count }: Words): string {
  return changed === 0 ? 'nothing changed since' : `${count(changed, 'file')} changed since`;
}

const signs: Readonly<Record<TreeChange['kind'], { readonly word: string; readonly icon: string; readonly color: string }>> = {
  added: { word: 'new', icon: 'diff-added', color: 'gitDecoration.addedResourceForeground' },
  deleted: { word: 'deleted', icon: 'diff-removed', color: 'gitDecoration.deletedResourceForeground' },
  modified: { word: 'changed', icon: 'diff-modified', color: 'gitDecoration.modifiedResourceForeground' },
  mode: { word: 'permissions changed', icon: 'diff-modified', color: 'gitDecoration.modifiedResourceForeground' },
  type: { word: 'type changed', icon: 'diff-renamed', color: 'gitDecoration.renamedResourceForeground' },
};

/** A file that differs between a snapshot and now. */
export function changeRow(
  { path, kind, isSecret, before, after }: TreeChange,
  snapshot: string,
  { cleanLine, shortSnapshotId }: Words,
): Row {
  const { word, icon, color } = signs[kind];
  const shown = cleanLine(path);
  const [directory, name] = splitPath(shown);
  const entry = after ?? before;
  const notes = [
    ...(entry?.kind === 'directory' ? ['a directory'] : entry?.kind === 'link' ? ['a link'] : []),
    ...(isSecret ? ['holds secrets'] : []),
  ];
  return {
    label: name,
    description: [word, ...notes, ...(directory === '' ? [] : [directory])].join(' · '),
    tooltip: `${shown}\n${[`${word} since ${shortSnapshotId(snapshot)}`, ...notes].join(', ')}`,
    spoken: [name, `${word} since ${shortSnapshotId(snapshot)}`, ...notes, ...(directory === '' ? [] : [`in ${directory}`])].join(', '),
    icon,
    color,
  };
}

function splitPath(path: string): readonly [directory: string, name: string] {
  const at = path.lastIndexOf('/');
  return at === -1 ? ['', path] : [path.slice(0, at), path.slice(at + 1)];
}

const sizes = [
  { unit: 'kilobyte', bytes: 1e3 },
  { unit: 'megabyte', bytes: 1e6 },
  { unit: 'gigabyte', bytes: 1e9 },
] as const;

/** `5.2 MB`, in powers of ten. */
export function bytesText(bytes: number): string {
  const size = sizes.findLast((each) => bytes >= each.bytes);
  const [value, unit] = size === undefined ? [bytes, 'byte'] : [bytes / size.bytes, size.unit];
  const maximumFractionDigits = size === undefined || value >= 10 ? 0 : 1;
  return new Intl.NumberFormat('en', {
    style: 'unit',
    unit,
    unitDisplay: size === undefined ? 'long' : 'short',
    maximumFractionDigits,
  }).format(value);
}
