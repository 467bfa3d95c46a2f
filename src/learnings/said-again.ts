import { plainWords, wordsOf } from './words.ts';

/** Of the words of the action, so many must be in the sentence, and of a longer sentence so many in the learning. */
const leastShare = 0.7;
const leastWords = 2;
/** Words that join the parts of a sentence and say nothing of its subject. */
const joining = new Set(['when', 'whenever', 'while', 'where', 'always', 'just', 'please', 'use', 'using', 'here', 'again']);
const denials: ReadonlyMap<string, string> = new Map(
  Object.entries({
    not: 'not',
    no: 'not',
    never: 'not',
    dont: 'not',
    cannot: 'not',
    cant: 'not',
    without: 'not',
    avoid: 'not',
    instead: 'instead',
  }),
);

/**
 * Whether a sentence repeats what a learning says: it names no new word beside those of its situation and action, or it holds the whole action and few
 * more. Where each has words that the other has not they are two: the one may be about the login and the other about the payment. Numbers and denials
 * have to be the same.
 */
export function isSaidAgain(sentence: string, { action, trigger }: { readonly trigger: string; readonly action: string }): boolean {
  const said = wordsIn(sentence);
  const done = wordsIn(action);
  const known = new Set([...done, ...wordsIn(trigger)]);
  if (said.size < leastWords || done.size < leastWords) return false;
  if (denialsIn(sentence) !== denialsIn(action)) return false;
  const more = [...said].filter((word) => !known.has(word));
  const left = [...done].filter((word) => !said.has(word));
  if (more.length > 0 && left.length > 0) return false;
  if ([...more, ...left].some((word) => /\d/.test(word))) return false;
  return more.length <= (1 - leastShare) * said.size && left.length <= (1 - leastShare) * done.size;
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).filter((word) => !joining.has(word) && !denials.has(word)));
}

/** As one text, to be compared. */
function denialsIn(text: string): string {
  return [...new Set(plainWords(text).flatMap((word) => denials.get(word) ?? []))].toSorted().join(' ');
}
