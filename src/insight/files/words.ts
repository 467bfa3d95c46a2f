import { nameWords } from '../../text/index.ts';

/** Words that any sentence about code has. */
const stopWords = new Set(
  'a an and are as at be been but by can could do does for from had has have how if in into is it its no nor not of off on or our out over should so some such than that the their them then there these they this to too under up use used uses using via was we were what when where which while will with would you your'.split(
    ' ',
  ),
);

/** Words of a text in lower case, without their endings and without stop words. Names of code count whole and in their parts. */
export function wordsOf(text: string): readonly string[] {
  return [...originalWords(text).keys()];
}

/** Longer texts are cut: the first words of a task say what it is about. */
const maxText = 4_000;
const east = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;
const everyEast = new RegExp(east, 'g');

/** The same, each with the word as it was written. */
export function originalWords(text: string): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  const start = text.slice(0, maxText);
  // The plain expression is several times as fast, and most texts are plain.
  const names = /^[\0-\x7f]*$/.test(start) ? start.match(/[\w$]+/g) : start.match(/[\p{L}\p{N}_$]+/gu);
  for (const name of names ?? []) for (const [stem, written] of wordsOfName(name)) if (!words.has(stem)) words.set(stem, written);
  return words;
}

type NameWords = readonly (readonly [stem: string, written: string])[];

const known = new Map<string, NameWords>();

/** Kept, since subjects and paths say the same names again and again. */
function wordsOfName(name: string): NameWords {
  const kept = known.get(name);
  if (kept !== undefined) return kept;
  const words = wordsIn(name);
  if (known.size > 50_000) known.clear();
  known.set(name, words);
  return words;
}

function wordsIn(name: string): NameWords {
  const characters = east.test(name) ? name.match(everyEast) : null;
  if (characters !== null) return characters.map((character) => [character, character] as const);
  const parts = nameWords(name);
  const all = parts.map((part) => [part, part] as const);
  return (parts.length > 1 ? [...all, [parts.join(''), name] as const] : all)
    .filter(([word]) => word.length > 1 && word.length <= 60 && !stopWords.has(word) && !/^\d+$/.test(word))
    .map(([word, written]) => [lightStem(word), written] as const);
}

/** Endings of English verbs and plurals; words of other languages mostly come back as they are. */
function lightStem(word: string): string {
  let stem = word;
  if (stem.length > 4 && stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`;
  else if (stem.length > 3 && stem.endsWith('s') && !/(?:ss|us|is)$/.test(stem)) stem = stem.slice(0, -1);
  if (/[aeiouy].*ing$/.test(stem) && stem.length > 5) stem = undoubled(stem.slice(0, -3));
  else if (stem.length > 4 && stem.endsWith('ed')) stem = undoubled(stem.slice(0, -2));
  if (stem.length > 6) stem = stem.replace(/(?:ation|ition|ion|or|er|ment|ly|able|ible|ize|ise|ate)$/, '');
  if (stem.length > 3 && stem.endsWith('e')) stem = stem.slice(0, -1);
  return stem;
}

function undoubled(stem: string): string {
  return /([bdfgklmnprt])\1$/.test(stem) && !stem.endsWith('ll') ? stem.slice(0, -1) : stem;
}

/** Names of code in a text that are rare enough to be looked for in files. */
export function identifiersIn(text: string): readonly string[] {
  const found = new Set<string>();
  const start = text.slice(0, maxText);
  for (const [, quoted = ''] of start.matchAll(/[`'"]([\w$.:/-]{4,60})[`'"]/g)) found.add(quoted);
  for (const [name] of start.matchAll(/[A-Za-z_$][\w$]{3,59}/g))
    if (/[a-z][A-Z]|[a-zA-Z]_[a-zA-Z]|[A-Z]{2,}[a-z]|[a-zA-Z]\d/.test(name)) found.add(name);
  return [...found].slice(0, maxIdentifiers);
}

/** Each is looked for in every file. */
const maxIdentifiers = 2;
