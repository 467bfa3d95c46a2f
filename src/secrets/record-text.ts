import { maskProse } from './mask.ts';
import { maskTokens } from './mask-tokens.ts';

/**
 * Fields whose texts name something exactly: paths, and what snap itself has made (hashes, runs of processes). A masked path would name another file,
 * and `migrations/20240101123456_add_users.sql` looks like a secret. So only tokens with the prefix of an issuer are taken out of them. Every other field
 * is prose, also one that nobody has thought of here.
 */
const names: ReadonlySet<string> = new Set([
  'call',
  'commit',
  'file',
  'files',
  'from',
  'nonce',
  'path',
  'paths',
  'root',
  'rules',
  'run',
  'sketches',
  'within',
]);
/** Ids and times that snap makes: most of what is written. */
const ours = /^(?:(?:learn|viol|use|task)_[0-9a-f]{12}|snap_\d{1,15}_[0-9a-f]{6}|[\d-]{10}T[\d:.]{8,12}Z)$/;

/** In a field for names, hex digits alone are a hash. Now and then one has the form of a token by chance. */
const hash = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** A record as the JSON text that is stored: every string in it without secrets, whatever its field, names of fields too. */
export function recordText(record: object): string {
  return JSON.stringify(maskedValue(record, false));
}

/** Data with every string masked, as {@link recordText} does. */
export function maskRecord(record: object): object {
  const shown = maskedValue(record, false);
  return typeof shown === 'object' && shown !== null ? shown : {};
}

function maskedValue(value: unknown, isName: boolean): unknown {
  if (typeof value === 'string') return maskedString(value, isName);
  if (Array.isArray(value)) return value.map((each) => maskedValue(each, isName));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [maskTokens(key), maskedValue(each, isName || names.has(key))]));
}

function maskedString(text: string, isName: boolean): string {
  if (ours.test(text)) return text;
  if (!isName) return maskProse(text);
  return hash.test(text) ? text : maskTokens(text);
}
