import type { Candidate } from './candidate.ts';
import type { Assignment } from './assignment.ts';
import type { PathKind } from './path-kind.ts';
import { isReferenceValue, isSequence } from './placeholder.ts';
import { nameKind, signalNames, signalsOf } from './signals.ts';
import weights from './signal-weights.json' with { type: 'json' };

/** Words that the name of a secret holds, in small letters. */
export const nameWords: readonly string[] = [
  'pass',
  'pwd',
  'secret',
  'token',
  'key',
  'auth',
  'cred',
  'salt',
  'nonce',
  'access',
  'signature',
  'api',
  'identified by',
];

const byPlace = Float64Array.from(signalNames, (name) => new Map(Object.entries(weights)).get(name) ?? 0);
const start = weights['(start)'];

/** A value under a name that a secret may have. */
export interface NamedCandidate extends Candidate {
  /** From 0 to 1: how much of what is known of name, value and place speaks for a secret. */
  readonly confidence: number;
}

/** Words that were put in the place of a secret. Whatever else is true, the secret is gone. */
const replacedWords =
  /removed|redacted|placeholder|change[-_]?me[-_!]?now|replace[-_]?(?:me|this|with)|^<.*>$|^\*+$|^your[-_ ]|example\.(?:com|org)|^\[.*\]$|^todo|^\.\.\.|\.\.\.$|\[\.\.\.\]|^#{2,}.*#{2,}$|^%\w+%$|^@\w+@$|^ssh-\w+ AAAA|^(?:basic|bearer) /i;

/** Judges a value by all that is known of it. */
export function judgeNamed(found: Assignment, path: PathKind, repeats: number, line: string): NamedCandidate | undefined {
  const { name, value, quote, sign } = found;
  // A shell runs what stands between these.
  if (quote === '`' && (!path.isScript || /\s/.test(value))) return undefined;
  if (isReferenceValue(value) || replacedWords.test(value)) return undefined;
  // Counts up or repeats, and is long enough to be no bad password.
  if (value.length >= 12 && isSequence(value)) return undefined;
  if (quote === '' && /^(?:string|boolean|bool|number|null|nil|none|undefined|true|false|any|object|unknown|never|self|this)$/i.test(value))
    return undefined;
  let sum = start;
  for (const place of signalsOf({ name, value, quote, sign, path, repeats, line })) sum += byPlace[place] ?? 0;
  const confidence = 1 / (1 + Math.exp(-sum));
  return {
    start: found.start,
    end: found.end,
    rule: `named-${nameKind(name)}`,
    tier: 2,
    about: `A value that is assigned to "${name.slice(0, 40)}"`,
    confidence,
  };
}
