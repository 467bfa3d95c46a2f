import { isSecretName } from '../names.ts';
import { isReference } from '../values.ts';
import type { SecretSpan } from './span.ts';

const value = String.raw`\$\{[^}]{0,300}\}|"[^"]*"|'[^']*'|[^\s"',;&}]+`;
let patterns: { readonly pair: RegExp; readonly flag: RegExp } | undefined;
function compiled() {
  return (patterns ??= {
    pair: new RegExp(String.raw`(?<![\w.-])([\w.-]+)(["']?\s*[:=]\s*)(${value})`, 'g'),
    flag: new RegExp(String.raw`(?<![\w-])(\w{0,60}-[\w-]{1,200}\s+)(?!-)(${value})`, 'g'),
  });
}

/**
 * Arguments and lines of config files, where whatever follows the name of a secret is one, be it an ordinary word. It is not for sentences:
 * it hides the second word of "cookie: required". Each pattern begins where a word does, or has a bound, so that it takes linear time.
 */
export function* named(text: string): Generator<SecretSpan> {
  yield* inAddresses(text);
  for (const { 0: all, 1: name = '', index } of text.matchAll(
    /(authorization["']?\s*[:=]\s*["']?)(?:(?:basic|bearer|token|digest)\s+)?[^\s"',;&]+/gi,
  ))
    yield* unlessReference(index + name.length, all.slice(name.length));
  for (const { 0: all, 1: before = '', 2: word = '', index } of text.matchAll(/\b((?:bearer|basic)\s+)([^\s"',;&]+)/gi))
    yield* unlessReference(index + before.length, word, all);
  for (const { 1: name = '', 2: sign = '', 3: found = '', index } of text.matchAll(compiled().pair))
    if (isSecretName(name)) yield* unlessReference(index + name.length + sign.length, found);
  for (const { 1: before = '', 2: found = '', index } of text.matchAll(compiled().flag))
    if (isSecretName(before.trim().replace(/^\w*-/, '-'))) yield* unlessReference(index + before.length, found);
  for (const { 0: all, 1: found = '', index } of text.matchAll(
    /(?<![\w-])(?:-u|--user|--username)(?:\s+|=)["']?[^\s:"'=]{1,200}:(?!\d{1,10}(?![^\s"']))([^\s"']+)/g,
  ))
    yield* unlessReference(index + all.length - found.length, found);
}

function* inAddresses(text: string): Generator<SecretSpan> {
  // User and password of an address; a password may hold an @ itself.
  for (const { 0: all, 1: before = '', index } of text.matchAll(/((?:^|[^\w])(?:[a-z][a-z0-9+.-]{0,40}:)?\/\/)[^/\s?#]*@/gi))
    yield spanOf(index + before.length, all.length - before.length - 1);
  for (const { 0: word, index } of text.matchAll(/(?<![^\s/@])[^\s/@]+@/g)) {
    const isWhole = !/[/@]/.test(text[index - 1] ?? '');
    const found = (isWhole ? /(^|[="'])[^:="']+:.+@$/s : /([="'])[^:="']+:.+@$/s).exec(word);
    if (found !== null) yield spanOf(index + found.index + (found[1]?.length ?? 0), found[0].length - (found[1]?.length ?? 0) - 1);
  }
  if (!text.includes('://')) return;
  for (const { 0: all, 2: found = '', index } of text.matchAll(/[?&]([^=&\s?]+)=([^&\s"']+)/g))
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
