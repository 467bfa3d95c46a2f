import type { Reading } from './config-file.ts';
import { daemonTokenAround, withEqualDaemonTokens } from '../secrets/index.ts';
import {
  areOthersSame,
  decodeText,
  encodeText,
  findContainer,
  findEntry,
  type Format,
  isList,
  isMap,
  loadFormat,
  type Passage,
  placeOfPassage,
  sameValue,
  type ServersAt,
  toValue,
  type Value,
} from '../formats/index.ts';

/**
 * What undo needs to take back only one entry when its file has moved on since. Plain JSON, because the journal keeps it; sealed
 * there, because it holds values.
 */
// A type and not an interface, so that it counts as JSON.
export type EntryUndoData = {
  readonly format: Reading['format'];
  readonly tolerance: Reading['tolerance'];
  readonly at: { readonly kind: ServersAt['kind']; readonly path: readonly string[]; readonly wrap?: string };
  readonly name: string;
  /** Whether there was such an entry before. */
  readonly existed: boolean;
  /** Whether there was a map or list for it before. */
  readonly hadMap?: boolean;
  /** What the entry said afterwards; absent where it was removed. */
  readonly after?: PackedValue;
  /** The one stretch of text that was changed. */
  readonly passage: Passage;
};

/** Whether undo data from the journal has this shape: another version of snap may have written something else. */
export function isEntryUndoData(undoData: unknown): undoData is EntryUndoData {
  if (typeof undoData !== 'object' || undoData === null || !('format' in undoData) || !('at' in undoData) || !('name' in undoData))
    return false;
  const { at } = undoData;
  return (
    typeof undoData.name === 'string' &&
    ['json', 'yaml', 'toml'].includes(String(undoData.format)) &&
    typeof at === 'object' &&
    at !== null &&
    'path' in at &&
    Array.isArray(at.path) &&
    'passage' in undoData
  );
}

/** A value as JSON keeps it: maps as pairs, so that order stays and `__proto__` is a key like any other. */
export type PackedValue =
  | string
  | number
  | boolean
  | null
  | { readonly list: readonly PackedValue[] }
  | { readonly map: readonly (readonly [string, PackedValue])[] };

/** @param texts before and after; without a file, empty. */
export function entryUndoData(
  reading: Pick<Reading, 'format' | 'tolerance'>,
  at: ServersAt,
  name: string,
  entry: { readonly before: Value | undefined; readonly after: Value | undefined; readonly hadMap: boolean },
  texts: { readonly before: string; readonly after: string },
): EntryUndoData {
  const { kind, path, wrap } = at;
  const undoData: EntryUndoData = {
    format: reading.format,
    tolerance: reading.tolerance,
    at: wrap === undefined ? { kind, path } : { kind, path, wrap },
    name,
    existed: entry.before !== undefined,
    hadMap: entry.hadMap,
    passage: passageOf(texts.before, texts.after),
  };
  return entry.after === undefined ? undoData : { ...undoData, after: pack(entry.after) };
}

function passageOf(before: string, after: string): Passage {
  const most = Math.min(before.length, after.length);
  const same = commonLength(most, (from, to) => before.slice(from, to) === after.slice(from, to));
  // A token of the daemon is changed as a whole, although two of them may begin or end with the same letters.
  const start = Math.min(same, ...[before, after].map((text) => daemonTokenAround(text, same)?.start ?? same));
  const alike = commonLength(
    most - start,
    (from, to) => before.slice(before.length - to, before.length - from) === after.slice(after.length - to, after.length - from),
  );
  const rest = ({ length }: string, place: number): number => length - place;
  const end = Math.min(
    alike,
    ...[before, after].map((text) => rest(text, daemonTokenAround(text, rest(text, alike))?.end ?? rest(text, alike))),
  );
  return {
    left: ownText(before.slice(Math.max(0, start - surroundings), start)),
    removed: ownText(before.slice(start, before.length - end)),
    added: ownText(after.slice(start, after.length - end)),
    right: ownText(before.slice(before.length - end, before.length - end + surroundings)),
  };
}

/** The engine keeps the whole text as long as a slice of it: a thousand changes of one file would keep a thousand texts. */
function ownText(slice: string): string {
  return slice.split('').join('');
}

const surroundings = 60;

/** How much is the same from one end on: whole blocks first, which are compared by native code, then letter by letter. */
function commonLength(most: number, isSame: (from: number, to: number) => boolean): number {
  let length = 0;
  for (const step of [4096, 64, 1]) while (length + step <= most && isSame(length, length + step)) length += step;
  return length;
}

/**
 * The text as it was before snap added this entry, where nothing of it has changed since; `undefined` where that is not certain, or
 * where there was no text. What the text looked like is not always to be seen from what it looks like now: an empty map, or none.
 */
export function textBefore(format: Format, undoData: EntryUndoData, text: string): string | undefined {
  const { at, existed, name, passage, tolerance } = undoData;
  if (existed || passage.left + passage.removed + passage.right === '') return undefined;
  const restored = withPassageBack(text, passage);
  if (restored === undefined) return undefined;
  const parsed = format.parse(restored, tolerance);
  const isGone = parsed.kind === 'tree' && findEntry(findContainer(parsed.root, at), at, name) === undefined;
  return isGone && areOthersSame(format.parse(text, tolerance), parsed, at, name) ? restored : undefined;
}

export type EntryUndo =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'write'; readonly bytes: Uint8Array | undefined }
  /** `isGone`: snap added the entry, and it is not there any more. */
  | { readonly kind: 'refused'; readonly message: string; readonly hint?: string; readonly isGone?: true };

/**
 * Takes back one entry in a file that others have changed since, and keeps what they changed: the old text comes back to the
 * letter, or not at all. Refuses when the entry itself, or what was around it, is no longer what it was.
 */
export async function loadEntryUndo(): Promise<(undoData: EntryUndoData, bytes: Uint8Array | undefined) => EntryUndo> {
  // Which formats a change touched is known only once its record is open, and then there is no time to load them.
  const formats = { json: await loadFormat('json'), yaml: await loadFormat('yaml'), toml: await loadFormat('toml') };
  return (undoData, bytes) => undo(formats[undoData.format], undoData, bytes);
}

function undo(format: Format, undoData: EntryUndoData, bytes: Uint8Array | undefined): EntryUndo {
  const decoded = bytes === undefined ? undefined : decodeText(bytes);
  if (decoded?.kind === 'not-text') return refused(decoded.message);
  const wasAdded = !undoData.existed && undoData.after !== undefined;
  if (bytes === undefined && wasAdded) return { ...refused('the file is gone'), isGone: true };
  const text = decoded?.text ?? '';
  const parsed = format.parse(text, undoData.tolerance);
  if (parsed.kind === 'problem') return refused(`it does not parse any more (${parsed.problem.line}:${parsed.problem.column})`);
  const write = (result: string | undefined): EntryUndo => ({
    kind: 'write',
    bytes: result === undefined ? undefined : encodeText(result, decoded?.hasByteOrderMark ?? false),
  });

  const restored = withPassageBack(text, undoData.passage);
  if (restored !== undefined && areOthersSame(parsed, format.parse(restored, undoData.tolerance), undoData.at, undoData.name))
    return write(restored);

  const named = `"${undoData.name}" in ${undoData.at.path.map((key) => `"${key}"`).join(' in ')}`;
  if (undoData.existed || undoData.after === undefined)
    return refused(
      `the text around "${undoData.name}" was changed since, so the place of its old text is not certain`,
      `Change ${named} by hand.`,
    );
  const entry = findEntry(findContainer(parsed.root, undoData.at), undoData.at, undoData.name);
  if (entry === undefined) return { ...refused(`the entry "${undoData.name}" is not where it was written`), isGone: true };
  if (!sameValue(equalTokens(toValue(entry.fields)), equalTokens(unpack(undoData.after))))
    return refused(`the entry "${undoData.name}" was changed since`, `If you no longer want it, remove ${named} by hand.`);
  return write(format.change(text, undoData.tolerance, undoData.at, { kind: 'remove', name: undoData.name }));
}

/**
 * The text with the new passage replaced by the old one; `undefined` if its place is not certain. A token that the daemon renewed in the
 * meantime is not a change of the passage.
 */
function withPassageBack(text: string, passage: Passage): string | undefined {
  const lengths = [surroundings, 24, 8];
  const { left, removed, added, right } = passage;
  const place =
    placeOfPassage(text, passage, lengths) ??
    placeOfPassage(
      withEqualDaemonTokens(text),
      { left: withEqualDaemonTokens(left), removed, added: withEqualDaemonTokens(added), right },
      lengths,
    );
  return place === undefined ? undefined : text.slice(0, place.start) + passage.removed + text.slice(place.end);
}

function refused(why: string, hint = 'Look at the file, and change the entry by hand.'): Extract<EntryUndo, { kind: 'refused' }> {
  return { kind: 'refused', message: `It was left as it is: ${why}.`, hint };
}

function equalTokens(value: Value): Value {
  if (typeof value === 'string') return withEqualDaemonTokens(value);
  if (isMap(value)) return new Map([...value].map(([key, item]) => [key, equalTokens(item)]));
  return isList(value) ? value.map(equalTokens) : value;
}

function pack(value: Value): PackedValue {
  if (isMap(value)) return { map: [...value].map(([key, item]): readonly [string, PackedValue] => [key, pack(item)]) };
  if (isList(value)) return { list: value.map(pack) };
  return value;
}

function unpack(packed: PackedValue): Value {
  if (packed === null || typeof packed !== 'object') return packed;
  if ('list' in packed) return packed.list.map(unpack);
  return new Map(packed.map.map(([key, value]) => [key, unpack(value)]));
}
