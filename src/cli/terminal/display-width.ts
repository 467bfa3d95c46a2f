/**
 * Characters that each fill one cell and join with no other: those of most texts, and the marks of snap. Such a text is measured by its
 * length; the tables of Unicode, which take milliseconds to load, are needed for others alone.
 */
const simple =
  /^[\u0020-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u0590\u2010-\u2027\u2030-\u205E\u20A0-\u20BF\u2100-\u2319\u2500-\u25FC\u2713\u2717\u276F]*$/;
/** Kana, Chinese characters and Korean syllables: each fills two cells and joins with no other of these. */
const simpleWide = /[\u3041-\u3096\u30A1-\u30FA\u3400-\u4DBF\u4E00-\u9FFF\uAC00-\uD7A3]/g;
/** Those of https://www.unicode.org/reports/tr11 with the property W or F, and emoji. */
const wide =
  /^[\u1100-\u115F\u2329\u232A\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97F\uAC00-\uD7A3\uF900-\uFAFF\uFE10-\uFE19\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6\u{16FE0}-\u{18DFF}\u{1B000}-\u{1B2FF}\u{1F200}-\u{1F265}\u{20000}-\u{3FFFD}]|\p{Emoji_Presentation}|\uFE0F/u;
const withoutWidth = /^[\p{M}\p{Cf}]+$/u;
/** The sequences that colour a text. */
export const colors = /\u001B\[[\d;]*m/g;

let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as a person counts them: a letter with its accents, an emoji with all that it is made of. */
export function characters(text: string): readonly string[] {
  if (simple.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** How many cells of a terminal a text fills, or less where it has tabs; sequences that colour it fill none. */
export function displayWidth(text: string): number {
  const colorless = text.includes('\u001B') ? text.replaceAll(colors, '') : text;
  const bare = colorless.includes('\t') ? colorless.replaceAll('\t', '        ') : colorless;
  if (simple.test(bare)) return bare.length;
  const others = bare.replaceAll(simpleWide, '');
  if (simple.test(others)) return others.length + 2 * (bare.length - others.length);
  return characters(bare).reduce((sum, character) => sum + characterWidth(character), 0);
}

function characterWidth(character: string): number {
  return wide.test(character) ? 2 : withoutWidth.test(character) ? 0 : 1;
}

/** Fills a text with spaces up to a width; a longer one stays as it is. */
export function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}
