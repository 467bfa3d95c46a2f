import { nameKind } from '../names.ts';
import { isFilledIn, isOpaque, isOrdinary, isStrong } from '../values.ts';
import type { SecretSpan } from './span.ts';

/** Longer ones are data, not addresses. */
const maxAddress = 4_000;

/** User and password of an address, and what its query names a secret or looks like one. */
export function* addresses(text: string): Generator<SecretSpan> {
  for (let at = text.indexOf('//'); at !== -1; at = text.indexOf('//', at + 2)) {
    const start = at + 2;
    let end = start;
    while (end < text.length && end - start < maxAddress && !/[\s"'`<>|\\]/.test(text[end] ?? '')) end += 1;
    if (end === start) continue;
    const rest = text.slice(start, end);
    yield* inUserinfo(rest, start);
    yield* inQuery(rest, start);
    at = end - 2;
  }
  if (text.includes('@') && text.includes(':')) yield* pairs(text);
}

function* inUserinfo(rest: string, start: number): Generator<SecretSpan> {
  const authority = /^[^/?#]*/.exec(rest)?.[0] ?? '';
  let sign = authority.lastIndexOf('@');
  const colon = rest.indexOf(':');
  // People write passwords with `#`, `?` and `/`, which no parser accepts.
  if (sign === -1 && colon !== -1 && colon < authority.length && !/^\d{1,5}([/?#]|$)/.test(rest.slice(colon + 1))) {
    const found = /^[^@]*@(?:[^@/]*@)*(?=[\w[.-]+(?:[:/?#]|$))/.exec(rest)?.[0];
    sign = found === undefined ? -1 : found.length - 1;
  }
  // `user:p@ss#word@host`
  if (sign > 0 && /^[\w-]*[#?]/.test(rest.slice(sign + 1)) && /@[\w.-]+(?::\d+)?(?:\/|$)/.test(rest.slice(sign + 1)))
    sign = rest.lastIndexOf('@');
  if (sign < 1) return;
  const userinfo = rest.slice(0, sign);
  const parted = userinfo.indexOf(':');
  if (parted === -1) {
    // A token alone, as code hosts take it.
    if (userinfo.length >= 16 && isStrong(userinfo)) yield { start, end: start + sign, rule: 'address' };
    return;
  }
  const password = userinfo.slice(parted + 1);
  if (password === '' || isFilledIn(password)) return;
  yield { start, end: start + sign, rule: 'address' };
}

function* inQuery(rest: string, start: number): Generator<SecretSpan> {
  const first = rest.search(/[?#]/);
  if (first === -1) return;
  for (const found of rest.slice(first).matchAll(/[?&;#]([^=&\s?;#]{1,200})=([^&\s#;]+)/g)) {
    const [, name = '', value = ''] = found;
    const at = start + first + found.index + found[0].length - value.length;
    if (isFilledIn(value) || /^(true|false|\d{1,6})$/.test(value)) continue;
    const kind = nameKind(name);
    const isSecret =
      kind === 'sure'
        ? !isOrdinary(value)
        : kind === 'unsure'
          ? value.length >= 6 && !isOrdinary(value)
          : value.length >= 12 && isOpaque(value);
    if (isSecret) yield { start: at, end: at + value.length, rule: 'address' };
  }
  // A query that is a key and nothing else.
  const lone = /^\?([^=&\s]{12,})$/.exec(rest.slice(first));
  if (lone?.[1] !== undefined && isOpaque(lone[1])) yield { start: start + first + 1, end: start + rest.length, rule: 'address' };
}

/** Before a colon in one word with an at sign, these are no user. */
const noUsers =
  /^(mailto|acct|to|from|cc|bcc|sips?|xmpp|user|users?|email|mail|e-mail|author|ssh|git|npm|jsr|workspace|patch|link|file|image|github|contact|maintainer|by|on|at|https?|id)$/i;

/** `user:password@host` without a scheme. */
function* pairs(text: string): Generator<SecretSpan> {
  for (const found of text.matchAll(/(?<![^\s"'`=(,])([\w.%+-]{1,60}):([^\s@"'`]{1,100})@(?=[\w[(.-])/g)) {
    const [whole, user = '', password = ''] = found;
    const end = found.index + whole.length;
    if (noUsers.test(user) || isFilledIn(password) || password.startsWith('/')) continue;
    // `image:tag@sha256:…`, `package:1.2@3`, `host:80/path@x`
    if (/^(sha\d|md5|\d)/.test(text.slice(end, end + 6)) || /^[\d.]+(\/|$)/.test(password)) continue;
    yield { start: end - 1 - password.length, end: end - 1, rule: 'address' };
  }
}
