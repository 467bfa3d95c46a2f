import { SnapError } from '../system/index.ts';
import type { Client, ConfigPlace, Platform } from './client.ts';
import { shapeProblem, type Reading } from './config-file.ts';
import { findContainer, findEntry } from './edit/entries.ts';
import type { EntryChange, Format, ServersAt } from './edit/format.ts';
import { fieldsAfter } from './edit/verify.ts';
import { readServer, spellEntry, type NewServer, type Spelled } from './entry.ts';
import { entryMemo, type EntryMemo } from './entry-memo.ts';
import { display } from './locate.ts';
import { maskSpans, secretSpans } from './secrets.ts';
import { isOursByShape, type Server } from './server.ts';
import { isMap, sameValue, toValue, type Node, type Value, type ValueMap } from './syntax/node.ts';
import { decodeText, encodeText } from './text.ts';

/** Everything about one entry that shall stand in, or go from, one file. */
export interface EntryTarget {
  readonly client: Client;
  readonly place: ConfigPlace;
  readonly path: string;
  readonly reading: Reading;
  readonly home: string;
  readonly platform: Platform;
  readonly format: Format;
  readonly name: string;
  /** Absent: the entry shall go. */
  readonly server: NewServer | undefined;
  /** Replace an entry of the same name that starts something else. */
  readonly force: boolean;
  /** The path is a link of the person's: its file stays, however little is left in it. */
  readonly isLink: boolean;
  /** Remove only what is ours by its shape. */
  readonly onlyOurs: boolean;
}

export type EntryEdit =
  /** `snippet`: the entry alone, to be pasted where it cannot be written. */
  | { readonly kind: 'edit'; readonly compute: (bytes: Uint8Array | undefined) => EntryResult; readonly snippet?: string }
  | { readonly kind: 'refused'; readonly message: string; readonly hint?: string };

export type EntryResult =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'write'; readonly bytes: Uint8Array | undefined; readonly memo: EntryMemo }
  | { readonly kind: 'refused'; readonly message: string; readonly hint?: string };

/** Decides what can be decided without the file, and returns the pure function from the file's old bytes to its new ones. */
export function changeEntry(target: EntryTarget): EntryEdit {
  const { client, name, server, reading } = target;
  if (server === undefined) return { kind: 'edit', compute: remembering((bytes) => compute(target, undefined, bytes)) };
  const rule = brokenNameRule(client, name);
  if (rule !== undefined) return { kind: 'refused', message: rule };
  const spelled = spellEntry(reading.entry, name, server);
  if (spelled === undefined) {
    return {
      kind: 'refused',
      message: `${client.name} cannot reach a server over ${server.kind === 'url' ? server.transport : 'stdio'}.`,
      hint: `It reads: ${transportsOf(reading).join(', ')}.`,
    };
  }
  return {
    kind: 'edit',
    compute: remembering((bytes) => compute(target, spelled, bytes)),
    snippet: shownSnippet(target, spelled.fields),
  };
}

/** The entry for pasting. What was given as a secret is left to be filled in. */
function shownSnippet({ format, name, reading }: EntryTarget, fields: ValueMap): string {
  const text = format.snippet(reading.layouts[0], name, fields);
  const parsed = format.parse(text, 'unknown');
  return parsed.kind === 'tree' && parsed.root !== undefined ? maskSpans(text, secretSpans(parsed.root)) : text;
}

/** What was planned is asked again when it is written, nearly always of the same bytes. */
function remembering(compute: (bytes: Uint8Array | undefined) => EntryResult): (bytes: Uint8Array | undefined) => EntryResult {
  let last: { readonly bytes: Uint8Array | undefined; readonly result: EntryResult } | undefined;
  return (bytes) => {
    if (last === undefined || !sameBytes(last.bytes, bytes)) last = { bytes, result: compute(bytes) };
    return last.result;
  };
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
}

function brokenNameRule(client: Client, name: string): string | undefined {
  if (name === '') return 'A server needs a name.';
  if (/[\u0000-\u001F\u007F-\u009F]/.test(name))
    return 'A server name with control characters is not written: some clients would show something else than they read.';
  if (client.names === undefined) return undefined;
  const isBroken = !new RegExp(client.names.pattern).test(name) || (client.names.reserved?.includes(name) ?? false);
  return isBroken ? `${client.name} does not take the name "${name}": ${client.names.says}` : undefined;
}

function transportsOf({ entry }: Reading): readonly string[] {
  return ['stdio', ...(entry.http === undefined ? [] : ['http']), ...(entry.sse === undefined ? [] : ['sse'])];
}

function compute(target: EntryTarget, spelled: Spelled | undefined, bytes: Uint8Array | undefined): EntryResult {
  const { format, reading, name } = target;
  const decoded = bytes === undefined ? undefined : decodeText(bytes);
  if (decoded?.kind === 'not-text') return refused(target, undefined, decoded.message);
  const preamble = preambleOf(target.place);
  const text = decoded?.text ?? (spelled === undefined || preamble === '' ? undefined : preamble);
  if (text === undefined && spelled === undefined) return { kind: 'unchanged' };

  const parsed = format.parse(text ?? '', reading.tolerance);
  const problem = shapeProblem(parsed, text ?? '', reading);
  if (problem)
    return problem.state === 'wrong-key' && spelled === undefined
      ? { kind: 'unchanged' }
      : refused(target, problem.error, problem.error.message);
  const root = parsed.kind === 'tree' ? parsed.root : undefined;
  const at = placeOf(root, reading, name);
  const existing = findEntry(findContainer(root, at), at, name);
  const before = existing === undefined ? undefined : toValue(existing.fields);
  if (spelled === undefined && before === undefined) return { kind: 'unchanged' };
  const obstacle = before === undefined || target.force ? undefined : foreignEntry(target, spelled, before);
  if (obstacle) return obstacle;
  const isNested = spelled !== undefined && isMap(before) && isMap(before.get('transport')) && reading.entry.typeKey !== 'transport';
  // Fields one level deeper win in the client that writes them so; left there, ours would do nothing.
  if (isNested && startsSame(readServer(reading.entry, before), target.server)) return { kind: 'unchanged' };
  const drop = isNested ? ['transport'] : [];

  const change: EntryChange =
    spelled === undefined ? { kind: 'remove', name } : { kind: 'set', name, fields: spelled.fields, drop: [...spelled.drop, ...drop] };
  const changed = changeOrRefuse(() => format.change(text, reading.tolerance, at, change));
  if (changed.kind === 'refused') return refused(target, undefined, changed.why);
  const result = changed.text;
  if (result === decoded?.text) return { kind: 'unchanged' };
  const after = spelled === undefined ? undefined : entryAfter(at, name, before, spelled);
  const memo = entryMemo(reading, at, name, { before, after }, { before: text ?? '', after: result ?? '' });
  const isGone = result === undefined || (spelled === undefined && preamble !== '' && result === preamble);
  const left = isGone ? (target.isLink ? emptyFile(reading) : undefined) : result;
  return { kind: 'write', bytes: left === undefined ? undefined : encodeText(left, decoded?.hasByteOrderMark ?? false), memo };
}

/** An editor that cannot do it without touching something else says so; the other files go on. */
function changeOrRefuse(
  change: () => string | undefined,
): { readonly kind: 'changed'; readonly text: string | undefined } | { readonly kind: 'refused'; readonly why: string } {
  try {
    return { kind: 'changed', text: change() };
  } catch (error) {
    if (!(error instanceof SnapError) || error.code !== 'refused') throw error;
    return { kind: 'refused', why: error.message.replace(/\.$/, '') };
  }
}

/** Where the entry stands, or else where servers stand in this file, or else where new ones go. */
function placeOf(root: Node | undefined, reading: Reading, name: string): ServersAt {
  return (
    reading.layouts.find((at) => findEntry(findContainer(root, at), at, name) !== undefined) ??
    reading.layouts.toReversed().find((at) => findContainer(root, at) !== undefined) ??
    reading.layouts[0]
  );
}

/** As the file will show it; an item of a list shows its own name among its fields. */
function entryAfter(at: ServersAt, name: string, before: Value | undefined, spelled: Spelled): Value {
  const fields = fieldsAfter(before, spelled);
  return at.kind === 'list' && at.wrap === undefined ? new Map<string, Value>([['name', name], ...fields]) : fields;
}

/** An entry of this name that is not ours and says something else is the person's: it needs --force. */
function foreignEntry(target: EntryTarget, spelled: Spelled | undefined, before: Value): EntryResult | undefined {
  const server = readServer(target.reading.entry, before);
  if (spelled !== undefined) {
    const isSame =
      before instanceof Map &&
      [...spelled.fields].every(([key, value]) => sameField(before.get(key), value)) &&
      !spelled.drop.some((key) => before.has(key));
    if (isSame || startsSame(server, target.server) || (isOursByShape(server) && target.server?.kind === 'command')) return undefined;
    return {
      kind: 'refused',
      message: `${display(target.path, target)}: there is a server "${target.name}" already, and it starts something else.`,
      hint: "Choose another name, or replace it with --force (the entry's other fields stay).",
    };
  }
  if (!target.onlyOurs || isOursByShape(server)) return undefined;
  return {
    kind: 'refused',
    message: `${display(target.path, target)}: the server "${target.name}" does not start snap.`,
    hint: 'It was left as it is. To take it out all the same add --force.',
  };
}

/** Whether an entry reaches the very server that is wanted, whatever else stands in it. */
function startsSame(server: Server, wanted: NewServer | undefined): boolean {
  if (wanted === undefined) return false;
  if (server.kind === 'command' && wanted.kind === 'command') {
    return (
      server.command === wanted.command &&
      sameValue(server.args, wanted.args) &&
      [...wanted.env].every(([key, value]) => server.env.get(key) === value)
    );
  }
  return (
    server.kind === 'url' && wanted.kind === 'url' && server.url === wanted.url && [wanted.transport, 'either'].includes(server.transport)
  );
}

function sameField(old: Value | undefined, value: Value): boolean {
  if (old === undefined) return false;
  if (old instanceof Map && value instanceof Map) return [...value].every(([key, item]) => sameField(old.get(key), item));
  return sameValue(old, value);
}

/** What every reader of the format takes for "nothing". */
function emptyFile(reading: Reading): string {
  return reading.format === 'json' ? '{}\n' : '';
}

/** What a new file of this place starts with (YAML only: `key: value` lines). */
function preambleOf(place: ConfigPlace): string {
  return Object.entries(place.preamble ?? {})
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
}

function refused(target: EntryTarget, at: { readonly line?: number; readonly column?: number } | undefined, message: string): EntryResult {
  const place = at?.line === undefined ? '' : `:${at.line}:${at.column ?? 1}`;
  return {
    kind: 'refused',
    message: `${display(target.path, target)}${place}: ${message}.`,
    hint: 'The file was left as it is. Mend it and run this again, or change it by hand.',
  };
}
