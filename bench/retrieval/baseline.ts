import type { RankedDocument } from '../../src/memory/learnings/ranking.ts';
import { stem } from '../../src/text/words.ts';

// What the ranking is held against: plain BM25 with the usual constants, Porter's stemmer, 60 stop words, trigger and action as one field.
const stopWords = new Set(
  (
    'a an and are as at be been but by can do for from had has have how i if in into is it its me my not of on or our so than that the ' +
    'their them then there these they this to was we were what when where which will with would you your am did does who'
  ).split(' '),
);

const wordsOf = (text: string) => (text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).filter((word) => !stopWords.has(word)).map(stem);

export function createBaseline(documents: readonly RankedDocument[]) {
  const postings = new Map<string, Map<number, number>>();
  const lengths = documents.map(({ trigger, action }, document) => {
    const words = wordsOf(`${trigger} ${action}`);
    for (const word of words) {
      const posting = postings.get(word) ?? new Map<number, number>();
      postings.set(word, posting.set(document, (posting.get(document) ?? 0) + 1));
    }
    return words.length;
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / documents.length;
  return {
    search({ text }: { readonly text: string }, most: number) {
      const scores = new Float64Array(documents.length);
      for (const word of new Set(wordsOf(text))) {
        const posting = postings.get(word) ?? new Map<number, number>();
        const rarity = Math.log(1 + (documents.length - posting.size + 0.5) / (posting.size + 0.5));
        for (const [document, count] of posting) {
          const length = 0.25 + 0.75 * ((lengths[document] ?? 0) / mean);
          scores[document] = (scores[document] ?? 0) + (rarity * count * 2.2) / (count + 1.2 * length);
        }
      }
      return documents
        .map(({ id }, document) => ({ id, score: scores[document] ?? 0 }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, most);
    },
  };
}
