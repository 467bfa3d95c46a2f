import { findMember, isMap, type Member, type Value, type ValueMap } from '../../../formats/index.ts';
import { nestedIn, serverFields, setFields, type Edit } from '../../edit.ts';
import type { EntryFacts } from '../../setup.ts';

type Target = Pick<EntryFacts, 'file' | 'entry'>;

export { serverFields };

/** Whether the fields stand one level deeper than this client looks. */
export function isNestedWrongly({ entry, file }: Target): boolean {
  const { entry: form, layouts } = file.reading;
  return form.nested === undefined && nestedIn({ entry }) !== undefined && !layouts.some((at) => at.wrap === 'transport');
}

/** A field of an entry, wherever its fields stand. */
export function fieldOf(target: Target, key: string): Member | undefined {
  return findMember(serverFields(target), key) ?? findMember(target.entry.fields, key);
}

/** The text of a field; `undefined` where it is none. */
export function textOf(target: Target, key: string): string | undefined {
  const value = fieldOf(target, key)?.value;
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : undefined;
}

/** Sets fields where the fields of the entry stand. Fields to drop can only be dropped where they stand directly in the entry. */
export function setServerFields(target: EntryFacts, fields: ValueMap, drop: readonly string[] = []): Edit {
  const nested = nestedIn(target);
  return nested === undefined ? setFields(target, fields, drop) : setFields(target, new Map([[nested.key, fields]]));
}

/** Whether {@link setServerFields} can drop fields of this entry. */
export function canDrop(target: Target): boolean {
  return nestedIn(target) === undefined;
}

/** Every key of an entry, with the value it has there. */
export function membersOf({ entry }: Target): readonly Member[] {
  return entry.fields.kind === 'map' ? entry.fields.members : [];
}

/** The members of a map as plain values; empty for anything else. */
export function valuesOf(value: Value | undefined): ValueMap {
  return isMap(value) ? value : new Map();
}

/** A fix that may be made: never in an administrator's file, and not in one that is only read here, because it is another client's. */
export function mayFix({ file }: Pick<EntryFacts, 'file'>): boolean {
  return file.scope !== 'managed' && file.place.write !== 'never';
}
