import type { Span } from './syntax/node.ts';

/** A stretch of text that was changed, letter by letter, with some of what was around it. */
// A type and not an interface, so that it counts as JSON.
export type Passage = { readonly left: string; readonly removed: string; readonly added: string; readonly right: string };

/**
 * Where the new text of a passage is.
 * @param lengths how many characters of the surrounding text to search for, longest first.
 * @returns `undefined` when that place is not certain.
 */
export function placeOfPassage(text: string, { left, added, right }: Passage, lengths: readonly number[]): Span | undefined {
  for (const length of lengths) {
    const before = left.slice(Math.max(0, left.length - length));
    const wanted = before + added + right.slice(0, length);
    const place = text.indexOf(wanted);
    if (place === -1) continue;
    // Twice is nowhere.
    if (text.indexOf(wanted, place + 1) !== -1) return undefined;
    return { start: place + before.length, end: place + before.length + added.length };
  }
  return undefined;
}
