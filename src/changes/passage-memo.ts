import { decodeText, encodeText, placeOfPassage, type Passage } from '../formats/index.ts';
import { changedPassages } from '../text-diff/index.ts';
import type { ComputedChange, JsonValue } from './change.ts';

/**
 * What undo needs to take back a change of several places when its file has moved on since. Sealed in the journal, because it holds
 * values.
 */
// A type and not an interface, so that it counts as JSON.
export type PassagesMemo = { readonly kind: 'passages'; readonly passages: readonly PlacedPassage[] };

/** `least`: with less than this around it, the passage stood in more than one place from the start. */
type PlacedPassage = Passage & { readonly least: number };

/** How much of what stands around a passage is looked for, the least first. The longer ones only tell twins apart. */
const lengths = [24, 60, 240, 1000];
const surroundings = 60;

/** A memo longer than this is a file written anew, which nobody takes back piece by piece. */
const mostText = 200_000;

/**
 * The passages that differ, each with what stands around it. `undefined` where there are none to tell: the file is no text, goes,
 * or is another one altogether.
 */
export function passagesMemo(before: Uint8Array, after: Uint8Array | undefined): JsonValue | undefined {
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
  return passages.length === 0 || size > mostText ? undefined : ({ kind: 'passages', passages } satisfies PassagesMemo);
}

/** Whether a memo from the journal is one of ours: another version of snap may have written something else. */
export function isPassagesMemo(memo: unknown): memo is PassagesMemo {
  return (
    typeof memo === 'object' &&
    memo !== null &&
    'kind' in memo &&
    memo.kind === 'passages' &&
    'passages' in memo &&
    Array.isArray(memo.passages) &&
    memo.passages.every(isPlacedPassage)
  );
}

function isPlacedPassage(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || !('least' in value) || typeof value.least !== 'number') return false;
  const record: Readonly<Record<string, unknown>> = { ...value };
  return ['left', 'removed', 'added', 'right'].every((key) => typeof record[key] === 'string');
}

/**
 * The file with every passage as it was and all else as it is. Refuses unless each stands exactly once with what stood around it.
 */
export function undoPassages({ passages }: PassagesMemo, bytes: Uint8Array | undefined): ComputedChange {
  if (bytes === undefined) return refused('the file is gone');
  const text = framed(bytes);
  if (text === undefined) return refused('the file is no text any more');
  const parts: string[] = [];
  let done = 0;
  for (const passage of passages) {
    const tried = lengths.filter((length) => length >= passage.least && length <= Math.max(passage.least, surroundings)).toReversed();
    // All places are looked for in the same text: a passage that is put back would change what stands around the next.
    const place = placeOfPassage(text, passage, tried);
    if (place === undefined || place.start < done) {
      return refused(
        'a place that was changed then, or what stands around it, was changed again since, so the old text has no certain place',
      );
    }
    parts.push(text.slice(done, place.start), passage.removed);
    done = place.end;
  }
  parts.push(text.slice(done));
  // The byte order mark is a letter of the text here.
  return { kind: 'write', bytes: encodeText(parts.join('').slice(1, -1), false) };
}

/** The text between two characters that no text has, so that beginning and end are something that stands around a passage too. */
function framed(bytes: Uint8Array): string | undefined {
  const decoded = decodeText(bytes);
  return decoded.kind === 'text' ? `\0${decoded.hasByteOrderMark ? '\uFEFF' : ''}${decoded.text}\0` : undefined;
}

function refused(why: string): ComputedChange {
  return { kind: 'refused', message: `It was left as it is: ${why}.`, hint: 'Change the file by hand.' };
}
