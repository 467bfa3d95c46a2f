import { plainWords, type Word, wordOf } from './words.ts';

// BM25 (Robertson and Zaragoza, "The Probabilistic Relevance Framework", 2009). These and the constants of the ranking were chosen on
// one half of the bench's data and are judged on the other; see docs/benchmarks.md.
export const saturation = 1.2;
const lengthShare = 0.9;
/** Of a word's weight: what is kept when a synonym stands in its place. */
const synonymShare = 0.7;
/** As if so many documents without any word of the query stood beside: in a store of three every word is rare. */
const background = 20;

/** A word of an index: equal words of one text are one object. */
export interface KnownWord {
  /** What it is looked up by, and the share of each: its stem, then the name of its synonyms. */
  readonly terms: readonly { readonly term: Term; readonly share: number }[];
}

export interface Term {
  /** Numbers of the documents it stands in, ascending. */
  readonly documents: number[];
  /** For each of them how often it stands in each field, one document after the other. */
  readonly counts: number[];
  /** Of the index as it was when it held {@link reckonedFor} documents; {@link WordIndex.rarityOf} keeps it. */
  rarity: number;
  reckonedFor: number;
}

export interface WordIndex {
  /** Documents have numbers from 0, in the order in which they were added. @param texts of its fields, in the order of their weights. */
  add(texts: readonly string[]): void;
  /** The words of a text, stop words dropped. Words that no document holds come too: they are the rarest. */
  read(text: string): readonly KnownWord[];
  /** For each document the words of its first field. */
  readonly firstFields: readonly ReadonlySet<KnownWord>[];
  /** What it is worth that something stands in only so many of the documents. */
  rarity(count: number): number;
  rarityOf(term: Term): number;
  /** How well a term stands in the document of this place in its list, before its rarity. */
  valueAt(term: Term, place: number): number;
}

/** An empty index. What a document is worth changes with every one that is added, so it is reckoned when it is asked for. */
export function createWordIndex(weights: readonly number[]): WordIndex {
  const terms = new Map<string, Term>();
  const words = new Map<string, KnownWord>();
  const kept = new Map<string, KnownWord | undefined>();
  const firstFields: ReadonlySet<KnownWord>[] = [];
  /** By field: how many words each document has in it, and all together. */
  const lengths = weights.map((): number[] => []);
  const sums = weights.map(() => 0);
  const rarity = (count: number) => Math.log(1 + (firstFields.length + background - count + 0.5) / (count + 0.5));

  const termOf = (name: string, keeps: boolean): Term => {
    const term = terms.get(name) ?? { documents: [], counts: [], rarity: 0, reckonedFor: -1 };
    if (keeps) terms.set(name, term);
    return term;
  };
  const known = ({ stem, group }: Word, keeps: boolean): KnownWord => {
    if (group === undefined) return { terms: [{ term: termOf(stem, keeps), share: 1 }] };
    return {
      terms: [
        { term: termOf(stem, keeps), share: 1 - synonymShare },
        { term: termOf(group, keeps), share: synonymShare },
      ],
    };
  };
  const learn = (plain: string): KnownWord | undefined => {
    if (kept.has(plain)) return kept.get(plain);
    const word = wordOf(plain);
    const made = word && (words.get(word.stem) ?? known(word, true));
    if (word && made) words.set(word.stem, made);
    kept.set(plain, made);
    return made;
  };

  return {
    add(texts) {
      const document = firstFields.length;
      const counts = new Map<Term, number[]>();
      weights.forEach((_, field) => {
        const found = plainWords(texts[field] ?? '').flatMap((plain) => learn(plain) ?? []);
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
    read(text) {
      // What a question asks about is not remembered: a server is asked for days.
      const foreign = new Map<string, KnownWord>();
      return plainWords(text).flatMap((plain) => {
        if (kept.has(plain)) return kept.get(plain) ?? [];
        const word = wordOf(plain);
        if (word === undefined) return [];
        const found = words.get(word.stem) ?? foreign.get(word.stem) ?? known(word, false);
        foreign.set(word.stem, found);
        return found;
      });
    },
    firstFields,
    rarity,
    rarityOf(term) {
      if (term.reckonedFor !== firstFields.length) {
        term.rarity = rarity(term.documents.length);
        term.reckonedFor = firstFields.length;
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

/** What words are worth together. */
export function worthOf({ rarityOf }: Pick<WordIndex, 'rarityOf'>, words: Iterable<KnownWord>): number {
  let worth = 0;
  for (const { terms } of words) for (const { term, share } of terms) worth += share * rarityOf(term);
  return worth;
}

/** Which share of these words, by what they are worth, stands on the other side, and how many words that are. */
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

/** Whether a term stands in a document, by halving. */
export function standsIn({ documents }: Term, document: number): boolean {
  let low = 0;
  let high = documents.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((documents[middle] ?? 0) < document) low = middle + 1;
    else high = middle;
  }
  return documents[low] === document;
}
