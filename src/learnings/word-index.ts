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
  /** How well it stands in each of them, before its rarity. */
  readonly values: number[];
  rarity: number;
}

export interface WordIndex {
  /** The words of a text, stop words dropped. Words that no document holds come too: they are the rarest. */
  read(text: string): readonly KnownWord[];
  /** For each document the words of its first field. */
  readonly firstFields: readonly ReadonlySet<KnownWord>[];
  /** What it is worth that something stands in only so many of the documents. */
  rarity(count: number): number;
}

/** Documents by their words. Each is the texts of its fields, in the order of their weights. */
export function createWordIndex(documents: readonly (readonly string[])[], weights: readonly number[]): WordIndex {
  const rarity = (count: number) => Math.log(1 + (documents.length + background - count + 0.5) / (count + 0.5));
  const terms = new Map<string, Term>();
  const words = new Map<string, KnownWord>();
  const kept = new Map<string, KnownWord | undefined>();

  const termOf = (name: string, keeps: boolean): Term => {
    const term = terms.get(name) ?? { documents: [], values: [], rarity: rarity(0) };
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

  const texts = documents.map((fields) => fields.map((text) => plainWords(text).flatMap((plain) => learn(plain) ?? [])));
  fill(texts, weights);
  for (const term of terms.values()) term.rarity = rarity(term.documents.length);

  return {
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
    firstFields: texts.map(([first]) => new Set(first)),
    rarity,
  };
}

function fill(texts: readonly (readonly (readonly KnownWord[])[])[], weights: readonly number[]): void {
  const means = weights.map((_, field) => texts.reduce((sum, text) => sum + (text[field]?.length ?? 0), 0) / (texts.length || 1));
  texts.forEach((text, document) => {
    const values = new Map<Term, number>();
    text.forEach((words, field) => {
      const counts = new Map<Term, number>();
      for (const word of words) for (const { term } of word.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
      const length = 1 - lengthShare + lengthShare * (words.length / (means[field] || 1));
      for (const [term, count] of counts) {
        const value = ((weights[field] ?? 0) * count * (saturation + 1)) / (count + saturation * length);
        values.set(term, (values.get(term) ?? 0) + value);
      }
    });
    for (const [term, value] of values) {
      term.documents.push(document);
      term.values.push(value);
    }
  });
}

/** What words are worth together. */
export function worthOf(words: Iterable<KnownWord>): number {
  let worth = 0;
  for (const { terms } of words) for (const { term, share } of terms) worth += share * term.rarity;
  return worth;
}

/** Which share of these words, by what they are worth, stands on the other side, and how many words that are. */
export function sharedBy(
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
    shared += part * worthOf([word]);
  }
  const worth = worthOf(words);
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
