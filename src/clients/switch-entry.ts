import { changeOrRefuse, entryAfter, placeOf, remembering, type EntryEdit, type EntryResult, type EntryTarget } from './change-entry.ts';
import { refused } from './refused-entry.ts';
import { shapeProblem } from './config-file.ts';
import { decodeText, encodeText, type EntryChange, findContainer, findEntry, isMap, toValue, type ValueMap } from '../formats/index.ts';
import type { EntryForm } from './entry-form.ts';
import { isEnabled } from './entry.ts';
import { entryUndoData } from './entry-undo.ts';

/** An entry whose own switch is to be set on or off. */
export type SwitchTarget = Pick<EntryTarget, 'client' | 'path' | 'reading' | 'home' | 'platform' | 'format' | 'name'> & {
  readonly on: boolean;
};

/**
 * The pure function that flips the client's own switch of an entry and touches nothing else. Switching on what was never switched
 * off does nothing. Refuses where the client has no such switch, and where there is no such entry.
 */
export function switchEntry(target: SwitchTarget): EntryEdit {
  const { client, reading } = target;
  if (reading.entry.switch === undefined) return { kind: 'refused', message: `${client.name} has no switch for a server in this file.` };
  return { kind: 'edit', compute: remembering((bytes) => compute(target, bytes)) };
}

/** To switch an entry on, every member that switches it off; to switch it off, the client's first one. */
function switchFields(own: NonNullable<EntryForm['switch']>, before: ValueMap, on: boolean): ValueMap {
  const members = [own, ...(own.also === undefined ? [] : [own.also])];
  const changed = on ? members.filter(({ key, off }) => before.get(key) === off) : members.slice(0, 1);
  return new Map(changed.map(({ key, off }) => [key, on ? !off : off]));
}

function compute(target: SwitchTarget, bytes: Uint8Array | undefined): EntryResult {
  const { format, name, on, reading } = target;
  const missing = `there is no server "${name}" in it`;
  if (bytes === undefined || reading.entry.switch === undefined) return refused(target, undefined, missing);
  const decoded = decodeText(bytes);
  if (decoded.kind === 'not-text') return refused(target, undefined, decoded.message);
  const { text, hasByteOrderMark } = decoded;
  const parsed = format.parse(text, reading.tolerance);
  const problem = shapeProblem(parsed, text, reading);
  if (problem) return refused(target, problem.error, problem.error.message);
  const root = parsed.kind === 'tree' ? parsed.root : undefined;
  const at = placeOf(root, reading, name);
  const entry = findEntry(findContainer(root, at), at, name);
  const before = entry === undefined ? undefined : toValue(entry.fields);
  if (before === undefined) return refused(target, undefined, missing);
  if (!isMap(before)) return refused(target, undefined, `"${name}" is no map of fields there`);

  const own = (at.entry ?? reading.entry).switch ?? reading.entry.switch;
  if (isEnabled({ switch: own }, before) === on) return { kind: 'unchanged' };
  const change: EntryChange = { kind: 'set', name, fields: switchFields(own, before, on), drop: [] };
  const changed = changeOrRefuse(() => format.change(text, reading.tolerance, at, change));
  if (changed.kind === 'refused') return refused(target, undefined, changed.why);
  const after = entryAfter(at, before, change);
  const undoData = entryUndoData(reading, at, name, { before, after, hadMap: true }, { before: text, after: changed.text ?? '' });
  return { kind: 'write', bytes: encodeText(changed.text ?? '', hasByteOrderMark), undoData };
}
