import { findMember, isMap, type Member, type Value, type ValueMap } from '../../../formats/index.ts';
import { nestedIn, serverFields, setFields, type Edit, renameMember } from '../../edit.ts';
import type { EntryFacts } from '../../setup.ts';
import type { Fix } from '../../diagnostic.ts';

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
