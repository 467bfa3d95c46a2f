import { plainWords, type Word, wordOf } from './words.ts';

// BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). These and the constants of the ranking were chosen on
// one half of the bench's data and are judged on the other; see docs/benchmarks.md.
export const saturation = 1.2;
const lengthShare = 0.9;
/** The share of a word's weight that a synonym has. */
const synonymShare = 0.7;
/** As if there were so many more documents without any word of the query: in a store of three every word would be rare. */
const background = 20;

/** A word of an index: equal words of one text are one object. */
export interface KnownWord {
  /** What it is looked up by, and the share of each: its stem, then the name of its synonyms. */
  readonly terms: readonly { readonly term: Term; readonly share: number }[];
}

export interface Term {
  /** Numbers of the documents that contain it, ascending. */
  readonly documents: number[];
  /** For each of them its count in each field, one document after the other. */
  readonly counts: number[];
  /** Computed when the index had {@link rarityAt} documents; kept by {@link WordIndex.rarityOf}. */
  rarity: number;
  rarityAt: number;
}

export interface WordIndex {
  /** Documents have numbers from 0, in the order in which they were added. @param texts of its fields, in the order of their weights. */
  add(texts: readonly string[]): void;
  /** The words of a text without stop words. Words that are in no document are included: they are the rarest. */
  read(text: string): readonly KnownWord[];
  /** For each document the words of its first field. */
  readonly firstFields: readonly ReadonlySet<KnownWord>[];
  /** The weight of a word that is in this many of the documents. */
  rarity(count: number): number;
  rarityOf(term: Term): number;
  /** The weight of a term in the document at this place of its list, without its rarity. */
  valueAt(term: Term, place: number): number;
}

/** An empty index. The value of a document changes with every one that is added, so it is computed when it is asked for. */
export function createWordIndex(weights: readonly number[]): WordIndex {
  const vocabulary = createVocabulary();
  const firstFields: ReadonlySet<KnownWord>[] = [];
  /** By field: the number of words of each document, and of all together. */
  const lengths = weights.map((): number[] => []);
  const sums = weights.map(() => 0);
  const rarity = (count: number) => Math.log(1 + (firstFields.length + background - count + 0.5) / (count + 0.5));

  return {
    add(texts) {
      const document = firstFields.length;
      const counts = new Map<Term, number[]>();
      weights.forEach((_, field) => {
        const found = plainWords(texts[field] ?? '').flatMap((plain) => vocabulary.learn(plain) ?? []);
        if (field === 0) firstFields.push(new Set(found));
        lengths[field]?.push(found.length);
        sums[field] = (sums[field] ?? 0) + found.length;
        for (const { terms: named } of found) {
          for (const { term } of named) {
            const own = counts.get(term) ?? weights.map(() => 0);
            own[field] = (own[field] ?? 0) + 1;
            counts.set(term, own);
          }
        }
      });
      for (const [term, own] of counts) {
        term.documents.push(document);
        term.counts.push(...own);
      }
    },
    read: (text) => vocabulary.read(text),
    firstFields,
    rarity,
    rarityOf(term) {
      if (term.rarityAt !== firstFields.length) {
        term.rarity = rarity(term.documents.length);
        term.rarityAt = firstFields.length;
      }
      return term.rarity;
    },
    valueAt(term, place) {
      const document = term.documents[place] ?? 0;
      let value = 0;
      for (let field = 0; field < weights.length; field += 1) {
        const count = term.counts[place * weights.length + field] ?? 0;
        if (count === 0) continue;
        const mean = (sums[field] ?? 0) / firstFields.length;
        const length = 1 - lengthShare + lengthShare * ((lengths[field]?.[document] ?? 0) / (mean || 1));
        value += ((weights[field] ?? 0) * count * (saturation + 1)) / (count + saturation * length);
      }
      return value;
    },
  };
}

/** The words of all documents. */
function createVocabulary() {
  const terms = new Map<string, Term>();
  const words = new Map<string, KnownWord>();
  const known = new Map<string, KnownWord | undefined>();

  const termOf = (name: string, keeps: boolean): Term => {
    const term = terms.get(name) ?? { documents: [], counts: [], rarity: 0, rarityAt: -1 };
    if (keeps) terms.set(name, term);
    return term;
  };
  const wordWith = ({ stem, group }: Word, keeps: boolean): KnownWord => {
    if (group === undefined) return { terms: [{ term: termOf(stem, keeps), share: 1 }] };
    return {
      terms: [
        { term: termOf(stem, keeps), share: 1 - synonymShare },
        { term: termOf(group, keeps), share: synonymShare },
      ],
    };
  };

  return {
    /** The word of a document; `undefined` for a stop word. */
    learn(plain: string): KnownWord | undefined {
      if (known.has(plain)) return known.get(plain);
      const word = wordOf(plain);
      const made = word && (words.get(word.stem) ?? wordWith(word, true));
      if (word && made) words.set(word.stem, made);
      known.set(plain, made);
      return made;
    },
    /** The words of a query. They are not kept, since a server may run for days. */
    read(text: string): readonly KnownWord[] {
      const unknown = new Map<string, KnownWord>();
      return plainWords(text).flatMap((plain) => {
        if (known.has(plain)) return known.get(plain) ?? [];
        const word = wordOf(plain);
        if (word === undefined) return [];
        const found = words.get(word.stem) ?? unknown.get(word.stem) ?? wordWith(word, false);
        unknown.set(word.stem, found);
        return found;
      });
    },
  };
}

/** The sum of the weights of words. */
export function worthOf({ rarityOf }: Pick<WordIndex, 'rarityOf'>, words: Iterable<KnownWord>): number {
  let worth = 0;
  for (const { terms } of words) for (const { term, share } of terms) worth += share * rarityOf(term);
  return worth;
}

/** The share of these words, by weight, that is on the other side, and the number of words. */
export function sharedBy(
  index: Pick<WordIndex, 'rarityOf'>,
  words: ReadonlySet<KnownWord>,
  isThere: (term: Term) => boolean,
): { readonly share: number; readonly words: number } {
  let count = 0;
  let shared = 0;
  for (const word of words) {
    const [stem, group] = word.terms;
    const part = stem !== undefined && isThere(stem.term) ? 1 : group !== undefined && isThere(group.term) ? synonymShare : 0;
    if (part === 0) continue;
    count += 1;
    shared += part * worthOf(index, [word]);
  }
  const worth = worthOf(index, words);
  return { share: worth > 0 ? shared / worth : 0, words: count };
}

/** Whether a term is in a document. */
export function isIn({ documents }: Term, document: number): boolean {
  let low = 0;
  let high = documents.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((documents[middle] ?? 0) < document) low = middle + 1;
    else high = middle;
  }
  return documents[low] === document;
}
