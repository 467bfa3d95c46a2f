import { createWordIndex, type KnownWord, saturation, sharedBy, standsIn, worthOf } from './word-index.ts';
import { plainWords } from './words.ts';

export interface RankedDocument {
  readonly id: string;
  readonly trigger: string;
  readonly action: string;
  /** Paths from the root. */
  readonly files: readonly string[];
  readonly source?: string;
  /** 0.25 to 2. Moves it among others that match as well; what matches much better stays before it. */
  readonly weight: number;
  /** Ranked after everything that is not. */
  readonly isStale: boolean;
}

export interface RankingQuery {
  readonly text: string;
  /** Paths from the root that the work is about. */
  readonly files: readonly string[];
  readonly intent?: string;
}

export interface Ranking {
  /** Costs what this one document costs, however many there are. */
  add(document: RankedDocument): void;
  /**
   * The relevant ones, best first; none when nothing is relevant. The score, 0 to 1, is the share of what a learning would get that
   * repeats the whole query.
   */
  search(query: RankingQuery, most: number): readonly { readonly id: string; readonly score: number }[];
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
/** A learning must say so much of the query, and the query so much of its trigger: the mean of both. */
const leastShare = 0.23;
/** One word in common is a coincidence, unless it is most of what one side says. */
const oneWordOfQuery = 0.5;
const oneWordOfTrigger = 0.6;
/** How many of the best by words are looked at closely. */
const shortList = 64;

/** Words that learnings for an intent tend to hold; they order what matches, and find nothing by themselves. */
const intentWords: ReadonlyMap<string, string> = new Map([
  ['implement', 'add create architecture pattern convention'],
  ['debug', 'debug fix error crash test pitfall'],
  ['refactor', 'refactor rename move extract architecture workflow'],
  ['review', 'review test check security architecture pitfall'],
  ['explore', 'architecture structure overview entry documentation'],
]);

/**
 * An index of these documents in memory. Their weights may change (a getter); nothing else of them does. `keepsIrrelevant` takes the cut-off away: the bench measures
 * with it what the cut-off costs.
 */
export function createRanking(first: readonly RankedDocument[], { keepsIrrelevant = false } = {}): Ranking {
  const index = createWordIndex(fields.map(({ weight }) => weight));
  const { firstFields: triggers, rarity, rarityOf, read, valueAt } = index;
  const documents: RankedDocument[] = [];
  const places = createPlaces();
  // Used again by every search, and cleared by it: 10,000 numbers a query are not free.
  let scores = new Float64Array(first.length);

  function add(document: RankedDocument): void {
    index.add(fields.map(({ text }) => text(document)));
    places.add(document, documents.length);
    documents.push(document);
  }

  function search({ text, files, intent }: RankingQuery, most: number) {
    if (scores.length < documents.length) scores = new Float64Array(2 * documents.length);
    const touched: number[] = [];
    const give = (document: number, amount: number) => {
      const score = scores[document] ?? 0;
      if (score === 0) touched.push(document);
      scores[document] = score + amount;
    };
    const giveWords = (words: readonly KnownWord[], weight: number, isOrderOnly = false) => {
      for (const { terms } of words) {
        for (const { term, share } of terms) {
          const worth = weight * share * rarityOf(term);
          for (let i = 0; i < term.documents.length; i += 1) {
            const document = term.documents[i] ?? 0;
            if (!isOrderOnly || scores[document] !== 0) give(document, worth * valueAt(term, i));
          }
        }
      }
    };

    const words = read(text);
    giveWords(words, 1);
    const named = new Set<number>();
    for (const file of new Set(files.map(slashed))) {
      const naming = places.files.get(file) ?? [];
      for (const document of naming) give(document, fileWeight * rarity(naming.length));
      // A file that every fourth learning names says nothing about any of them.
      if (naming.length <= Math.max(10, documents.length / 4)) for (const document of naming) named.add(document);
      const beside = places.directories.get(directoryOf(file)) ?? [];
      for (const document of beside) give(document, directoryWeight * rarity(beside.length));
    }
    giveWords(read(files.join(' ')), pathWordWeight, true);
    giveWords(read(intentWords.get(intent ?? '') ?? ''), intentWeight, true);

    const distinct = new Set(words);
    const whole = (saturation + 1) * (worthOf(index, words) || rarity(1));
    const phrase = ` ${plainWords(text).join(' ')} `;
    const said = new Set(words.flatMap(({ terms }) => terms.map(({ term }) => term)));

    function isRelevant(document: number): boolean {
      if (keepsIrrelevant || named.has(document)) return true;
      const ofQuery = sharedBy(index, distinct, (term) => standsIn(term, document));
      const ofTrigger = sharedBy(index, triggers[document] ?? new Set(), (term) => said.has(term));
      const isMoreThanChance = ofQuery.words >= 2 || ofQuery.share >= oneWordOfQuery || ofTrigger.share >= oneWordOfTrigger;
      return isMoreThanChance && (ofQuery.share + ofTrigger.share) / 2 >= leastShare;
    }

    /** The score of one that is looked at closely. A trigger that stands in the query word for word is what was meant. */
    function closeScore(document: number): number {
      const trigger = plainWords(documents[document]?.trigger ?? '').join(' ');
      const isSaid = trigger !== '' && phrase.includes(` ${trigger} `);
      const repeated = isSaid ? trigger.length / (phrase.length - 2) : 0;
      const weight = Math.min(2, Math.max(0.25, documents[document]?.weight ?? 1));
      return ((scores[document] ?? 0) / whole + repeated) * Math.sqrt(weight);
    }

    const answer: { id: string; score: number }[] = [];
    for (const isStale of [false, true]) {
      const group = touched.filter((document) => documents[document]?.isStale === isStale);
      const close = best(group, scores, Math.max(shortList, 4 * most))
        .filter(isRelevant)
        .map((document) => ({ document, score: closeScore(document) }))
        .sort((a, b) => b.score - a.score || a.document - b.document);
      for (const { document, score } of close) answer.push({ id: documents[document]?.id ?? '', score: Math.min(1, score) });
    }
    for (const document of touched) scores[document] = 0;
    return answer.slice(0, most);
  }

  for (const document of first) add(document);
  return { add, search };
}

/** Which documents name a file, or one beside it. */
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

/** The `most` documents with the highest scores, best first. */
function best(among: readonly number[], scores: Float64Array, most: number): readonly number[] {
  const list: number[] = [];
  const scoreAt = (place: number) => scores[list[place] ?? -1] ?? 0;
  for (const document of among) {
    const score = scores[document] ?? 0;
    if (list.length >= most && score <= scoreAt(list.length - 1)) continue;
    let place = list.length;
    while (place > 0 && scoreAt(place - 1) < score) place -= 1;
    list.splice(place, 0, document);
    if (list.length > most) list.pop();
  }
  return list;
}
