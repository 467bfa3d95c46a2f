import type { Candidate } from './candidate.ts';
import type { Assignment } from './assignment.ts';
import type { PathKind } from './path-kind.ts';
import { isReferenceValue, isSequence } from './placeholder.ts';
import { entropyOf } from './entropy.ts';
import { isRandomLooking, nameKind, signalNames, signalsOf } from './signals.ts';
import weights from './signal-weights.json' with { type: 'json' };

/** Words that the name of a secret holds, in small letters. */
export const nameWords: readonly string[] = [
  'pass',
  'pw',
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
  // A shell runs the text between these signs.
  if (quote === '`' && (!path.isScript || /\s/.test(value))) return undefined;
  if (isReferenceValue(value) || replacedWords.test(value)) return undefined;
  // A translation.
  if ((value.match(/[\x80-\xff]/g) ?? []).length > value.length * 0.3) return undefined;
  if (/^[!=]=/.test(sign) && /^(?:function|string|object|number|undefined|boolean)$/.test(value)) return undefined;
  // Counts up or repeats, and is long enough to be no bad password.
  if (value.length >= 12 && isSequence(value)) return undefined;
  if (quote === '' && /^(?:string|boolean|bool|number|null|nil|none|undefined|true|false|any|object|unknown|never|self|this)$/i.test(value))
    return undefined;
  let sum = start;
  for (const place of signalsOf({ name, value, quote, sign, path, repeats, line })) sum += byPlace[place] ?? 0;
  const confidence = 1 / (1 + Math.exp(-sum));
  const kind = nameKind(name);
  const about = `A value that is assigned to "${name.slice(0, 40)}"`;
  if (confidence >= leastGenerated && isGenerated(kind, name, value))
    return {
      start: found.start,
      end: found.end,
      rule: 'generic-api-key',
      tier: 2,
      about: `A generated secret: a random value that is assigned to "${name.slice(0, 40)}"`,
      confidence,
    };
  return { start: found.start, end: found.end, rule: `named-${kind}`, tier: 2, about, confidence };
}

/** So sure that it is said to be generated. It is advice still: only its name tells that it is a secret, and not its form. */
const leastGenerated = 0.92;

/** What the rule generic-api-key of gitleaks means, with stricter tests: a random value, no hash, no public key, no words. */
function isGenerated(kind: ReturnType<typeof nameKind>, name: string, value: string): boolean {
  if (
    kind === 'other' ||
    kind === 'salt' ||
    value.length < 16 ||
    /[\s\x80-\xff]|\.{3}|secret|password|token|example|fake|test/i.test(value)
  )
    return false;
  if (/public|pub_?key|sha\d|md5|hash|fake|dummy|example|fingerprint|encrypted|_?id$/i.test(name)) return false;
  if (/^\$|^\{|^M[FI][A-Za-z0-9]{2}|^AIza|:\/\/|^[\w.-]*\/[\w./-]*\/[\w./-]*$|^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(value)) return false;
  const entropy = entropyOf(value);
  return entropy > 3.5 && isRandomLooking(value, entropy);
}
