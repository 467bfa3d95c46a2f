import { tokenForms } from '../issued-tokens.ts';
import { once } from '../once.ts';
import { isReference } from '../reference.ts';
import type { SecretSpan } from './span.ts';

export const maxText = 1_000_000;

interface Issued {
  readonly needs: readonly string[];
  readonly pattern: () => RegExp;
}
const issued = once<readonly Issued[]>(() =>
  tokenForms.map(({ needs, pattern }) => ({ needs: needs.split(' '), pattern: once(() => new RegExp(pattern, 'gi')) })),
);

/** The forms that a text may hold. Only their expressions are made: most texts need none. @param small the text in small letters. */
function issuedIn(small: string): readonly RegExp[] {
  const found: RegExp[] = [];
  // Loops: this is asked of every text with a word in it, and functions that are called so often at a start are slow.
  for (const { needs, pattern } of issued()) {
    for (const need of needs) {
      if (!small.includes(need)) continue;
      found.push(pattern());
      break;
    }
  }
  return found;
}
const schemes = ['basic', 'bearer', 'token'];
const credentials = /(basic|bearer|token)\s+[\w.~+/=-]{8,}/i;

/** As long as an AWS secret key, which has no recognizable form and may contain slashes. No path has so many parts. */
const slashedLength = 40;
const slashedKey = /(?<![\w+/=.-])[A-Za-z0-9+/]{40}(?![\w+/=.-])/g;

function isSlashedKey(run: string): boolean {
  const parts = run.match(/[A-Z]?[a-z]+|[A-Z]+|\d+|[+/]+/g) ?? [];
  return parts.length >= 16 && /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
}

/** Tokens in the form of their issuer, and keys that cannot be anything else. */
export function* tokens(text: string): Generator<SecretSpan> {
  for (const pattern of issuedIn(text.toLowerCase())) {
    for (const { 0: found, index } of text.matchAll(pattern))
      if (!isExample(found)) yield { start: index, end: index + found.length, rule: 'token' };
  }
  if (text.length >= slashedLength)
    for (const { 0: found, index } of text.matchAll(slashedKey))
      if (isSlashedKey(found)) yield { start: index, end: index + found.length, rule: 'token' };
  if (text.includes('PRIVATE KEY')) yield* privateKeys(text);
}

/** What documentation writes in the place of a token: `ghp_xxxxxxxxxxxxxxxxxxxx`, `sk-ant-your-key-here`. */
function isExample(found: string): boolean {
  return /^(?:[a-z]{2,8}[-_])+x+$|your[-_]|[-_]here$/i.test(found);
}

/** Longer than any key: the rest of a text without an end is not read again for each beginning. */
export const maxKey = 20_000;

/** The body of a private key in PEM, also on one line with escaped line ends, and what is left of a cut one. */
function* privateKeys(text: string): Generator<SecretSpan> {
  const head = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
  let done = 0;
  for (const { 0: found, index } of text.matchAll(head)) {
    const start = index + found.length;
    if (start <= done) continue;
    const body = /^(?:\s|\\+[nr])*(?=[A-Za-z0-9+/=:,-]{8})/.exec(text.slice(start, start + 200))?.[0];
    if (body === undefined) continue;
    const limit = Math.min(text.length, start + maxKey);
    const foot = text.slice(start, limit).indexOf('-----END');
    let end = foot === -1 ? limit : start + foot;
    done = end;
    while (end > start && /[\s\\nr]/.test(text[end - 1] ?? '')) end -= 1;
    if (end > start + body.length) yield { start: start + body.length, end, rule: 'private-key' };
  }
}

/** Long runs that are no word, path or address. */
export function* runs(text: string): Generator<SecretSpan> {
  for (const { 0: run, index } of text.matchAll(/[A-Za-z0-9+_.~-]{12,}={0,2}/g)) {
    if (
      looksSecret(run) &&
      !isExample(run) &&
      !isPublicHash(run, text.slice(Math.max(0, index - 60), index), text.slice(index + run.length, index + run.length + 2))
    )
      yield { start: index, end: index + run.length, rule: 'run' };
  }
}

/** Whether a value alone looks like a secret: a known token form, or a long run that is no word, path or url. */
export function looksSecret(value: string): boolean {
  // Nothing shorter has the form of a token.
  if (value.length < 12 || value.length > maxText || isReference(value)) return false;
  if (hasTokenShape(value)) return true;
  if (value.length < 24) return false;
  return (value.match(/[A-Za-z0-9+_=-]{24,}/g) ?? []).some((run) => {
    const isMixed = /\d/.test(run) && /[A-Za-z]/.test(run);
    const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(run);
    const isWords = run.split(/[-_]/).every((word) => /^([A-Za-z]{0,14}|\d{1,8}|(?:19|20)\d{10,12}|v\d+|[a-z]+\d{1,3})$/.test(word));
    return isMixed && !isWords && !isUuid;
  });
}

/** Whether a value holds a token in a form that an issuer documents, or credentials behind the word for their kind. */
export function hasTokenForm(value: string): boolean {
  if (value.length > maxText || isReference(value)) return false;
  return hasTokenShape(value) || (value.match(slashedKey) ?? []).some(isSlashedKey);
}

function hasTokenShape(value: string): boolean {
  // `search` always starts at the beginning, regardless of `lastIndex`.
  const small = value.toLowerCase();
  if (schemes.some((scheme) => small.includes(scheme)) && credentials.test(value)) return true;
  return issuedIn(small).some((pattern) => value.search(pattern) !== -1);
}

/** Words and characters directly before a hash that is no secret: the hash of a file, of a commit or of a public key. */
const beforeHash =
  /(?:sha-?\d{1,3}|md5|h1|hash|digest|checksum|integrity|fingerprint|etag|commits?|revision|rev|ref|from|parent|tree|blob|object|show|revert|pick(?:ed)?|bisect (?:good|bad)|onto|merge|checkout|reset|fixes|index|head|id|trace_?id|span_?id|uuid|tag|version|build)[-"'`:=()[\]\s@~]{1,6}(?:sha\d{1,3}[-:=])?$|[#@/](?:commit|blob|tree|raw|commits|compare)\/$|(?:sha\d+|md5) \([^)]{1,50}\) = $|@$|#$|\.tgz#$/i;
const hexHash = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{96}|[0-9a-f]{128})$/i;

/**
 * A hash that names a content and is no secret, by where it is: a directory of the store of Nix or Guix, the digest of an image, a commit,
 * the integrity of a package, a public key, a user's temporary directory of macOS. https://nix.dev/manual/nix/latest/store/store-path
 */
function isPublicHash(run: string, before: string, after: string): boolean {
  const name = /\/(nix|gnu)\/store\/$/.test(before) ? /^[0-9a-z]{32}-(.+)$/.exec(run)?.[1] : undefined;
  if (name !== undefined) return !looksSecret(name);
  if (hasTokenShape(run)) return false;
  if (/\/var\/folders\/[^/]{2}\/$/.test(before)) return true;
  if (hexHash.test(run) && (beforeHash.test(before) || /^\s?\(|^ M/.test(after))) return true;
  if (/(?:^|[\s"'`(@=:])(?:sha(?:1|256|384|512)[-:]|h1:)[\w+/]*$/i.test(before) || /^(?:sha(?:256|384|512)-)[\w+/]{40,}/.test(run))
    return run.length >= 26 && (!/^[0-9a-f]+$/i.test(run) || hexHash.test(run));
  return (
    /\b(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-\w+|sk-ssh-\S+) AAAA[\w+/]*$|\b(?:ssh-(?:rsa|dss|ed25519)|ecdsa-sha2-\w+) $/.test(before) ||
    /^age1[a-z0-9]{50,}$/.test(run)
  );
}
