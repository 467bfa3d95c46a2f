import { displayPath, unlessRefused } from '../system/index.ts';
import type { Client, ConfigPlace } from './client.ts';
import type { Platform } from './locate.ts';
import type { EntryForm } from './entry-form.ts';
import { layoutsIn, shapeProblem, type LayoutAt, type Reading } from './config-file.ts';
import {
  decodeText,
  encodeText,
  type EntryChange,
  fieldsAfter,
  findContainer,
  findEntry,
  type Format,
  isMap,
  type Node,
  sameValue,
  type ServersAt,
  toValue,
  type Value,
  type ValueMap,
} from '../formats/index.ts';
import { readServer, spellEntry, surplus, type NewServer, type Spelled } from './entry.ts';
import { entryUndoData, textBefore, type EntryUndoData } from './entry-undo.ts';
import { nameTwice, refused } from './refused-entry.ts';
import { brokenNameRule, inexpressible } from './inexpressible.ts';
import { maskSpans, secretSpans } from './secrets.ts';
import { isOursByShape, type Server } from './server.ts';

/** One entry to be written into, or removed from, one file. */
export interface EntryTarget {
  readonly client: Client;
  readonly place: ConfigPlace;
  readonly path: string;
  readonly reading: Reading;
  readonly home: string;
  readonly platform: Platform;
  readonly format: Format;
  readonly name: string;
  /** Absent: the entry is to be removed. */
  readonly server: NewServer | undefined;
  /** Replace an entry of the same name that starts something else. */
  readonly force: boolean;
  /** How another name is chosen, as the beginning of a sentence. */
  readonly otherName?: string | undefined;
  /** Environment, headers and start directory become exactly the server's; without this, other values of the entry stay. */
  readonly exact?: boolean;
  /** The path is a link of the person's: its file stays, however little is left in it. */
  readonly isLink: boolean;
  /** Remove only what is snap's own entry by its shape. */
  readonly onlyOurs: boolean;
  /** What the journal recorded of the entry that is to be removed, and of its file. */
  readonly recorded?: RecordedAddition | undefined;
}

/** What the journal recorded when an entry was added. */
export interface RecordedAddition {
  /** Of this entry. */
  readonly entry?: EntryUndoData | undefined;
  /** What of the file was there before snap wrote any entry, so that it stays when the last one goes. */
  readonly keeps: 'nothing' | 'file' | 'map';
}

export type EntryEdit =
  /** `snippet`: the entry alone, to be pasted where it cannot be written. */
  | { readonly kind: 'edit'; readonly compute: (bytes: Uint8Array | undefined) => EntryResult; readonly snippet?: string }
  | { readonly kind: 'refused'; readonly message: string; readonly hint?: string };

export type EntryResult =
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'write'; readonly bytes: Uint8Array | undefined; readonly undoData: EntryUndoData }
  | { readonly kind: 'refused'; readonly message: string; readonly hint?: string };

/** Decides what can be decided without the file, and returns the pure function from the file's old bytes to its new ones. */
export function changeEntry(target: EntryTarget): EntryEdit {
  const { client, name, server, reading } = target;
  if (server === undefined) return { kind: 'edit', compute: remembering((bytes) => compute(target, undefined, bytes)) };
  const rule = brokenNameRule(client, name);
  if (rule !== undefined) return { kind: 'refused', message: rule };
  const spelled = spellEntry(reading.entry, name, server);
  if (spelled === undefined) return { kind: 'refused', ...inexpressible(client, reading.entry, server) };
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
export function remembering(compute: (bytes: Uint8Array | undefined) => EntryResult): (bytes: Uint8Array | undefined) => EntryResult {
  let last: { readonly bytes: Uint8Array | undefined; readonly result: EntryResult } | undefined;
  return (bytes) => {
    if (last === undefined || !sameBytes(last.bytes, bytes)) last = { bytes, result: compute(bytes) };
    return last.result;
  };
}

function sameBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): boolean {
  return a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
}

function compute(target: EntryTarget, asUsual: Spelled | undefined, bytes: Uint8Array | undefined): EntryResult {
  const { format, reading, name } = target;
  const decoded = bytes === undefined ? undefined : decodeText(bytes);
  if (decoded?.kind === 'not-text') return refused(target, undefined, decoded.message);
  const preamble = preambleOf(target.place);
  const text = decoded?.text ?? (asUsual === undefined || preamble === '' ? undefined : preamble);
  if (text === undefined && asUsual === undefined) return { kind: 'unchanged' };

  const parsed = format.parse(text ?? '', reading.tolerance);
  const problem = shapeProblem(parsed, text ?? '', reading);
  if (problem)
    return problem.state === 'wrong-key' && asUsual === undefined
      ? { kind: 'unchanged' }
      : refused(target, problem.error, problem.error.message);
  const root = parsed.kind === 'tree' ? parsed.root : undefined;
  const twice = nameTwice(target, root, text ?? '');
  if (twice !== undefined) return twice;
  const at = placeOf(root, reading, name);
  const existing = findEntry(findContainer(root, at), at, name);
  const before = existing === undefined ? undefined : toValue(existing.fields);
  const spelled = withFirstFields(spelledAt(target, at, asUsual), at.entry ?? reading.entry, before);
  if (spelled === undefined && before === undefined) return { kind: 'unchanged' };
  const obstacle = before === undefined || target.force ? undefined : foreignEntry(target, spelled, before);
  if (obstacle) return obstacle;
  const isNested = spelled !== undefined && isMap(before) && isMap(before.get('transport')) && reading.entry.typeKey !== 'transport';
  // Fields one level deeper win in the client that writes them so; left there, the new ones would do nothing.
  if (isNested && target.exact !== true && startsSame(readServer(reading.entry, before), target.server)) return { kind: 'unchanged' };
  const drop = isNested ? ['transport'] : [];

  const changes: readonly EntryChange[] =
    spelled === undefined ? [] : settings(target, { ...spelled, drop: [...spelled.drop, ...drop] }, before);
  const changed = changeOrRefuse(() =>
    spelled === undefined
      ? textWithout(target, at, text ?? '')
      : changes.reduce<string | undefined>((changing, change) => format.change(changing, reading.tolerance, at, change), text),
  );
  if (changed.kind === 'refused') return refused(target, undefined, changed.why);
  const result = changed.text;
  if (result === decoded?.text) return { kind: 'unchanged' };
  const after = spelled === undefined ? undefined : changes.reduce((entry, change) => entryAfter(at, entry, change), before);
  const undoData = entryUndoData(
    reading,
    at,
    name,
    { before, after, hadMap: findContainer(root, at) !== undefined },
    { before: text ?? '', after: result ?? '' },
  );
  const isGone = result === undefined || (spelled === undefined && preamble !== '' && result === preamble);
  const left = isGone ? (target.isLink ? emptyFile(reading) : undefined) : result;
  return { kind: 'write', bytes: left === undefined ? undefined : encodeText(left, decoded?.hasByteOrderMark ?? false), undoData };
}

/** The text without the entry: exactly the one from before snap added it, where the journal recorded it. */
function textWithout({ format, name, reading, recorded }: EntryTarget, at: ServersAt, text: string): string | undefined {
  const entry = recorded?.entry;
  const isSame = entry?.name === name && entry.at.kind === at.kind && entry.at.path.join('\0') === at.path.join('\0');
  const remembered = entry !== undefined && isSame ? textBefore(format, entry, text) : undefined;
  if (remembered !== undefined) return remembered;
  const remove = (keepsMap: boolean): string | undefined => format.change(text, reading.tolerance, at, { kind: 'remove', name, keepsMap });
  const result = remove(recorded?.keeps === 'map');
  return (result ?? '').trim() === '' && recorded?.keeps === 'file' ? remove(true) : result;
}

/** Some layouts of a file have a spelling of their own. */
function spelledAt({ name, server }: EntryTarget, at: LayoutAt, asUsual: Spelled | undefined): Spelled | undefined {
  if (at.entry === undefined || server === undefined) return asUsual;
  return spellEntry(at.entry, name, server) ?? asUsual;
}

function withFirstFields(spelled: Spelled | undefined, { atFirst }: EntryForm, before: Value | undefined): Spelled | undefined {
  if (spelled === undefined || atFirst === undefined || before !== undefined) return spelled;
  return { ...spelled, fields: new Map([...spelled.fields, ...Object.entries(atFirst)]) };
}

/** When the edit would change other text too, it is refused with the reason; the other files are still written. */
export function changeOrRefuse(
  change: () => string | undefined,
): { readonly kind: 'changed'; readonly text: string | undefined } | { readonly kind: 'refused'; readonly why: string } {
  return unlessRefused(
    () => ({ kind: 'changed', text: change() }) as const,
    ({ message }) => ({ kind: 'refused', why: message.replace(/\.$/, '') }) as const,
  );
}

/** Where the entry is, or else where servers are in this file, or else where new ones go. */
export function placeOf(root: Node | undefined, reading: Reading, name: string): LayoutAt {
  const layouts = layoutsIn(root, reading);
  return (
    layouts.find((at) => findEntry(findContainer(root, at), at, name) !== undefined) ??
    layouts.toReversed().find((at) => findContainer(root, at) !== undefined) ??
    layouts[0]
  );
}

/** Setting keeps the other members of a map such as `env`; where that is not wanted, the map is removed first. */
function settings({ exact, name, reading, server }: EntryTarget, { fields, drop }: Spelled, before: Value | undefined) {
  const set = { kind: 'set', name, fields, drop } as const;
  if (exact !== true || server === undefined || !isMap(before)) return [set];
  const over = surplus(reading.entry, server, before);
  if (over.drop.length === 0) return [set];
  const others = new Map([...fields].filter(([key]) => !over.drop.includes(key)));
  return [
    { ...set, fields: others, drop: [...drop, ...over.drop] },
    { ...set, fields: new Map([...fields, ...over.fields]) },
  ] as const;
}

/** As the file will show it; an item of a list shows its own name among its fields. */
export function entryAfter(at: ServersAt, before: Value | undefined, change: EntryChange): Value | undefined {
  if (change.kind === 'remove') return undefined;
  const fields = fieldsAfter(before, change);
  return at.kind === 'list' && at.wrap === undefined ? new Map<string, Value>([['name', change.name], ...fields]) : fields;
}

/** An entry of this name that is not snap's own and says something else belongs to the person: it needs --force. */
function foreignEntry(target: EntryTarget, spelled: Spelled | undefined, before: Value): EntryResult | undefined {
  const server = readServer(target.reading.entry, before);
  if (spelled !== undefined) {
    const isSame =
      before instanceof Map &&
      [...spelled.fields].every(([key, value]) => sameField(before.get(key), value)) &&
      !spelled.drop.some((key) => before.has(key));
    if (
      isSame ||
      startsSame(server, target.server) ||
      (isOursByShape(server) && target.server !== undefined && isOursOrStarted(target.server))
    )
      return undefined;
    return {
      kind: 'refused',
      message: `${displayPath(target.path, target)}: there is already a server "${target.name}", and it starts something else.`,
      hint: `${target.otherName ?? 'Choose another name'}, or replace it with --force (the entry's other fields stay).`,
    };
  }
  if (!target.onlyOurs || isOursByShape(server)) return undefined;
  return {
    kind: 'refused',
    message: `${displayPath(target.path, target)}: the server "${target.name}" does not start snap.`,
    hint: 'It was not changed. Add --force to remove it anyway.',
  };
}

/** A command may take the place of snap's own entry; an address only if it is the one of snap's daemon. */
function isOursOrStarted(wanted: NewServer): boolean {
  return wanted.kind === 'command' || isOursByShape(wanted);
}

/** Whether an entry starts or calls the wanted server, regardless of its other fields. */
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

/** What every reader of the format reads as an empty file. */
function emptyFile(reading: Reading): string {
  return reading.format === 'json' ? '{}\n' : '';
}

/** What a new file of this place starts with (YAML only: `key: value` lines). */
function preambleOf(place: ConfigPlace): string {
  return Object.entries(place.preamble ?? {})
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
}
