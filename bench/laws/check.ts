import { changeEntry, type EntryResult, type EntryTarget } from '../../src/clients/change-entry.ts';
import { type FormatName, entriesOf, findContainer, type Format, type ServersAt } from '../../src/formats/edit/format.ts';
import { readConfigFile } from '../../src/clients/config-file.ts';
import { spellEntry, type Spelled } from '../../src/clients/entry.ts';
import { findNode, type Value } from '../../src/formats/syntax/node.ts';
import { decodeText, encodeText } from '../../src/formats/decode-text.ts';
import { SnapError } from '../../src/system/errors.ts';
import type { Case } from './cases.ts';
import { minimalRanges } from './ranges.ts';
import { judged, judges, same, type Judge, type Judged } from './judges.ts';

export interface Outcome {
  /** Why nothing was written; the file counts as refused and not as one of the thousands. */
  readonly refused?: string;
  readonly failures: readonly { readonly law: Law; readonly detail: string }[];
  /** The laws that had something to say about this file. */
  readonly held: readonly Law[];
  /** In how many places something was inserted. */
  readonly ranges?: number;
}

export const laws = {
  insert: 'bytes outside the new entry identical',
  value: 'reads as the old value and the entry',
  strict: 'a file in plain JSON stays plain JSON',
  back: 'add, then remove: the original bytes',
  again: 'the same entry again: nothing to write',
  updateValue: 'update: reads as the old value with the new fields',
  updateBytes: 'update: bytes outside the entry identical',
  removeValue: 'remove an old entry: the others as they were',
  removeBytes: 'remove an old entry: only deletes',
} as const;
export type Law = keyof typeof laws;

/** Does everything to one file, and holds it against every law. */
export function check(one: Case, format: Format): Outcome {
  const failures: { law: Law; detail: string }[] = [];
  const held: Law[] = [];
  const hold = (law: Law, detail: string | undefined): void =>
    void (detail === undefined ? held.push(law) : failures.push({ law, detail }));
  const bytes = one.text === undefined ? undefined : encodeText(one.text, one.hasByteOrderMark);
  const readers = judges[one.reading.format].flatMap((judge) => {
    // A new file begins with what the client needs beside the servers.
    const before = attempt(() =>
      one.text === undefined && one.place.preamble !== undefined ? judged(one.place.preamble) : judge.read(one.text ?? ''),
    );
    return before.kind === 'threw' ? [] : [{ judge, before: before.value }];
  });
  if (readers.length === 0) return { refused: 'no judge can read it', failures, held };

  const old = bytes === undefined ? [] : readConfigFile(bytes, format, one.reading).servers;
  const name = one.names.find((candidate) => !old.some((server) => server.name === candidate) && accepts(one, candidate));
  if (name === undefined) return { refused: 'no name is free', failures, held };

  const added = attempt(() => write(one, format, name, bytes, true));
  if (added.kind === 'threw') return { failures: [{ law: 'value', detail: `threw ${added.error}` }], held };
  if (added.value.kind === 'refused')
    return { refused: added.value.message.replaceAll(/~\/[^:]*:(\d+:\d+:)?|"[^"]*"|[Ll]ine \d+, column \d+/g, '…'), failures, held };
  if (added.value.kind === 'unchanged' || added.value.bytes === undefined)
    return { failures: [{ law: 'value', detail: added.value.kind }], held };
  const result = textOf(added.value.bytes);

  const ranges = Math.min(...withoutPlaceholder(one, format).map((text) => minimalRanges(text, result)));
  hold(
    'insert',
    ranges > 3
      ? `inserted in ${ranges} places:\n${result}`
      : hasMark(added.value.bytes) !== one.hasByteOrderMark
        ? 'byte order mark'
        : undefined,
  );
  const spelled = withFirstFields(spelledOf(one, name), one);
  for (const { judge, before } of readers)
    hold(
      'value',
      valueProblem(judge, result, (at, after) => withEntry(before, at, name, spelled, placeIn(after, at, name)), one),
    );
  if (one.reading.format === 'json' && readers.some(({ judge }) => judge.name === 'JSON.parse')) {
    const strict = attempt(() => void JSON.parse(result));
    hold('strict', strict.kind === 'threw' ? `${strict.error}\n${result}` : undefined);
  }
  const again = attempt(() => write(one, format, name, bytesOf(added.value), true));
  hold('again', again.kind === 'threw' ? again.error : again.value.kind === 'unchanged' ? undefined : `${again.value.kind}\n${result}`);
  // As the journal records it.
  const recorded = { entry: added.value.undoData, keeps: 'nothing' } as const;
  const back = attempt(() => write(one, format, name, bytesOf(added.value), false, { recorded }));
  if (back.kind === 'threw' || back.value.kind !== 'write')
    hold('back', back.kind === 'threw' ? back.error : `${back.value.kind}\n${result}`);
  else hold('back', equalBytes(back.value.bytes, bytes) ? undefined : `${shown(back.value.bytes)}\nafter\n${result}`);

  const target = pickOld(one, format);
  if (target !== undefined && bytes !== undefined) checkOld(one, format, target, bytes, readers, hold);
  return { failures, held, ranges };
}

type Hold = (law: Law, detail: string | undefined) => void;
interface OldEntry {
  readonly name: string;
  readonly at: ServersAt;
  readonly start: number;
  readonly end: number;
  /** Where the next entry starts. */
  readonly next: number | undefined;
}

/** Updates and removes a server that was there. */
function checkOld(
  one: Case,
  format: Format,
  old: OldEntry,
  bytes: Uint8Array,
  readers: readonly { judge: Judge; before: Judged | undefined }[],
  hold: Hold,
): void {
  const text = one.text ?? '';
  const updated = attempt(() => write(one, format, old.name, bytes, true, { force: true }));
  const removed = attempt(() => write(one, format, old.name, bytes, false));
  if (updated.kind === 'threw') hold('updateValue', updated.error);
  else if (updated.value.kind === 'write' && updated.value.bytes !== undefined) {
    const result = textOf(updated.value.bytes);
    for (const { judge, before } of readers)
      hold(
        'updateValue',
        valueProblem(judge, result, (at) => updateEntry(before, at, old.name, spelledOf(one, old.name)), one),
      );
    const again = attempt(() => write(one, format, old.name, bytesOf(updated.value), true, { force: true }));
    hold(
      'again',
      again.kind === 'threw'
        ? again.error
        : again.value.kind === 'unchanged'
          ? undefined
          : `after an update: ${again.value.kind}\n${result}`,
    );
    if (one.reading.format === 'toml') {
      // An entry may stand in several places: all that is left without it must still be there, in its order.
      const rest = removed.kind === 'done' ? textOf(bytesOf(removed.value) ?? new Uint8Array()) : '';
      const isThere = minimalRanges(inOneLine(rest), inOneLine(result)) < Infinity && isInOrder(commentsOf(rest), result);
      hold('updateBytes', isThere ? undefined : `without it:\n${rest}\nupdated:\n${result}`);
    } else {
      const tail = one.reading.format === 'json' ? old.end : (old.next ?? text.length);
      hold('updateBytes', result.startsWith(text.slice(0, old.start)) && result.endsWith(text.slice(tail)) ? undefined : result);
    }
  }
  if (removed.kind === 'threw') hold('removeValue', removed.error);
  else if (removed.value.kind === 'write') {
    const result = removed.value.bytes === undefined ? '' : textOf(removed.value.bytes);
    for (const { judge, before } of readers) hold('removeValue', removalProblem(judge, result, before, old, one));
    const ranges = minimalRanges(result, text);
    // A container that is empty now may have got its braces.
    const isEmptied = old.next === undefined && / ?(?:\{\}|\[\])/.test(result);
    hold('removeBytes', ranges > 12 && !isEmptied ? result : undefined);
  }
}

function write(
  one: Case,
  format: Format,
  name: string,
  bytes: Uint8Array | undefined,
  sets: boolean,
  { force = false, recorded }: { readonly force?: boolean; readonly recorded?: EntryTarget['recorded'] } = {},
): EntryResult {
  const { client, place, reading } = one;
  const edit = changeEntry({
    client,
    place,
    path: '/home/mara/file',
    reading,
    home: '/home/mara',
    platform: 'linux',
    format,
    name,
    server: sets ? one.server : undefined,
    force,
    onlyOurs: false,
    isLink: false,
    recorded,
  });
  if (edit.kind === 'refused') return edit;
  try {
    return edit.compute(bytes);
  } catch (error) {
    if (error instanceof SnapError && error.code === 'refused') return { kind: 'refused', message: error.message };
    throw error;
  }
}

function accepts(one: Case, name: string): boolean {
  const { names } = one.client;
  return (
    name !== '' &&
    !/[\u0000-\u001F\u007F-\u009F]/.test(name) &&
    (names === undefined || (new RegExp(names.pattern).test(name) && names.reserved?.includes(name) !== true))
  );
}

function spelledOf({ reading, server }: Case, name: string): Spelled {
  return spellEntry(reading.entry, name, server) ?? { fields: new Map(), drop: [] };
}

/** What only a new entry gets. */
function withFirstFields(spelled: Spelled, { reading }: Case): Spelled {
  return { ...spelled, fields: new Map([...spelled.fields, ...Object.entries(reading.entry.atFirst ?? {})]) };
}

/** A null or an alias that stands where servers go has to give way to them, with the blank in front of it; it says nothing else. */
function withoutPlaceholder({ text = '', reading }: Case, format: Format): readonly string[] {
  const parsed = format.parse(text, reading.tolerance);
  if (parsed.kind === 'problem' || reading.format !== 'yaml') return [text];
  for (const at of reading.layouts) {
    for (let depth = 0; depth <= at.path.length; depth += 1) {
      const node = findNode(parsed.root, at.path.slice(0, depth));
      if (node !== undefined && (text[node.start] === '*' || (node.kind === 'scalar' && node.value === null))) {
        return [text, text.slice(0, node.start) + text.slice(node.end), text.slice(0, node.start).trimEnd() + text.slice(node.end)];
      }
    }
  }
  return [text];
}

/** One that has its name for itself. In YAML what has an anchor, or is one, is left out: it stands in several places. */
function pickOld({ text = '', reading, pick }: Case, format: Format): OldEntry | undefined {
  const parsed = format.parse(text, reading.tolerance);
  if (parsed.kind === 'problem') return undefined;
  const found = reading.layouts.flatMap((at) => {
    const all = entriesOf(findContainer(parsed.root, at), at);
    return all
      .map(({ name, place }, i) => ({ name, at, start: place.start, end: place.end, next: all[i + 1]?.place.start }))
      .filter(
        ({ name, start, end }) =>
          !name.startsWith('#') &&
          all.filter((other) => other.name === name).length === 1 &&
          !(reading.format === 'yaml' && /[&*]a\d/.test(text.slice(start, end))),
      );
  });
  return found[pick % Math.max(found.length, 1)];
}

function placeIn(value: Judged | undefined, at: ServersAt, name: string): number {
  let container = value;
  for (const key of at.path) container = container instanceof Map ? container.get(key) : undefined;
  return Array.isArray(container) ? container.findIndex((one) => isNamed(one, name)) : 0;
}

function valueProblem(
  judge: Judge,
  result: string,
  expected: (at: ServersAt, after: Judged | undefined) => Judged | undefined,
  one: Case,
): string | undefined {
  const after = attempt(() => judge.read(result));
  if (after.kind === 'threw') return `${judge.name} cannot read it: ${after.error}\n${result}`;
  const fits = one.reading.layouts.some((at) => {
    const wanted = attempt(() => expected(at, after.value));
    return wanted.kind === 'done' && same(wanted.value, after.value);
  });
  return fits
    ? undefined
    : `${judge.name} reads ${print(after.value)}\nand not ${print(expected(one.reading.layouts[0], after.value))}\nin\n${result}`;
}

/** @param place In a list: how many items are in front of it. Where it goes among them is not for a law to say. */
function withEntry(before: Judged | undefined, at: ServersAt, name: string, { fields }: Spelled, place: number): Judged {
  return change(before, at.path, (container) => {
    const entry = judgedFields(fields);
    if (at.kind === 'map') return new Map([...(container instanceof Map ? container : []), [name, entry]]);
    return (Array.isArray(container) ? container : []).toSpliced(place, 0, item(at, name, entry));
  });
}

/** Blank lines stand between the parts of an entry, too; so may comments, but those on lines of their own outside of it stay. */
const inOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
const commentsOf = (text: string): readonly string[] => text.match(/(?<=^[ \t]*)#[^\r\n]*/gm) ?? [];

function isInOrder(parts: readonly string[], whole: string): boolean {
  let from = 0;
  for (const part of parts) {
    const found = whole.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return true;
}

function updateEntry(before: Judged | undefined, at: ServersAt, name: string, { fields, drop }: Spelled): Judged {
  const merge = (was: Judged | undefined): Map<string, Judged> => {
    const now = new Map(was instanceof Map ? was : []);
    for (const key of drop) if (!fields.has(key)) now.delete(key);
    for (const [key, value] of judgedFields(fields)) {
      const kept = now.get(key);
      now.set(key, value instanceof Map && kept instanceof Map ? new Map([...kept, ...value]) : value);
    }
    return now;
  };
  return change(before, at.path, (container) => {
    if (container instanceof Map) return new Map([...container, [name, merge(container.get(name))]]);
    if (!Array.isArray(container)) throw new Error('no container');
    return container.map((one) => {
      if (!isNamed(one, name)) return one;
      return at.wrap === undefined
        ? merge(one)
        : new Map([...(one instanceof Map ? one : []), [at.wrap, merge(one instanceof Map ? one.get(at.wrap) : undefined)]]);
    });
  });
}

function removalProblem(judge: Judge, result: string, before: Judged | undefined, old: OldEntry, one: Case): string | undefined {
  const after = attempt(() => judge.read(result));
  if (after.kind === 'threw') return `${judge.name} cannot read it: ${after.error}\n${result}`;
  const left = change(before, old.at.path, (container) => {
    if (Array.isArray(container)) return container.filter((one) => !isNamed(one, old.name));
    return new Map([...(container instanceof Map ? container : [])].filter(([name]) => name !== old.name));
  });
  // A container that is empty now may be gone, or empty in another way: it says the same.
  return same(withoutEmpties(left, one), withoutEmpties(after.value, one))
    ? undefined
    : `${judge.name} reads ${print(after.value)}\nand not ${print(left)}\nin\n${result}`;
}

function withoutEmpties(value: Judged | undefined, { reading }: Case): Judged | undefined {
  let left = value;
  for (const at of reading.layouts) {
    for (let depth = at.path.length; depth > 0; depth -= 1) left = withoutEmpty(left, at.path.slice(0, depth));
  }
  return left instanceof Map && left.size === 0 ? undefined : left === 'null' ? undefined : left;
}

function withoutEmpty(value: Judged | undefined, [key, ...rest]: readonly string[]): Judged | undefined {
  if (key === undefined || !(value instanceof Map) || !value.has(key)) return value;
  const inner = rest.length > 0 ? withoutEmpty(value.get(key), rest) : value.get(key);
  const isEmpty =
    inner === undefined || inner === 'null' || (inner instanceof Map ? inner.size === 0 : Array.isArray(inner) && inner.length === 0);
  return isEmpty ? new Map([...value].filter(([name]) => name !== key)) : new Map([...value, [key, inner]]);
}

function change(value: Judged | undefined, [key, ...rest]: readonly string[], work: (container: Judged | undefined) => Judged): Judged {
  if (key === undefined) return work(value);
  const map = value instanceof Map ? value : new Map<string, Judged>();
  return new Map([...map, [key, change(map.get(key), rest, work)]]);
}

function item(at: ServersAt, name: string, entry: Map<string, Judged>): Judged {
  const quoted = JSON.stringify(name);
  return at.wrap === undefined
    ? new Map([['name', quoted], ...entry])
    : new Map<string, Judged>([
        ['name', quoted],
        [at.wrap, entry],
      ]);
}

function isNamed(value: Judged, name: string): boolean {
  return value instanceof Map && value.get('name') === JSON.stringify(name);
}

function judgedFields(fields: ReadonlyMap<string, Value>): Map<string, Judged> {
  const value = judged(fields);
  if (!(value instanceof Map)) throw new Error('fields are a map');
  return value;
}

type Attempt<T> = { readonly kind: 'done'; readonly value: T } | { readonly kind: 'threw'; readonly error: string };
function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { kind: 'done', value: work() };
  } catch (error) {
    return { kind: 'threw', error: error instanceof Error ? (error.stack ?? error.message).slice(0, 600) : String(error) };
  }
}

function textOf(bytes: Uint8Array): string {
  const decoded = decodeText(bytes);
  if (decoded.kind === 'not-text') throw new Error(decoded.message);
  return decoded.text;
}
const bytesOf = (result: EntryResult): Uint8Array | undefined => (result.kind === 'write' ? result.bytes : undefined);
const hasMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
const equalBytes = (a: Uint8Array | undefined, b: Uint8Array | undefined): boolean =>
  a === undefined || b === undefined ? a === b : Buffer.compare(a, b) === 0;
const shown = (bytes: Uint8Array | undefined): string => (bytes === undefined ? 'no file' : JSON.stringify(Buffer.from(bytes).toString()));

function print(value: Judged | undefined): string {
  if (value instanceof Map) return `{${[...value].map(([key, item]) => `${JSON.stringify(key)}: ${print(item)}`).join(', ')}}`;
  return Array.isArray(value) ? `[${value.map(print).join(', ')}]` : String(value);
}

/** Whether a text has the new entry, and says beside it what the old one said. */
export function keepsTheRest(format: FormatName, path: readonly string[], before: string, after: string, name: string): boolean {
  for (const judge of judges[format]) {
    const old = attempt(() => judge.read(before));
    if (old.kind === 'threw') continue;
    const now = attempt(() => judge.read(after));
    if (now.kind === 'threw') return false;
    let isThere = false;
    const rest = change(now.value, path, (container) => {
      isThere = container instanceof Map && container.has(name);
      return new Map([...(container instanceof Map ? container : [])].filter(([key]) => key !== name));
    });
    const was = change(old.value, path, (container) => (container instanceof Map ? container : new Map()));
    return isThere && same(rest, was);
  }
  return false;
}
