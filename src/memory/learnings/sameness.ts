import type { LearningType } from './learnings.ts';
import { isCode, plainText } from './words.ts';

/** What is compared of a learning. */
export interface Comparable {
  readonly trigger: string;
  readonly action: string;
  readonly type: LearningType;
}

export interface Sameness {
  /** Of several with the same content, the id of the one added first. */
  find(candidate: Comparable): string | undefined;
  add(document: Comparable & { readonly id: string }): void;
}

/**
 * Learnings by their content. Two are the same when their texts are equal, whatever their type, since then their ids are equal too; or when
 * they have the same type and differ only in articles, politeness, plural forms, white space inside words, contractions, the order
 * of clauses in the trigger, or, where the actions are equal, the order of words in the trigger between words that give it a direction.
 * Synonyms are ignored: merging two different learnings loses one, keeping two equal ones costs a line.
 *
 * Each of these is equality of a key, so the relation is symmetric and a look-up takes the same time for 10 and for 10,000. Keys are computed
 * only for documents that share with the candidate what no key changes: these are few, and computing keys takes longest.
 */
export function createSameness(documents: readonly (Comparable & { readonly id: string })[] = []): Sameness {
  const groups = new Map<number, Group>();
  const sameness: Sameness = {
    find(candidate) {
      const group = groups.get(signatureOf(candidate));
      if (group === undefined) return undefined;
      for (const document of group.waiting.splice(0)) {
        for (const key of keysOf(document)) if (!group.byKey.has(key)) group.byKey.set(key, document.id);
      }
      for (const key of keysOf(candidate)) {
        const id = group.byKey.get(key);
        if (id !== undefined) return id;
      }
      return undefined;
    },
    add(document) {
      const signature = signatureOf(document);
      const group = groups.get(signature);
      if (group === undefined) groups.set(signature, { waiting: [document], byKey: new Map() });
      else group.waiting.push(document);
    },
  };
  for (const document of documents) sameness.add(document);
  return sameness;
}

/** Documents that may have the same content. */
interface Group {
  /** Documents whose keys are not computed yet. */
  readonly waiting: (Comparable & { readonly id: string })[];
  readonly byKey: Map<string, string>;
}

/**
 * A number that is equal for any two with the same content: a sum over the letters that no key removes or adds. The other letters are in
 * {@link fillers}, {@link contractions} or plural endings.
 */
export function signatureOf({ trigger, action }: Comparable): number {
  const text = `${trigger}\n${action}`.normalize('NFC').toLowerCase();
  let sum = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    const isInSignature = code < 128 ? signatureLetters.has(code) : (code >= 0x430 && code < 0x460) || (code >= 0x4e00 && code < 0xa000);
    if (isInSignature) sum = (sum + Math.imul(code, 0x9e3779b1) + Math.imul(code * code, 0x85ebca6b)) | 0;
  }
  return sum;
}

const signatureLetters: ReadonlySet<number> = new Set([...'bfgqrvxz0123456789'].map((letter) => letter.charCodeAt(0)));

/** Two learnings with one of these keys in common have the same content. */
function keysOf({ trigger, action, type }: Comparable): readonly string[] {
  const situation = plainText(trigger);
  const advice = plainText(action);
  const near = nearWords(advice).join(' ');
  return [
    `content\n${situation}\n${advice}`,
    `near\n${type}\n${clausesOf(trigger)}\n${near}`,
    `letters\n${type}\n${lettersOf(situation)}\n${lettersOf(advice)}`,
    `order\n${type}\n${wordsBetweenDirections(nearWords(situation))}\n${near}`,
  ];
}

/** Words that do not change what a sentence says. */
const fillers = new Set('a an the please just simply kindly'.split(' '));

const contractions: readonly (readonly [RegExp, string])[] = [
  [/\b(?:can't|cannot)\b/g, 'can not'],
  [/\bwon't\b/g, 'will not'],
  [/n't\b/g, ' not'],
  [/\bit's\b/g, 'it is'],
];

/** Words that relate two things in one direction: what is before and what is after them cannot be exchanged. */
const directions = new Set(
  (
    'to from into onto with without by in on at of for over under before after until instead than then if when while unless because and or ' +
    'but not no never none only except is are was be has have must should can will that which who as via through between against per'
  ).split(' '),
);

function nearWords(plain: string): readonly string[] {
  const whole = plain.includes("'") ? contractions.reduce((done, [from, to]) => done.replaceAll(from, to), plain) : plain;
  return whole
    .split(' ')
    .filter((word) => !fillers.has(word))
    .map(singular);
}

/** Plain English plurals only. Words with a capital, a digit or a sign are names. */
function singular(word: string): string {
  if (!/^[a-z]{4,}$/.test(word)) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  // Caches and branches have the same ending, so cache loses its e too.
  return (/[^siu]s$/.test(word) ? word.slice(0, -1) : word).replace(/che$/, 'ch');
}

/** The clauses of a trigger, sorted: their order does not matter. */
function clausesOf(trigger: string): string {
  return trigger
    .split(/[,;]\s+/u)
    .map((clause) => nearWords(plainText(clause)).join(' '))
    .filter((clause) => clause !== '')
    .sort()
    .join(', ');
}

/**
 * The text without the spaces between longer words: `white space` is `whitespace`. Short words stay separate, since `not able` is not
 * `notable`. In commands spaces separate arguments, so they stay.
 */
function lettersOf(plain: string): string {
  if (isCode(plain)) return plain;
  let text = '';
  let wasLong = false;
  for (const word of plain.split(' ')) {
    const isLong = /^\p{L}{4,}$/u.test(word) && !directions.has(word);
    text += wasLong && isLong ? word : ` ${word}`;
    wasLong = isLong;
  }
  return text;
}

/** Each run of words between two words of direction, sorted. */
function wordsBetweenDirections(words: readonly string[]): string {
  const runs: string[][] = [[]];
  for (const word of words) {
    if (directions.has(word)) runs.push([word], []);
    else runs.at(-1)?.push(word);
  }
  return runs.map((run) => run.sort().join(' ')).join('|');
}
