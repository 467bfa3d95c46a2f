import { decodeText, encodeText, placeOfPassage, type Passage } from '../formats/index.ts';
import { withEqualDaemonTokens } from '../secrets/index.ts';
import { changedPassages } from '../text/index.ts';
import type { ComputedChange, JsonValue } from './change.ts';

/**
 * What undo needs to undo a change of several places when its file has changed since. Encrypted in the journal, because it holds
 * values.
 */
// A type and not an interface, so that it counts as JSON.
export type PassagesUndoData = { readonly kind: 'passages'; readonly passages: readonly PlacedPassage[] };

/** `least`: the length of surrounding text below which the passage was ambiguous from the start. */
type PlacedPassage = Passage & { readonly least: number };

/** The lengths of surrounding text that are tried, shortest first. The longer ones only distinguish equal passages. */
const lengths = [24, 60, 240, 1000];
const surroundings = 60;

/** Undo data with more text than this means that the whole file was rewritten, which cannot be undone piece by piece. */
const maxText = 200_000;

/**
 * The passages that differ, each with its surrounding text. `undefined` when the file is not text, is deleted, or is completely
 * rewritten.
 */
export function passagesUndoData(before: Uint8Array, after: Uint8Array | undefined): JsonValue | undefined {
  const old = framed(before);
  const now = after === undefined ? undefined : framed(after);
  if (old === undefined || now === undefined) return undefined;
  const passages = changedPassages(old, now).map(({ before: [from, to], after: [start, end] }): PlacedPassage => {
    const withAround = (length: number): Passage => ({
      left: now.slice(Math.max(0, start - length), start),
      removed: old.slice(from, to),
      added: now.slice(start, end),
      right: now.slice(end, end + length),
    });
    const least = lengths.find((length) => placeOfPassage(now, withAround(length), [length]) !== undefined) ?? surroundings;
    return { ...withAround(Math.max(least, surroundings)), least };
  });
  const size = passages.reduce((sum, { removed, added }) => sum + removed.length + added.length, 0);
  return passages.length === 0 || size > maxText ? undefined : ({ kind: 'passages', passages } satisfies PassagesUndoData);
}

/** Whether undo data from the journal has this shape: another version of snap may have written something else. */
export function isPassagesUndoData(undoData: unknown): undoData is PassagesUndoData {
  return (
    typeof undoData === 'object' &&
    undoData !== null &&
    'kind' in undoData &&
    undoData.kind === 'passages' &&
    'passages' in undoData &&
    Array.isArray(undoData.passages) &&
    undoData.passages.every(isPlacedPassage)
  );
}

function isPlacedPassage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('least' in value) || typeof value.least !== 'number') return false;
  const record: Readonly<Record<string, unknown>> = { ...value };
  return ['left', 'removed', 'added', 'right'].every((key) => typeof record[key] === 'string');
}

/**
 * The file with every passage restored and everything else unchanged. Refuses unless each passage is found exactly once with its
 * surrounding text.
 */
export function undoPassages({ passages }: PassagesUndoData, bytes: Uint8Array | undefined): ComputedChange {
  if (bytes === undefined) return refused('the file is missing');
  const text = framed(bytes);
  if (text === undefined) return refused('the file is no longer text');
  const parts: string[] = [];
  let done = 0;
  for (const passage of passages) {
    const tried = lengths.filter((length) => length >= passage.least && length <= Math.max(passage.least, surroundings)).toReversed();
    // All places are searched in the same text: restoring one passage would change the text around the next.
    const place = placeOfPassage(text, passage, tried) ?? placeOfPassage(withEqualDaemonTokens(text), equalTokens(passage), tried);
    if (place === undefined || place.start < done) {
      return refused('the changed place or the text around it has changed again since, so the old text has no certain place');
    }
    parts.push(text.slice(done, place.start), passage.removed);
    done = place.end;
  }
  parts.push(text.slice(done));
  // The byte order mark is part of the text here.
  return { kind: 'write', bytes: encodeText(parts.join('').slice(1, -1), false) };
}

/** A token that the daemon renewed since, around the passage or in it, does not make its place less certain. */
function equalTokens({ left, removed, added, right }: Passage): Passage {
  return { left: withEqualDaemonTokens(left), removed, added: withEqualDaemonTokens(added), right: withEqualDaemonTokens(right) };
}

/** The text between two NUL characters, so that the start and end of the file count as surrounding text too. */
function framed(bytes: Uint8Array): string | undefined {
  const decoded = decodeText(bytes);
  return decoded.kind === 'text' ? `\0${decoded.hasByteOrderMark ? '\uFEFF' : ''}${decoded.text}\0` : undefined;
}

function refused(why: string): ComputedChange {
  return { kind: 'refused', message: `Not changed: ${why}.`, hint: 'Change the file by hand.' };
}
