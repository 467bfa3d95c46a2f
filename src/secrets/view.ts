import { hiddenSpans } from '../system/index.ts';

/** A text as a reader or a program understands it, and where its letters are in the text itself. */
export interface View {
  readonly text: string;
  /** The place of each unit of the view; `undefined` where both texts are the same. */
  readonly at: Uint32Array | undefined;
  readonly length: number;
}

/**
 * Latin, Greek and Cyrillic letters, punctuation and marks, kana, Chinese characters and Korean syllables: none of them is hidden or stands
 * for a plain letter, so most texts are their own view.
 */
const usual =
  /^[\u0000-\u00AC\u00AE-\u024F\u0391-\u03A1\u03A3-\u03CE\u0400-\u0482\u048A-\u052F\u2010-\u2027\u2190-\u27BF\u3041-\u3096\u30A1-\u30FA\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3]*$/;

/** Without what nobody sees, and with full-width and styled letters as the plain ones they stand for. */
export function viewOf(text: string): View {
  if (usual.test(text)) return { text, at: undefined, length: text.length };
  const hidden = hiddenSpans(text);
  const letters: string[] = [];
  const places: number[] = [];
  let next = 0;
  for (let i = 0; i < text.length;) {
    const skip = hidden[next];
    if (skip !== undefined && i >= skip.start) {
      i = Math.max(i, skip.end);
      next += 1;
      continue;
    }
    const letter = String.fromCodePoint(text.codePointAt(i) ?? 0);
    const plain = plainLetter(letter);
    letters.push(plain);
    for (let unit = 0; unit < plain.length; unit += 1) places.push(i);
    i += letter.length;
  }
  const view = letters.join('');
  return view === text ? { text, at: undefined, length: text.length } : { text: view, at: Uint32Array.from(places), length: text.length };
}

/** https://unicode.org/reports/tr15/#Norm_Forms: only where the result is ASCII, so that no letter of a script changes. */
function plainLetter(letter: string): string {
  const code = letter.codePointAt(0) ?? 0;
  if (code < 0x250 || (code > 0x3000 && code < 0xfe00)) return letter;
  const plain = letter.normalize('NFKC');
  return /^[\x20-\x7E]$/.test(plain) ? plain : letter;
}
