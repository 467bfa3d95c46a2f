import { findMember, isMap, type Member, type Value, type ValueMap, type Node } from '../../../formats/index.ts';
import { nestedIn, serverFields, setFields, type Edit, renameMember, argumentNodes, commandNode } from '../../edit.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import type { Fix } from '../../diagnostic.ts';
import type { TextKind, EntryForm } from '../../../clients/index.ts';
import { memoize } from '../memoize.ts';

type Target = Pick<EntryFacts, 'file' | 'entry'>;

export { serverFields };

/** Whether the fields are one level deeper than this client reads them. */
export function isNestedWrongly({ entry, file }: Target): boolean {
  const { entry: form, layouts } = file.reading;
  return form.nested === undefined && nestedIn({ entry }) !== undefined && !layouts.some((at) => at.wrap === 'transport');
}

/** A field of an entry, also of one whose fields are one level deeper. */
export function fieldOf(target: Target, key: string): Member | undefined {
  return findMember(serverFields(target), key) ?? findMember(target.entry.fields, key);
}

/** The text of a field; `undefined` when it is not a text. */
export function textOf(target: Target, key: string): string | undefined {
  const value = fieldOf(target, key)?.value;
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

/** Sets fields in the map that holds the fields of the entry. `drop` only works for fields directly in the entry. */
export function setServerFields(target: EntryFacts, fields: ValueMap, drop: readonly string[] = []): Edit {
  const nested = nestedIn(target);
  return nested === undefined ? setFields(target, fields, drop) : setFields(target, new Map([[nested.key, fields]]));
}

/** Whether {@link setServerFields} can drop fields of this entry. */
export function canDrop(target: Target): boolean {
  return nestedIn(target) === undefined;
}

/** Every member of an entry. */
export function membersOf({ entry }: Target): readonly Member[] {
  return entry.fields.kind === 'map' ? entry.fields.members : [];
}

/** The members of a map as plain values; empty for anything else. */
export function valuesOf(value: Value | undefined): ValueMap {
  return isMap(value) ? value : new Map();
}

/** Whether a fix may change the file: not an administrator's file, and not a file of another client that is only read. */
export function mayFix({ file }: Pick<EntryFacts, 'file'>): boolean {
  return file.scope !== 'managed' && file.place.write !== 'never';
}

/** The field that holds the headers, where it is directly in the entry. */
export function headersField({ file }: Pick<EntryFacts, 'file'>): string | undefined {
  const { http, sse } = file.reading.entry;
  const form = http ?? sse;
  return form?.headersIn === undefined ? form?.headers : undefined;
}

/** Every field that the client reads in an entry of this file. */
export function fieldsRead({ file }: Pick<EntryFacts, 'file'>): ReadonlySet<string> {
  const { always = {}, credentials = [], envNames, fields = [], http, nameKey, reads, sse, stdio, typeKey, ...form } = file.reading.entry;
  const { startTimeout, switch: own, timeout, toolLists } = form;
  const ofAddresses = [http, sse].flatMap((one) => [one?.url, one?.headers, one?.headersIn, one?.bearerFrom, one?.headersFrom]);
  const ofPrograms = [stdio.command, stdio.orCommand, 'args', stdio.env, stdio.cwd, envNames];
  const ofLimits = [timeout?.key, startTimeout?.key, startTimeout?.also?.key, toolLists?.only, toolLists?.without];
  const named = [typeKey, nameKey, own?.key, own?.also?.key, ...ofAddresses, ...ofPrograms, ...ofLimits].filter((key) => key !== undefined);
  return new Set([...named, ...(reads?.url ?? []), ...(reads?.typeKeys ?? []), ...fields, ...credentials, ...Object.keys(always)]);
}

/** Renames a field of an entry and keeps its value; `undefined` where the new name is used already, or the place cannot be cut. */
export function renameFix(target: EntryFacts, key: string, right: string | undefined, kind: Fix['kind'] = 'safe'): Fix | undefined {
  const member = fieldOf(target, key);
  const isTaken = right === undefined || right === key || fieldOf(target, right) !== undefined;
  if (isTaken || member === undefined || !mayFix(target)) return undefined;
  const says = `rename "${key}" to "${right}"`;
  // A TOML table may be named in several places; an inline table is in one place.
  const isOnePlace = target.file.reading.format !== 'toml' || member.value.kind !== 'map' || target.file.text?.[member.value.start] === '{';
  if (isOnePlace) return { kind, says, edit: renameMember(target.file, member, right) };
  const value = valuesOf(target.entry.value).get(key);
  if (value === undefined || !canDrop(target)) return undefined;
  return { kind, says, edit: setServerFields(target, new Map([[right, value]]), [key]) };
}

/** One text of an entry that says how its server is started or reached. May be a secret. */
export interface EntryText {
  readonly kind: TextKind;
  /** The name of the variable or header. */
  readonly name?: string | undefined;
  /** The index of the argument. */
  readonly index?: number | undefined;
  readonly text: string;
  readonly node: Node;
}

/** Every text of an entry, in the order in which a client uses them. */
export const textsOf = memoize((target: EntryFacts): readonly EntryText[] => {
  const { entry: form } = target.file.reading;
  const texts: EntryText[] = [];
  const add = (node: Node | undefined, about: Omit<EntryText, 'text' | 'node'>): void => {
    if (node?.kind === 'scalar' && typeof node.value === 'string') texts.push({ ...about, text: node.value, node });
  };
  add(commandNode(target) ?? fieldOf(target, form.stdio.command)?.value, { kind: 'command' });
  for (const [index, node] of argumentNodes(target).entries()) add(node, { kind: 'argument', index });
  for (const { key, value } of envMembers(target)) add(value, { kind: 'variable', name: key });
  if (form.stdio.cwd !== undefined) add(fieldOf(target, form.stdio.cwd)?.value, { kind: 'cwd' });
  for (const key of urlKeys(target)) add(fieldOf(target, key)?.value, { kind: 'url' });
  for (const { key, value } of headerMembers(target)) add(value, { kind: 'header', name: key });
  return texts;
});

/** The members of an entry's environment. */
export function envMembers(target: EntryFacts): readonly Member[] {
  return mapMembers(fieldOf(target, target.file.reading.entry.stdio.env)?.value);
}

/** The members of an entry's headers. */
export function headerMembers(target: EntryFacts): readonly Member[] {
  const { http, sse } = target.file.reading.entry;
  const form = http ?? sse;
  if (form?.headers === undefined) return [];
  const outer =
    form.headersIn === undefined ? fieldOf(target, form.headers) : findMember(fieldOf(target, form.headersIn)?.value, form.headers);
  return mapMembers(outer?.value);
}

/** The fields in which this client reads an address, the one it prefers first. */
export function urlKeys({ file }: Pick<EntryFacts, 'file'>): readonly string[] {
  const { http, reads, sse } = file.reading.entry;
  return [...new Set([...(reads?.url ?? []).filter((key) => key === 'httpUrl'), http?.url, sse?.url, ...(reads?.url ?? [])])].filter(
    (key) => key !== undefined,
  );
}

function mapMembers(node: Node | undefined): readonly Member[] {
  return node?.kind === 'map' ? node.members : [];
}

/** The place of a text in words, without the text. */
export function whereIs({ index, kind, name }: Pick<EntryText, 'kind' | 'name' | 'index'>): string {
  switch (kind) {
    case 'command':
      return 'the command';
    case 'argument':
      return `argument ${(index ?? 0) + 1}`;
    case 'variable':
      return `the variable ${name ?? ''}`;
    case 'header':
      return `the header ${name ?? ''}`;
    case 'url':
      return 'the address';
    case 'cwd':
      return 'the start directory';
    default:
      return kind satisfies never;
  }
}

/**
 * The entries of files that belong to their client. The rules of a client that only reads the file do not apply to how entries are
 * written there, unless no owner of the file is judged.
 */
export function ownEntries({ entries, files }: Pick<Setup, 'entries' | 'files'>): readonly EntryFacts[] {
  return entriesOfOwners(entries)(files);
}

const entriesOfOwners = memoize((entries: Setup['entries']) =>
  memoize((files: Setup['files']): readonly EntryFacts[] => {
    const owners = new Map<string, Set<string>>();
    for (const { client, path, place } of files) {
      if (place.write !== 'never') owners.set(path, (owners.get(path) ?? new Set()).add(client.id));
    }
    return entries.filter(({ file: { client, path, place } }) => {
      const isGuest = place.write === 'never' && [...(owners.get(path) ?? [])].some((id) => id !== client.id);
      return !isGuest;
    });
  }),
);

/** What a type word of any client means. `remote`: an address, over any transport. */
const meanings: ReadonlyMap<string, 'stdio' | 'http' | 'sse' | 'remote'> = new Map([
  ['stdio', 'stdio'],
  ['local', 'stdio'],
  ['command', 'stdio'],
  ['http', 'http'],
  ['https', 'http'],
  ['streamablehttp', 'http'],
  ['streamable', 'http'],
  ['httpstream', 'http'],
  ['sse', 'sse'],
  ['serversentevents', 'sse'],
  ['remote', 'remote'],
  ['url', 'remote'],
]);

/** The meaning of a word for a transport, in any spelling; `undefined` for a word that no client uses. */
export function meaningOfWord(word: string): 'stdio' | 'http' | 'sse' | 'remote' | undefined {
  return meanings.get(word.toLowerCase().replaceAll(/[-_ ]/g, ''));
}

/** Whether a client knows this word, for any transport. */
export function isOwnWord(form: EntryForm, word: string): boolean {
  return transportsOfWord(form, word).length > 0;
}

/** The transports that a word can mean in a config file of this client. */
export function transportsOfWord(form: EntryForm, word: string): readonly ('stdio' | 'http' | 'sse')[] {
  return (['stdio', 'http', 'sse'] as const).filter(
    (transport) => form[transport]?.type === word || (form.reads?.[transport]?.includes(word) ?? false),
  );
}

/** Whether this client reads a type word in an entry with an address. */
export function hasWords(form: EntryForm): boolean {
  return form.http?.type !== undefined || form.sse?.type !== undefined;
}

/** The members that hold a type word in some client. */
export const typeKeys: readonly string[] = ['type', 'transport', 'transportType', 'transport_type'];
