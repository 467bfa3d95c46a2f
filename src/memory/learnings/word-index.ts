import { commonShare } from './common-words.ts';
import { plainWords, wordOf } from './words.ts';

// BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009).
export const saturation = 1.2;
const lengthShare = 0.75;
/**
 * As if there were so many more documents, in which the usual words of developers are as frequent as they usually are: in a store of three
 * every word would be rare.
 */
const background = 1_000;

/** A word of an index or of a query. */
export interface KnownWord {
  /** What it is looked up by, the first of them its stem. */
  readonly terms: readonly KnownTerm[];
}

export interface KnownTerm {
  readonly term: Term;
  /** Of the weight of the word. */
  readonly share: number;
  /** How much of a match it is when only this is in common, from 0 to 1. */
  readonly strength: number;
}

export interface Term {
  /** Numbers of the documents that contain it, ascending. */
  readonly documents: number[];
  /** For each of them its count in each field, one document after the other. */
  readonly counts: number[];
  /** The share of sentences of developers in general that contain it. */
  readonly usualShare: number;
  /** Computed when the index had {@link rarityAt} documents; kept by {@link WordIndex.rarityOf}. */
  rarity: number;
  rarityAt: number;
}

export interface WordIndex {
  /** Documents have numbers from 0, in the order in which they were added. @param texts of its fields, in the order of their weights. */
  add(texts: readonly string[]): void;
  /** The words of a text without stop words, each once. Words that are in no document are included: they are the rarest. */
  read(text: string): readonly KnownWord[];
  /** The different words of a field. Of documents with many fields only the first ones are read. */
  wordsOf(document: number, field: number): readonly KnownWord[];
  /** The number of words of a field. */
  lengthOf(document: number, field: number): number;
  /** The number of documents. */
  size(): number;
  /** The weight of a word that is in this many of the documents. */
  rarity(count: number): number;
  rarityOf(term: Term): number;
  /** The weight of a term in the document at this place of its list, without its rarity. */
  valueAt(term: Term, place: number): number;
}

/** An empty index. The value of a document changes with every one that is added, so it is computed when it is asked for. */
export function createWordIndex(weights: readonly number[]): WordIndex {
  const vocabulary = createVocabulary();
  const documents: (readonly (readonly KnownWord[])[])[] = [];
  /** By field: the number of words of each document, and of all together. */
  const lengths = weights.map((): number[] => []);
  const sums = weights.map(() => 0);
  const rarity = (count: number, usual = 0) => Math.log(1 + (documents.length + background - count - usual + 0.5) / (count + usual + 0.5));

  /** By field, and then for all fields as one text: what the length of each document makes of a count. Computed for this many documents. */
  let norms: readonly Float64Array[] = [];
  let normsAt = -1;
  const renewNorms = (): void => {
    normsAt = documents.length;
    const all = new Float64Array(normsAt);
    let meanOfAll = 0;
    norms = [
      ...lengths.map((own, field) => {
        const mean = (sums[field] ?? 0) / normsAt;
        const weight = weights[field] ?? 0;
        meanOfAll += weight * mean;
        return Float64Array.from(own, (length, document) => {
          all[document] = (all[document] ?? 0) + weight * length;
          return normOf(length, mean);
        });
      }),
      all,
    ];
    all.forEach((length, document) => (all[document] = normOf(length, meanOfAll)));
  };

  return {
    add(texts) {
      const document = documents.length;
      const counts = new Map<Term, number[]>();
      const fields = weights.map((_, field) => plainWords(texts[field] ?? '').flatMap((plain) => vocabulary.learn(plain) ?? []));
      fields.forEach((found, field) => {
        lengths[field]?.push(found.length);
        sums[field] = (sums[field] ?? 0) + found.length;
        for (const { terms: named } of found) {
          for (const { term } of named) {
            let own = counts.get(term);
            if (own === undefined) counts.set(term, (own = weights.map(() => 0)));
            own[field] = (own[field] ?? 0) + 1;
          }
        }
      });
      documents.push(fields.map(distinct));
      for (const [term, own] of counts) {
        term.documents.push(document);
        term.counts.push(...own);
      }
    },
    read: (text) => distinct(vocabulary.read(text)),
    wordsOf: (document, field) => documents[document]?.[field] ?? [],
    lengthOf: (document, field) => lengths[field]?.[document] ?? 0,
    size: () => documents.length,
    rarity,
    rarityOf(term) {
      if (term.rarityAt !== documents.length) {
        term.rarity = rarity(term.documents.length, background * term.usualShare);
        term.rarityAt = documents.length;
      }
      return term.rarity;
    },
    valueAt(term, place) {
      if (normsAt !== documents.length) renewNorms();
      const document = term.documents[place] ?? 0;
      let [apart, count] = [0, 0];
      for (let field = 0; field < weights.length; field += 1) {
        const own = term.counts[place * weights.length + field] ?? 0;
        if (own === 0) continue;
        const weight = weights[field] ?? 0;
        count += weight * own;
        apart += (weight * own) / (own + (norms[field]?.[document] ?? 0));
      }
      // As one text, and each field as a text of its own: the trigger of a learning may be as long as a task, and say nothing of its action.
      return ((saturation + 1) * (apart + count / (count + (norms[weights.length]?.[document] ?? 0)))) / 2;
    },
  };
}

function normOf(length: number, mean: number): number {
  return saturation * (1 - lengthShare + lengthShare * (length / (mean || 1)));
}

/** Forms of one word are one. */
function distinct(words: readonly KnownWord[]): readonly KnownWord[] {
  const seen = new Set<Term>();
  return words.filter(({ terms: [stem] }) => {
    if (stem === undefined || seen.has(stem.term)) return false;
    seen.add(stem.term);
    return true;
  });
}

/** The words of all documents. */
function createVocabulary() {
  const terms = new Map<string, Term>();
  const known = new Map<string, KnownWord | undefined>();

  const termOf = (name: string, make: Map<string, Term>): Term => {
    let term = terms.get(name) ?? make.get(name);
    if (term === undefined) {
      term = { documents: [], counts: [], usualShare: commonShare(name), rarity: 0, rarityAt: -1 };
      make.set(name, term);
    }
    return term;
  };
  const wordFrom = (plain: string, make: Map<string, Term>): KnownWord | undefined => {
    const word = wordOf(plain);
    return word && { terms: word.terms.map(({ name, share, strength }) => ({ term: termOf(name, make), share, strength })) };
  };

  return {
    /** The word of a document; `undefined` for a stop word. */
    learn(plain: string): KnownWord | undefined {
      if (!known.has(plain)) known.set(plain, wordFrom(plain, terms));
      return known.get(plain);
    },
    /** The words of a query. They are not kept, since a server may run for days. */
    read(text: string): readonly KnownWord[] {
      const unknown = new Map<string, Term>();
      return plainWords(text).flatMap((plain) => (known.has(plain) ? known.get(plain) : wordFrom(plain, unknown)) ?? []);
    },
  };
}

/** The sum of the weights of words. */
export function worthOf({ rarityOf }: Pick<WordIndex, 'rarityOf'>, words: Iterable<KnownWord>): number {
  let worth = 0;
  for (const { terms } of words) for (const { term, share } of terms) worth += share * rarityOf(term);
  return worth;
}

/** What of these words is on the other side, by weight, and how much of all it is. */
export function sharedBy(
  index: Pick<WordIndex, 'rarityOf'>,
  words: readonly KnownWord[],
  isThere: (term: Term) => boolean,
): { readonly worth: number; readonly share: number } {
  let shared = 0;
  for (const word of words) {
    let part = 0;
    for (const { term, strength } of word.terms) if (strength > part && isThere(term)) part = strength;
    if (part > 0) shared += part * worthOf(index, [word]);
  }
  const worth = worthOf(index, words);
  return { worth: shared, share: worth > 0 ? shared / worth : 0 };
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
