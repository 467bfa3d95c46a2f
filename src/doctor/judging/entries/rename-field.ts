import { renameMember } from '../../edit.ts';
import type { Fix } from '../../diagnostic.ts';
import type { EntryFacts } from '../../setup.ts';
import { canDrop, fieldOf, mayFix, setServerFields, valuesOf } from './fields.ts';

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
