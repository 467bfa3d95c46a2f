import type { Reading } from './config-file.ts';
import { findContainer, findEntry } from './edit/entries.ts';
import type { EntryChange, Format, ServersAt } from './edit/format.ts';
import { loadFormat } from './formats.ts';
import { isList, isMap, sameValue, toValue, type Value, type ValueMap } from './syntax/node.ts';
import { decodeText, encodeText } from './text.ts';

/**
 * What undo needs to take back only one entry when its file has moved on since. Plain JSON, because the journal keeps it; sealed
 * there, because it holds values.
 */
// A type and not an interface, so that it counts as JSON.
export type EntryMemo = {
  readonly format: Reading['format'];
  readonly tolerance: Reading['tolerance'];
  readonly at: { readonly kind: ServersAt['kind']; readonly path: readonly string[]; readonly wrap?: string };
  readonly name: string;
  /** Absent: there was no such entry. */
  readonly before?: PackedValue;
  readonly after?: PackedValue;
};

/** Whether a memo from the journal is one of ours: another version of snap may have written something else. */
export function isEntryMemo(memo: unknown): memo is EntryMemo {
  if (typeof memo !== 'object' || memo === null || !('format' in memo) || !('at' in memo) || !('name' in memo)) return false;
  const { at } = memo;
  return (
    typeof memo.name === 'string' &&
    ['json', 'yaml', 'toml'].includes(String(memo.format)) &&
    typeof at === 'object' &&
    at !== null &&
    'path' in at &&
    Array.isArray(at.path)
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

export function entryMemo(reading: Reading, at: ServersAt, name: string, before: Value | undefined, after: Value | undefined): EntryMemo {
  return {
    format: reading.format,
    tolerance: reading.tolerance,
    at,
    name,
    ...(before === undefined ? {} : { before: pack(before) }),
    ...(after === undefined ? {} : { after: pack(after) }),
  };
}

export type EntryUndo =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'write'; readonly bytes: Uint8Array | undefined }
  | { readonly kind: 'refused'; readonly message: string; readonly hint?: string };

/**
 * Takes back one entry in a file that others have changed since, and keeps what they changed. Refuses when the entry itself is
 * no longer what we wrote.
 */
export async function loadEntryUndo(): Promise<(memo: EntryMemo, bytes: Uint8Array | undefined) => EntryUndo> {
  // Which formats a change touched is known only once its record is open, and then there is no time to load them.
  const formats = { json: await loadFormat('json'), yaml: await loadFormat('yaml'), toml: await loadFormat('toml') };
  return (memo, bytes) => undo(formats[memo.format], memo, bytes);
}

function undo(format: Format, memo: EntryMemo, bytes: Uint8Array | undefined): EntryUndo {
  const decoded = bytes === undefined ? undefined : decodeText(bytes);
  if (decoded?.kind === 'not-text') return refused(decoded.message);
  const parsed = format.parse(decoded?.text ?? '', memo.tolerance);
  if (parsed.kind === 'problem') return refused(`it does not parse any more (${parsed.problem.line}:${parsed.problem.column})`);
  const entry = findEntry(findContainer(parsed.root, memo.at), memo.at, memo.name);
  const before = memo.before === undefined ? undefined : unpack(memo.before);
  const after = memo.after === undefined ? undefined : unpack(memo.after);
  const now = entry === undefined ? undefined : toValue(entry.fields);
  if (same(now, before)) return { kind: 'unchanged' };
  if (!same(now, after)) return refused(`the entry "${memo.name}" was changed by somebody since`);
  const text = restore(format, memo, decoded?.text, before, now);
  return { kind: 'write', bytes: text === undefined ? undefined : encodeText(text, decoded?.hasByteOrderMark ?? false) };
}

function restore(
  format: Format,
  memo: EntryMemo,
  text: string | undefined,
  before: Value | undefined,
  now: Value | undefined,
): string | undefined {
  const change = (from: string | undefined, what: EntryChange): string | undefined => format.change(from, memo.tolerance, memo.at, what);
  if (!(before instanceof Map)) return change(text, { kind: 'remove', name: memo.name });
  const fields: ValueMap = withoutName(before, memo.at);
  const dropped = now instanceof Map ? [...now.keys()].filter((key) => !before.has(key)) : [];
  const merged = change(text, { kind: 'set', name: memo.name, fields, drop: dropped });
  // Setting merges nested maps; where the new one had more members than the old, the entry is written anew.
  const parsed = format.parse(merged ?? '', memo.tolerance);
  const entry = parsed.kind === 'tree' ? findEntry(findContainer(parsed.root, memo.at), memo.at, memo.name) : undefined;
  if (entry !== undefined && sameValue(toValue(entry.fields), before)) return merged;
  return change(change(text, { kind: 'remove', name: memo.name }), { kind: 'set', name: memo.name, fields, drop: [] });
}

function withoutName(fields: ValueMap, at: ServersAt): ValueMap {
  return at.kind === 'list' && at.wrap === undefined ? new Map([...fields].filter(([key]) => key !== 'name')) : fields;
}

function same(a: Value | undefined, b: Value | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameValue(a, b);
}

function refused(why: string): EntryUndo {
  return { kind: 'refused', message: `It was left as it is: ${why}.`, hint: 'Change the entry by hand.' };
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
