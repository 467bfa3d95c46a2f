import { certaintyOf, createLikeness, type Likeness } from './certainty.ts';
import { createWordIndex, type KnownWord, saturation, type WordIndex, worthOf } from './word-index.ts';
import { plainWords } from './words.ts';

export interface RankedDocument {
  readonly id: string;
  readonly trigger: string;
  readonly action: string;
  /** Paths from the root. */
  readonly files: readonly string[];
  readonly source?: string | undefined;
  /** 0.25 to 2. Orders documents that match equally well; a much better match stays first. */
  readonly weight: number;
  /** Ranked after all that are not stale. */
  readonly isStale: boolean;
}

export interface RankingQuery {
  readonly text: string;
  /** Paths from the root that the work is about. */
  readonly files: readonly string[];
  readonly intent?: string | undefined;
  /** Ids of documents that must not be found, and do not make others relevant. */
  readonly without?: ReadonlySet<string>;
}

export interface Ranking {
  /** Takes time for this one document only, however many there are. */
  add(document: RankedDocument): void;
  /**
   * The relevant ones, best first; none when nothing is relevant. The score, 0 to 1, is the share of the score of a learning that repeats
   * the whole query.
   */
  search(query: RankingQuery, max: number): readonly { readonly id: string; readonly score: number }[];
}

const fields = [
  { weight: 1, text: ({ trigger }: RankedDocument) => trigger },
  { weight: 1, text: ({ action }: RankedDocument) => action },
  { weight: 0.3, text: ({ files, source }: RankedDocument) => [...files, source ?? ''].join(' ') },
];
/** Of a whole word's weight. */
const fileWeight = 1.5;
const directoryWeight = 0.3;
const pathWordWeight = 0.3;
const intentWeight = 0.2;
/** So many learnings about a file are found by it alone; where there are more, the words decide. */
const maxNaming = 3;
/**
 * The best match must be this certain, or nothing is found: chosen for silence (docs/benchmarks.md says what was seen before `growth` was chosen).
 * More is asked in a larger store, where chance finds a better match, and in a smaller one, where the same learnings would be shown by chance again
 * and again.
 */
const minCertainty = -0.1;
const usualSize = 300;
const smallestSize = 50;
const growth = 0.4;
/** Behind it others are shown that are less certain. */
const lessCertain = 0.5;
const shownTogether = 3;
/** How many of the best by words are looked at closely. */
const shortList = 64;

/** Words that learnings for an intent often contain. They order matches and find nothing by themselves. */
const intentWords: ReadonlyMap<string, string> = new Map([
  ['implement', 'add create architecture pattern convention'],
  ['debug', 'debug fix error crash test pitfall'],
  ['refactor', 'refactor rename move extract architecture workflow'],
  ['review', 'review test check security architecture pitfall'],
  ['explore', 'architecture structure overview entry documentation'],
]);

/**
 * An index of these documents in memory. Of a document only its weight may change (a getter). `keepsIrrelevant` disables the cut-off, so
 * that the bench can measure what it costs; `onCompared` is told what was compared, so that it can choose the weights.
 */
export function createRanking(
  first: readonly RankedDocument[],
  { keepsIrrelevant = false, onCompared }: { readonly keepsIrrelevant?: boolean; readonly onCompared?: OnCompared } = {},
): Ranking {
  const index = createWordIndex(fields.map(({ weight }) => weight));
  const scores = new Float64Array(first.length);
  const ranked: Ranked = { index, documents: [], places: createPlaces(), scores, keepsIrrelevant, onCompared };
  const add = (document: RankedDocument): void => {
    index.add(fields.map(({ text }) => text(document)));
    ranked.places.add(document, ranked.documents.length);
    ranked.documents.push(document);
  };
  for (const document of first) add(document);
  return { add, search: (query, max) => searchRanked(ranked, query, max) };
}

/** Documents are numbered in the order in which they were added. */
interface Ranked {
  readonly index: WordIndex;
  readonly documents: RankedDocument[];
  readonly places: ReturnType<typeof createPlaces>;
  /** By document; used by every search and cleared by it, since 10,000 new numbers for each query take time. */
  scores: Float64Array;
  readonly keepsIrrelevant: boolean;
  readonly onCompared: OnCompared | undefined;
}

type OnCompared = (found: readonly { readonly id: string; readonly likeness: Likeness | undefined }[]) => void;

function searchRanked(ranked: Ranked, query: RankingQuery, max: number): ReturnType<Ranking['search']> {
  const { index, documents } = ranked;
  if (ranked.scores.length < documents.length) ranked.scores = new Float64Array(2 * documents.length);
  const { scores } = ranked;
  const { without = new Set() } = query;
  const words = index.read(query.text);
  const { scored, named } = score(ranked, query, words);
  const closeTo = closeness(ranked, query.text, words, without);
  const found: { id: string; score: number }[] = [];
  for (const isStale of [false, true]) {
    const group = scored.filter((document) => documents[document]?.isStale === isStale && !without.has(documents[document].id));
    const close = best(group, scores, Math.max(shortList, 4 * max))
      .map(closeTo)
      .sort((a, b) => b.score - a.score || a.document - b.document);
    ranked.onCompared?.(close.map(({ document, likeness }) => ({ id: documents[document]?.id ?? '', likeness })));
    const isRelevant = relevance(ranked, close, named);
    for (const { document, score } of close.filter(isRelevant))
      found.push({ id: documents[document]?.id ?? '', score: Math.min(1, score) });
  }
  for (const document of scored) scores[document] = 0;
  return found.slice(0, max);
}

interface Scored {
  /** Documents with a score. */
  readonly scored: readonly number[];
  /** Documents that are about one of the files. */
  readonly named: ReadonlySet<number>;
}

/** Adds to the scores of all documents that the query has anything in common with. */
function score({ index, places, scores }: Ranked, { files, intent }: RankingQuery, words: readonly KnownWord[]): Scored {
  const { rarity, rarityOf, read, valueAt } = index;
  const scored: number[] = [];
  const give = (document: number, amount: number) => {
    const score = scores[document] ?? 0;
    if (score === 0) scored.push(document);
    scores[document] = score + amount;
  };
  const giveWords = (given: readonly KnownWord[], weight: number, isOrderOnly = false) => {
    for (const { terms } of given) {
      for (const { term, share } of terms) {
        const worth = weight * share * rarityOf(term);
        for (let i = 0; i < term.documents.length; i += 1) {
          const document = term.documents[i] ?? 0;
          if (!isOrderOnly || scores[document] !== 0) give(document, worth * valueAt(term, i));
        }
      }
    }
  };

  giveWords(words, 1);
  const named = new Set<number>();
  for (const file of new Set(files.map(slashed))) {
    const naming = places.files.get(file) ?? [];
    for (const document of naming) give(document, fileWeight * rarity(naming.length));
    // A file that many learnings name says nothing about any of them.
    if (naming.length <= maxNaming) for (const document of naming) named.add(document);
    const neighbours = places.directories.get(directoryOf(file)) ?? [];
    for (const document of neighbours) give(document, directoryWeight * rarity(neighbours.length));
  }
  giveWords(read(files.join(' ')), pathWordWeight, true);
  giveWords(read(intentWords.get(intent ?? '') ?? ''), intentWeight, true);
  return { scored, named };
}

interface Close {
  readonly document: number;
  readonly score: number;
  readonly likeness: Likeness | undefined;
  /** How certain it is that the document is about the words of the query. */
  readonly certainty: number;
}

/**
 * Which of the best are relevant, besides those about the files. Whether the words have an answer at all is decided by the first three; where they
 * have one, less certain ones are shown too.
 */
function relevance({ documents, keepsIrrelevant }: Ranked, close: readonly Close[], named: ReadonlySet<number>): (one: Close) => boolean {
  if (keepsIrrelevant) return () => true;
  const min = limitFor(documents.length);
  const isAnswered = close.slice(0, shownTogether).some(({ certainty }) => certainty >= min);
  return ({ certainty, document }) => named.has(document) || certainty >= min - (isAnswered ? lessCertain : 0);
}

/** How certain a match must be in a store of this size. */
function limitFor(size: number): number {
  return minCertainty + growth * Math.abs(Math.log(Math.max(smallestSize, size) / usualSize));
}

/** What is compared of a document on the short list. A trigger that is in the query word for word was meant. */
function closeness(
  { index, documents, scores }: Ranked,
  text: string,
  words: readonly KnownWord[],
  without: ReadonlySet<string>,
): (document: number) => Close {
  const whole = (saturation + 1) * (worthOf(index, words) || index.rarity(1));
  const phrase = ` ${plainWords(text).join(' ')} `;
  const shareOf = (document: number) => (scores[document] ?? 0) / whole;
  const leftOut = without.size === 0 ? [] : documents.flatMap(({ id }, document) => (without.has(id) ? [document] : []));
  const likenessOf = createLikeness(index, words, shareOf, new Set(leftOut));
  return (document) => {
    const trigger = plainWords(documents[document]?.trigger ?? '').join(' ');
    const isSaid = trigger !== '' && phrase.includes(` ${trigger} `);
    const repeated = isSaid ? trigger.length / (phrase.length - 2) : 0;
    const weight = Math.min(2, Math.max(0.25, documents[document]?.weight ?? 1));
    const likeness = likenessOf(document);
    return {
      document,
      score: (shareOf(document) + repeated) * Math.sqrt(weight),
      likeness,
      certainty: isSaid ? Infinity : likeness === undefined ? -Infinity : certaintyOf(likeness),
    };
  };
}

/** The documents that name a file, or another one in its directory. */
function createPlaces() {
  const files = new Map<string, number[]>();
  const directories = new Map<string, number[]>();
  const note = (map: Map<string, number[]>, names: ReadonlySet<string>, document: number) => {
    for (const name of names) {
      const known = map.get(name);
      if (known) known.push(document);
      else map.set(name, [document]);
    }
  };
  return {
    files,
    directories,
    add(document: RankedDocument, number: number): void {
      const paths = document.files.map(slashed);
      note(files, new Set(paths), number);
      note(directories, new Set(paths.map(directoryOf)), number);
    },
  };
}

const slashed = (path: string) => path.replaceAll('\\', '/').replace(/^\.\//, '');
const directoryOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1);

/** The `max` documents with the highest scores, best first. */
function best(among: readonly number[], scores: Float64Array, max: number): readonly number[] {
  if (max >= among.length) return among.toSorted((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  const list: number[] = [];
  const scoreAt = (place: number) => scores[list[place] ?? -1] ?? 0;
  for (const document of among) {
    const score = scores[document] ?? 0;
    if (list.length >= max && score <= scoreAt(list.length - 1)) continue;
    let place = list.length;
    while (place > 0 && scoreAt(place - 1) < score) place -= 1;
    list.splice(place, 0, document);
    if (list.length > max) list.pop();
  }
  return list;
}
