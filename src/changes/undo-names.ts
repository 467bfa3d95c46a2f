import { changeNames, decodeText, encodeText, findNode, parseJson, toValue, type NameChange, type Tolerance } from '../formats/index.ts';
import { unlessRefused } from '../system/index.ts';
import type { ComputedChange } from './change.ts';

/** What undo needs to take back one name in a list of a JSON file that has changed since. */
// A type and not an interface, so that it counts as JSON.
export type NamesUndoData = {
  readonly kind: 'names';
  readonly path: readonly string[];
  readonly tolerance: Tolerance;
  readonly name: string;
  /** What was done to it. */
  readonly done: NameChange['kind'];
};

/** Whether undo data from the journal has this shape: another version of snap may have written something else. */
export function isNamesUndoData(undoData: unknown): undoData is NamesUndoData {
  return (
    typeof undoData === 'object' &&
    undoData !== null &&
    'kind' in undoData &&
    undoData.kind === 'names' &&
    'path' in undoData &&
    Array.isArray(undoData.path) &&
    'name' in undoData &&
    typeof undoData.name === 'string' &&
    'done' in undoData
  );
}

/** The name out of the list again, or into it; whatever else others changed stays. */
export function undoNames({ done, name, path, tolerance }: NamesUndoData, bytes: Uint8Array | undefined): ComputedChange {
  const decoded = bytes === undefined ? undefined : decodeText(bytes);
  if (decoded?.kind === 'not-text') return refused(decoded.message);
  const parsed = parseJson(decoded?.text ?? '', tolerance);
  if (parsed.kind === 'problem') return refused(`it does not parse any more (${parsed.problem.line}:${parsed.problem.column})`);
  const node = findNode(parsed.root, path);
  const list = node === undefined ? undefined : toValue(node);
  const isThere = Array.isArray(list) && list.includes(name);
  if (isThere !== (done === 'add')) return { kind: 'unchanged' };
  return unlessRefused(
    (): ComputedChange => {
      const after = changeNames(decoded?.text, tolerance, path, { kind: done === 'add' ? 'remove' : 'add', name });
      return { kind: 'write', bytes: after === undefined ? undefined : encodeText(after, decoded?.hasByteOrderMark ?? false) };
    },
    ({ message }) => refused(message.replace(/\.$/, '')),
  );
}

function refused(why: string): ComputedChange {
  return { kind: 'refused', message: `It was left as it is: ${why}.`, hint: 'Change the list by hand.' };
}
