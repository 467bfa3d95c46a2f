import { cleanText } from '../../system/index.ts';
import { splitCase, stem, wordsIn } from '../../text/index.ts';
import { errorWords } from './error-codes.ts';
import { synonymOf } from './synonyms.ts';

/** Words that are in every sentence and so distinguish nothing. */
const stopWords = new Set(
  (
    'a an the this that these those it its is are was were be been being am do does did has have had will would can could should may ' +
    'of in on at to for from by with as into and or but if then than so such there their them they he she we you your our i me my ' +
    'what which who how all any each'
  ).split(' '),
);

/** The words of a text before stemming: identifiers and paths split, lower case, no punctuation. */
export function plainWords(text: string): readonly string[] {
  const words: string[] = [];
  // Don't and doesn't are one word.
  const normal = text.normalize('NFKC').replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '');
  for (const run of wordsIn(splitCase(normal))) {
    if (isUnspaced(run)) words.push(...charactersAndPairs(run));
    else words.push(run, ...errorWords(run));
  }
  return joined(words);
}

/** Verbs written with their particle as one word or two: "times out" and "timeout". */
const particleVerbs = new Map<string, string>(
  [
    'time out',
    'log in',
    'log out',
    'sign in',
    'sign up',
    'set up',
    'clean up',
    'start up',
    'shut down',
    'back up',
    'roll back',
    'check out',
  ]
    .map((verb) => verb.split(' '))
    .flatMap(([verb = '', particle = '']) => formsOf(verb).map((form) => [`${form} ${particle}`, verb + particle] as const)),
);

function formsOf(verb: string): readonly string[] {
  const last = verb.at(-1) ?? '';
  const bare = last === 'e' ? verb.slice(0, -1) : verb;
  return [verb, `${verb}s`, `${bare}ed`, `${bare}ing`, `${verb}${last}ed`, `${verb}${last}ing`];
}

function joined(words: readonly string[]): readonly string[] {
  const result: string[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? '';
    const verb = particleVerbs.get(`${word} ${words[i + 1] ?? ''}`);
    if (verb !== undefined) i += 1;
    result.push(verb ?? word);
  }
  return result;
}

// Chinese, Japanese and Thai put no spaces between words; characters and overlapping pairs of them find words without a dictionary.
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

function isUnspaced(text: string): boolean {
  // The plain expression is several times as fast, and most texts are plain.
  return !/^[\0-\x7f]*$/.test(text) && unspaced.test(text);
}

function charactersAndPairs(run: string): readonly string[] {
  const characters = [...run];
  return characters.flatMap((character, i) => {
    const next = characters[i + 1];
    return next === undefined ? [character] : [character, character + next];
  });
}

/** A word as it is looked up. */
export interface Word {
  /** What it is looked up by, the first of them its stem. */
  readonly terms: readonly WordTerm[];
}

export interface WordTerm {
  /** The stem; the name of the group of synonyms after `=`; the beginning after `^`; the end after `$`. */
  readonly name: string;
  /** Of the weight of the word. */
  readonly share: number;
  /** How much of a match it is when only this is in common, from 0 to 1. */
  readonly strength: number;
}

// The constants of this file and of word-index.ts and ranking.ts were chosen on data that they are not judged by; see docs/benchmarks.md.
const synonymShare = 0.5;
const startShare = 0.3;
const endShare = 0.15;
const pairShare = 0.5;
const strengths = { stem: 1, synonym: 0.7, start: 0.5, end: 0.3 };
/** A Hangul syllable is two or three letters. */
const lengths = { start: 4, end: 5, hangul: 2 };
const onlyLetters = /^[\p{L}\p{M}]+$/u;
const onlyHangul = /^\p{Script=Hangul}+$/u;

/**
 * How a plain word is looked up; `undefined` for a stop word. Its beginning and its end are weak terms of their own, for languages with many
 * endings or compounds: `тесты` and `тестов` begin alike, `Systemprotokoll` and `Protokoll` end alike.
 */
export function wordOf(plain: string): Word | undefined {
  if (stopWords.has(plain)) return undefined;
  const { end, group, stemmed, start } = namesOf(plain);
  if (isUnspaced(plain)) return { terms: [{ name: stemmed, share: plain.length > 1 ? pairShare : 1, strength: strengths.stem }] };
  let terms: readonly WordTerm[] = [{ name: stemmed, share: 1, strength: strengths.stem }];
  const add = (name: string | undefined, share: number, strength: number): void => {
    if (name === undefined) return;
    terms = [...terms.map((term) => ({ ...term, share: term.share * (1 - share) })), { name, share, strength }];
  };
  add(group, synonymShare, strengths.synonym);
  add(start, startShare, strengths.start);
  add(end, endShare, strengths.end);
  return { terms };
}

/** The names of the terms of {@link wordOf}. */
export function namesOf(plain: string): {
  readonly stemmed: string;
  readonly group: string | undefined;
  readonly start: string | undefined;
  readonly end: string | undefined;
} {
  const stemmed = stem(plain);
  const isLetters = /^[a-z]+$/.test(plain) || onlyLetters.test(plain);
  const start = !/^[a-z]/.test(plain) && onlyHangul.test(plain) ? lengths.hangul : lengths.start;
  return {
    stemmed,
    group: synonymOf(stemmed),
    start: isLetters && plain.length > start ? `^${plain.slice(0, start)}` : undefined,
    end: isLetters && plain.length > lengths.end ? `$${plain.slice(-lengths.end)}` : undefined,
  };
}

/** The words that a text is looked up by: without stop words, stemmed, synonyms under one name. Repeated words are repeated. */
export function wordsOf(text: string): readonly string[] {
  return plainWords(text).flatMap((plain) => {
    if (stopWords.has(plain)) return [];
    const stemmed = stem(plain);
    return [synonymOf(stemmed)?.slice(1) ?? stemmed];
  });
}

/**
 * The content of a learning that its id is computed from. Equal for texts that differ in white space, quotes, capitals of plain words and
 * punctuation of sentences; different when a number, a path, a flag or an operator differs, since these change the meaning.
 */
export function contentKey(trigger: string, action: string): string {
  return `${plainText(trigger)}\n${plainText(action)}`;
}

/** One side of {@link contentKey}. */
export function plainText(text: string): string {
  // Also without the joiners and selectors that clean text keeps: they do not change the meaning.
  const normal = cleanText(text)
    .normalize('NFC')
    .replaceAll(/\u200c|\u200d|\ufe0f/g, '')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/(?<=\s)[–—](?=\s)/g, '')
    .replaceAll(/[–—]/g, '-')
    .replace(/(?<=[\p{L}\p{N}"'`)])[.]\s*$/u, '');
  const everySignCounts = isCode(normal);
  return (
    normal
      .split(/\s+/u)
      .map((token) => (everySignCounts ? token : withoutPunctuation(token)))
      // In code a capital matters only next to a sign: -R is not -r, but Find is find.
      .map((token) => (/^\p{L}+(?:['-]\p{L}+)*$/u.test(token) ? token.toLowerCase() : token))
      .filter((token) => token !== '')
      .join(' ')
  );
}

// Only in commands and expressions, where every sign counts.
const codeSign = /[|<>${}\\*=&#~^@[\]]|(?:^|\s)--?\p{L}|["'][\p{L}\p{N}]*[^\p{L}\p{N}"'\s][^"'\s]*["']|!\S|\(\)/u;

/** Whether a text contains something that only commands and expressions contain. */
export function isCode(text: string): boolean {
  return codeSign.test(text);
}

function withoutPunctuation(token: string): string {
  let start = 0;
  let end = token.length;
  while (start < end && opening.includes(token.charAt(start))) start += 1;
  if (!/^[\p{L}\p{N}]/u.test(token.slice(start))) {
    // A lone comma or quote between words; a lone dot, slash or dash is an argument.
    return /^[,;:!?"'`()…]+$/u.test(token) ? '' : token;
  }
  while (end > start && closing.includes(token.charAt(end - 1))) end -= 1;
  return token.slice(start, end);
}

const opening = '"\'`(';
const closing = '.,;:!?"\'`)…';

/** The words of one text that another has too, or a word of the same stem, meaning, beginning or end; each once, in the order of the first. */
export function sharedWords(one: string, other: string): readonly string[] {
  const namesIn = (plain: string): readonly string[] => (wordOf(plain)?.terms ?? []).map(({ name }) => name);
  const known = new Set(plainWords(other).flatMap(namesIn));
  return [...new Set(plainWords(one))].filter((plain) => namesIn(plain).some((name) => known.has(name)));
}
