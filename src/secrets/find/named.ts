import { isSecretName, mayNameSecret } from '../names.ts';
import { once } from '../once.ts';
import { isReference } from '../reference.ts';
import type { SecretSpan } from './span.ts';

const value = String.raw`\$\{[^}]{0,300}\}|"[^"]*"|'[^']*'|[^\s"',;&}]+`;
const pair = once(() => new RegExp(String.raw`(?<![\w.-])([\w.-]+)(["']?\s*[:=]\s*)(${value})`, 'g'));
const flag = once(() => new RegExp(String.raw`(?<![\w-])(\w{0,60}-[\w-]{1,200}\s+)(?!-)(${value})`, 'g'));

/**
 * Arguments and lines of config files, where whatever follows the name of a secret is one, be it an ordinary word. It is not for sentences:
 * it hides the second word of "cookie: required". Each pattern begins where a word does, or has a bound, so that it takes linear time, and
 * is tried only where a text has the sign and the word without which it finds nothing: most are an address or a name.
 */
export function* named(text: string): Generator<SecretSpan> {
  yield* inAddresses(text);
  const small = text.toLowerCase();
  if (small.includes('authorization'))
    for (const { 0: all, 1: name = '', index } of text.matchAll(
      /(authorization["']?\s*[:=]\s*["']?)(?:(?:basic|bearer|token|digest)\s+)?[^\s"',;&]+/gi,
    ))
      yield* unlessReference(index + name.length, all.slice(name.length));
  if (small.includes('bearer') || small.includes('basic'))
    for (const { 0: all, 1: before = '', 2: word = '', index } of text.matchAll(/\b((?:bearer|basic)\s+)([^\s"',;&]+)/gi))
      yield* unlessReference(index + before.length, word, all);
  if (mayNameSecret(text)) yield* behindNames(text);
  if (text.includes('-u') && text.includes(':'))
    for (const { 0: all, 1: found = '', index } of text.matchAll(
      /(?<![\w-])(?:-u|--user|--username)(?:\s+|=)["']?[^\s:"'=]{1,200}:(?!\d{1,10}(?![^\s"']))([^\s"']+)/g,
    ))
      yield* unlessReference(index + all.length - found.length, found);
}

/** `TOKEN=value`, `--token value`. */
function* behindNames(text: string): Generator<SecretSpan> {
  if (text.includes('=') || text.includes(':'))
    for (const { 1: name = '', 2: sign = '', 3: found = '', index } of text.matchAll(pair()))
      // `"pw": {` opens a map, whose own names say what in it is a secret.
      if (isSecretName(name) && !(/^["']\s*:/.test(sign) && /^[{[]+$/.test(found))) {
        // `"X-Key:", "value"` of a list: the quote behind the colon ends the name.
        if (sign.startsWith(':') && found.startsWith(text[index - 1] ?? ' ') && /^["']/.test(found))
          yield* inNextWord(text, index + name.length + sign.length + 1);
        else yield* unlessReference(index + name.length + sign.length, found);
      }
  if (text.includes('-'))
    for (const { 1: before = '', 2: found = '', index } of text.matchAll(flag()))
      if (isSecretName(before.trim().replace(/^\w*-/, '-'))) yield* unlessReference(index + before.length, found);
}

/** The next text of a list, or the one after the word for a scheme. */
function* inNextWord(text: string, from: number): Generator<SecretSpan> {
  const next = /\s*,\s*(["'])(?:(?:basic|bearer|token|digest|apikey|bot)\1\s*,\s*\1)?(?!-)([^"']+)\1/iy;
  next.lastIndex = from;
  const [all = '', , word = ''] = next.exec(text) ?? [];
  if (word !== '') yield* unlessReference(from + all.length - 1 - word.length, word);
}

function* inAddresses(text: string): Generator<SecretSpan> {
  // User and password of an address; a password may hold an @ itself.
  const hasUser = text.includes('@');
  if (hasUser && text.includes('//'))
    for (const { 0: all, 1: before = '', index } of text.matchAll(/((?:^|[^\w])(?:[a-z][a-z0-9+.-]{0,40}:)?\/\/)[^/\s?#]*@/gi))
      yield spanOf(index + before.length, all.length - before.length - 1);
  const words = hasUser && text.includes(':') ? text.matchAll(/(?<![^\s/@])[^\s/@]+@/g) : [];
  for (const { 0: word, index } of words) {
    const isWhole = !/[/@]/.test(text[index - 1] ?? '');
    const found = (isWhole ? /(^|[="'])[^:="']+:.+@$/s : /([="'])[^:="']+:.+@$/s).exec(word);
    if (found !== null) yield spanOf(index + found.index + (found[1]?.length ?? 0), found[0].length - (found[1]?.length ?? 0) - 1);
  }
  if (!text.includes('://') || !/[?&;#]/.test(text)) return;
  for (const { 0: all, 2: found = '', index } of text.matchAll(/[?&;#]([^=&\s?;#]+)=([^&\s"';#]+)/g))
    if (!/^(true|false|\d{1,6})$/.test(found)) yield* unlessReference(index + all.length - found.length, found);
  for (const { 0: all, index } of text.matchAll(/(?<=:\/\/[^\s?]{0,1000}\?)[^=&\s"']{12,}/g)) yield spanOf(index, all.length);
}

/** Quotes stay, so that the text still reads as what it is. */
function* unlessReference(start: number, found: string, whole = found): Generator<SecretSpan> {
  const quote = /^(["']).*\1$/s.test(found) ? 1 : 0;
  const inner = found.slice(quote, found.length - quote);
  if (inner !== '' && inner !== '***' && !isReference(inner) && !isReference(whole)) yield spanOf(start + quote, inner.length);
}

function spanOf(start: number, length: number): SecretSpan {
  return { start, end: start + length, rule: 'named' };
}
