/**
 * Text that others wrote: names in config files, file and branch names, learnings, what a server answers. It may hold characters that
 * people cannot see and a model still reads. Every text of every answer, every printed line and every stored text passes through here.
 *
 * What is removed: control characters and terminal escapes, bidi controls, variation selectors, tag characters, Hangul fillers, zero-width
 * and all other default-ignorable code points, noncharacters, lone surrogates. What stays although it belongs to one of these classes,
 * because people write it and it changes what is seen:
 * - one variation selector 16 behind an emoji, and in a keycap; zero width joiners and tag characters in the emoji sequences that are
 *   recommended for general interchange (RGI). https://www.unicode.org/reports/tr51/#Emoji_Sets
 * - zero width joiners and non-joiners where they change the shape of letters. https://www.unicode.org/reports/tr31/#Layout_and_Format_Control_Characters
 * - the blank of Braille between other Braille patterns, and the visible number signs of Arabic, Syriac and Kaithi.
 * Variation selectors of other characters (CJK, Mongolian) are removed: they choose between glyphs of one letter and could carry any bits.
 */

/** ASCII, letters of Latin, and the punctuation, arrows and marks in snap's own sentences: none of it is ever removed or changed. */
const plainText = /^[\t\n\x20-\x7E\u00A1-\u00AC\u00AE-\u024F\u2010-\u2027\u2030-\u205E\u2190-\u27BF]*$/;

/** Behind these letters of the Arabic block nothing joins, so a non-joiner changes nothing. https://www.unicode.org/Public/UCD/latest/ucd/ArabicShaping.txt */
const unjoined = String.raw`\u0621-\u0625\u0627\u0629\u062F-\u0632\u0648\u0671-\u0677\u0688-\u0699\u06C0\u06C3-\u06CB\u06CD\u06CF\u06D2\u06D3\u06D5\u06EE\u06EF`;
const cursive = String.raw`[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}\p{Script=Hanifi_Rohingya}]`;
/** Signs that take a consonant's vowel away: of these scripts joiners choose the conjunct. https://www.unicode.org/Public/UCD/latest/ucd/IndicSyllabicCategory.txt */
const virama = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1B44]`;

/** Of what is removed itself, such as a variation selector or a Hangul filler, no joiner beside it may depend. */
const seen = String.raw`(?!\p{Default_Ignorable_Code_Point})`;
const letter = String.raw`${seen}\p{L}`;
/** Vowels and other marks on a letter. */
const marks = String.raw`(?:${seen}\p{Mn}){0,4}`;

// Each looks ahead for its joiner before it looks behind, and past few marks, or a text of marks alone would take time squared.
const joiners = [
  // Persian: "mi-khaham" is one word whose parts do not join.
  String.raw`(?=\u200C)(?<=(?=${cursive})(?![${unjoined}])\p{L}${marks})\u200C(?=${marks}(?=${cursive})\p{L})`,
  String.raw`(?=\u200C)(?<=${letter}${marks}${virama})\u200C(?=${letter})`,
  // Also at the end of a word: the chillus of Malayalam were written so.
  String.raw`(?=\u200D)(?<=${letter}${marks}${virama})\u200D(?=${letter}|[\p{P}\p{Z}\n\t]|$)`,
  // The ya-phalaa of Bengali behind ra, and its like in Kannada.
  String.raw`(?<=\u09B0)\u200D(?=\u09CD\u09AF)|(?<=\u0CB0)\u200D(?=\u0CCD${letter})`,
];

const braille = String.raw`(?<=[\u2801-\u28FF])\u2800+|\u2800+(?=[\u2801-\u28FF])`;
const emojiElement = String.raw`(?![0-9#*])\p{Emoji}(?:\p{Emoji_Modifier}|\uFE0F)?`;
const keycap = String.raw`[0-9#*]\uFE0F\u20E3`;
const emoji = String.raw`${keycap}|\u{1F3F4}[\u{E0020}-\u{E007E}]+\u{E007F}|${emojiElement}(?:\u200D${emojiElement})*`;

/** The number signs are format characters, but seen. */
const hidden = [
  String.raw`(?![\n\t])\p{Cc}`,
  String.raw`(?![\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}])\p{Cf}`,
  String.raw`[\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\uFFFC]|\u2800+`,
].join('|');

/** A control sequence, and the introducer of every other escape: what follows that one stays, since its end may lie in another text. */
const escape = String.raw`(?:\x1B\[|\x9B)[0-?]{0,40}[ -\/]{0,4}[@-~]|\x1B[ -\/]{0,4}[0-Z\\-~]`;

const pattern = lazy(() => new RegExp(`(?<allowed>${[...joiners, braille].join('|')})|(?<emoji>${emoji})|${hidden}`, 'gu'));
const anyHidden = lazy(() => new RegExp(hidden, 'u'));
const everyHidden = lazy(() => new RegExp(`(?:${hidden})+`, 'gu'));
const escapes = lazy(() => new RegExp(escape, 'g'));
/** Needs the newer kind of regular expressions, whose properties hold sequences. */
const recommended = lazy(() => new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v'));
/** Whole sequences with what they carry: titles, links, colours. */
const sequences = /(?:\x1B\[|\x9B)[0-?]*[ -/]*[@-~]|\x1B[\]P_^X][^\x07\x1B]*(?:\x07|\x1B\\)?|\x1B[^\n]?/g;

/** Text of several lines, which stay, as do tabs. A carriage return is a line end, a form feed or a line separator a space. */
export function cleanText(text: string): string {
  if (plainText.test(text)) return text;
  const inLines = text.replaceAll(/\r\n?/g, '\n').replaceAll(/[\v\f\u0085\u2028\u2029]/g, ' ');
  return withoutHidden(inLines.replaceAll(escapes(), ''));
}

/** Text on one line: line ends, tabs and control characters become a space, and so do several spaces. */
export function cleanLine(text: string): string {
  if (/^[!-~]+(?: [!-~]+)*$/.test(text)) return text;
  const inLine = text.replaceAll(escapes(), '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ');
  return withoutHidden(inLine).replaceAll(/\s+/g, ' ').trim();
}

/**
 * JSON data with every string in it as {@link cleanText}. What a key hides is spelled out, so that no two keys become one.
 * @param exact names of top-level values that stay as they are.
 */
export function cleanData(data: unknown, exact: readonly string[] = []): unknown {
  if (typeof data === 'string') return cleanText(data);
  if (Array.isArray(data)) return data.map((each) => cleanData(each));
  if (typeof data !== 'object' || data === null) return data;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [spellHidden(key), exact.includes(key) ? value : cleanData(value)]));
}

/** {@link cleanData} as JSON text of several lines. Mostly nothing has to be cleaned, and then no second copy of the data is made. */
export function cleanJson(data: unknown, exact?: readonly string[]): string {
  const text = JSON.stringify(data, undefined, 2);
  // Control characters and lone surrogates are escaped; tabs and line breaks stay.
  return plainText.test(text) && !/\\[bfru]/.test(text) ? text : JSON.stringify(cleanData(data, exact), undefined, 2);
}

/** Whether a text holds what {@link cleanText} would remove. */
export function hidesText(text: string): boolean {
  if (plainText.test(text)) return false;
  let isFound = false;
  replaceHidden(text, (one) => {
    isFound = true;
    return one;
  });
  return isFound;
}

/**
 * Positions of all characters that can be invisible, also where they are allowed (a joiner between two letters): a search for words has to
 * pass over them.
 */
export function hiddenSpans(text: string): readonly { readonly start: number; readonly end: number }[] {
  return Array.from(text.matchAll(everyHidden()), ({ 0: found, index }) => ({ start: index, end: index + found.length }));
}

/** The text with everything hidden written as its number, `\u200b`, by code units as JSON and JavaScript do. */
export function spellHidden(text: string): string {
  return plainText.test(text) ? text : replaceHidden(text, spelled);
}

/** The output of one program without terminal escapes and all that they carry: colours, titles, addresses of links. */
export function withoutEscapes(text: string): string {
  return /[\x1B\x9B]/.test(text) ? text.replaceAll(sequences, '') : text;
}

/** The escape of a character, such as `\u200b`. */
export function spelled(text: string): string {
  return text
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Removing characters may form a new hidden sequence, so it is repeated. After too many rounds, all context-dependent characters are removed. */
function withoutHidden(text: string): string {
  let before = text;
  for (let pass = 0; pass < 4; pass += 1) {
    const after = replaceHidden(before, () => '');
    if (after === before) return after;
    before = after;
  }
  return before.replaceAll(/[\p{Default_Ignorable_Code_Point}\u2800]/gu, '');
}

function replaceHidden(text: string, replace: (hidden: string) => string): string {
  if (!anyHidden().test(text)) return text;
  return text.replaceAll(pattern(), (found, ...rest) => {
    const groups: unknown = rest.at(-1);
    if (has(groups, 'allowed')) return found;
    return has(groups, 'emoji') ? replaceInEmoji(found, replace) : replace(found);
  });
}

function has(groups: unknown, name: string): boolean {
  return (
    typeof groups === 'object' && groups !== null && Object.entries(groups).some(([key, value]) => key === name && value !== undefined)
  );
}

/** A whole sequence that is recommended stays; of any other one the emoji stay, each with its variation selector. */
function replaceInEmoji(found: string, replace: (hidden: string) => string): string {
  if (found.endsWith('\u20E3')) return found;
  const parts = found.split('\u200D');
  if (parts.length > 1)
    return recommended().test(parts.map(qualified).join('\u200D'))
      ? found
      : parts.map((part) => replaceSelector(part, replace)).join(replace('\u200D'));
  if (!found.endsWith('\u{E007F}')) return replaceSelector(found, replace);
  return recommended().test(found) ? found : found.slice(0, 2) + Array.from(found.slice(2)).map(replace).join('');
}

/** As the recommended sequences spell it: a selector behind what is text by itself, and nowhere else. */
function qualified(element: string): string {
  const [base = '', next] = Array.from(element);
  if (next !== undefined && next !== '\uFE0F') return element;
  return /\p{Emoji_Presentation}/u.test(base) ? base : `${base}\uFE0F`;
}

/** Emoji of later planes that are no text by themselves have no other presentation: there a selector changes nothing. */
function replaceSelector(element: string, replace: (hidden: string) => string): string {
  if (!element.endsWith('\uFE0F')) return element;
  const base = element.slice(0, -1);
  return base.length > 1 && /\p{Emoji_Presentation}/u.test(base) ? base + replace('\uFE0F') : element;
}

/** Most starts meet plain ASCII only, and these classes of characters are the costliest to compile. */
function lazy(make: () => RegExp): () => RegExp {
  let made: RegExp | undefined;
  return () => (made ??= make());
}
