import type { Candidate } from './candidate.ts';
import { entropyOf } from './entropy.ts';
import { isPlaceholder, isReferenceValue } from './placeholder.ts';

/** A form of secrets that no single vendor issues: the words that it holds, and what is found around one of them. */
interface Form {
  readonly words: readonly string[];
  /** @param end behind the word. */
  readonly find: (text: string, end: number) => Candidate | undefined;
}

/** `scheme://user:password@host`. https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1 */
const addressWithPassword: Form = {
  words: ['://'],
  find(text, end) {
    const rest = /^([^\s:/?#@"'`<>\\,;(){}[\]]{0,80}):([^\s/@"'`<>\\]{2,200})@([\w.$%{[<*-]+)/.exec(text.slice(end, end + 360));
    if (rest === null) return undefined;
    const [, user = '', password = '', host = ''] = rest;
    const start = end + user.length + 1;
    // A port, or the sign of a template or shell.
    if (
      isReplaced(password) ||
      /^[$%{<*]|^\d{1,5}[?#]?$|^x+$|[{}$]|^\[|^(?:my|api|db|your|some|the)_?pass(?:word)?$|_PASS(?:WORD)?$/.test(password) ||
      isSampleLogin(user, password) ||
      sampleHost.test(host)
    )
      return undefined;
    return advice('url-password', 'A password in an address', start, password);
  },
};

/** https://www.rfc-editor.org/rfc/rfc2606 and what documentation writes for a host. */
const sampleHost =
  /example|^(?:my|your|db|some)?[-_]?(?:host|hostname|server|domain|proxy|address|url|endpoint)\d*(?:$|[.:])|^(?:foo|bar|baz)\b/i;

/** `123456` and `changeit` are bad passwords that are in use. */
function isReplaced(password: string): boolean {
  return isReferenceValue(password) || /removed|redacted|example|placeholder|x{4}|\*{3}|\.{3}|^your|<|\[/i.test(password);
}

/** What documentation writes there: `user:pass@`, `username:password@`. */
function isSampleLogin(user: string, password: string): boolean {
  const name = user.toLowerCase();
  const small = password.toLowerCase();
  return (
    small.length < 3 ||
    /^(?:pwd|foo|bar|baz|pw|xxx)$/.test(small) ||
    (/^(?:user(?:name)?|login|name|usr|foo|my_?user|u|some_?user|test|a)\d?$/.test(name) &&
      /^(?:pass(?:w(?:or)?d)?|secret|pwd|foo|bar|p|b|test)\d?$/.test(small))
  );
}

/** `Basic <base64 of user:password>`. https://www.rfc-editor.org/rfc/rfc7617 */
const basicHeader: Form = {
  words: ['basic '],
  find(text, end) {
    const value = /^ ?([A-Za-z0-9+/]{8,400}={0,2})(?![\w+/=])/.exec(text.slice(end, end + 420));
    if (value === null) return undefined;
    const encoded = value[1] ?? '';
    const decoded = Buffer.from(encoded, 'base64').toString('latin1');
    const isLogin = /^[\x20-\x7e]+:[\x20-\x7e]+$/.test(decoded) && encoded.length % 4 === 0;
    if (!isLogin || isPlaceholder(decoded)) return undefined;
    return advice(
      'basic-authorization',
      'A user and password in a Basic authorization header',
      end + value[0].length - encoded.length,
      encoded,
    );
  },
};

/** `Bearer <token>`. A JSON Web Token is found by its own form. https://www.rfc-editor.org/rfc/rfc6750 */
const bearerHeader: Form = {
  words: ['bearer ', 'ntlm '],
  find(text, end) {
    const value = /^ ?([\w.~+/-]{16,2000}={0,2})(?![\w+/=])/.exec(text.slice(end, end + 2_100));
    if (value === null) return undefined;
    const token = value[1] ?? '';
    if (isPlaceholder(token) || token.startsWith('eyJ') || !isMixed(token)) return undefined;
    return advice('bearer-authorization', 'A token in an authorization header', end + value[0].length - token.length, token);
  },
};

function isMixed(token: string): boolean {
  return (
    /\d/.test(token) &&
    /[A-Za-z]/.test(token) &&
    entropyOf(token) > 3 &&
    !/^[A-Za-z]+(?:[-_./][A-Za-z0-9]+)*$/.test(token.replaceAll(/\d{1,2}$/g, ''))
  );
}

/** The private part of a JSON Web Key. https://www.rfc-editor.org/rfc/rfc7517 */
const jsonWebKey: Form = {
  words: ['kty'],
  find(text, end) {
    const kind = /^\\?["']?\s{0,4}[:=]\s{0,4}\\?["'](oct|RSA|EC|OKP)\b/.exec(text.slice(end, end + 40))?.[1];
    if (kind === undefined) return undefined;
    const from = Math.max(0, end - 2_500);
    const before = text.slice(from, end);
    // Of the same object: nothing is closed or opened in between.
    const opened = from + before.lastIndexOf('{') + 1;
    const closing = text.slice(end, end + 4_000).search(/[{}]/);
    const body = text.slice(opened, closing === -1 ? end + 4_000 : end + closing);
    const name = kind === 'oct' ? 'k' : 'd';
    const found = privateParts[name].exec(body);
    if (found === null) return undefined;
    const value = found[1] ?? '';
    if (isPlaceholder(value)) return undefined;
    return advice('json-web-key', 'The private part of a JSON Web Key', opened + found.index + found[0].length - value.length, value);
  },
};

const privateParts = {
  k: /(?<!\w)\\?["']?k\\?["']?\s{0,4}[:=]\s{0,8}\\?["']([\w+/-]{16,2000})/,
  d: /(?<!\w)\\?["']?d\\?["']?\s{0,4}[:=]\s{0,8}\\?["']([\w+/-]{16,2000})/,
};

/** A private key in PEM, encoded once more, as Kubernetes and CI variables hold it. */
const encodedPrivateKey: Form = {
  words: ['ls0tls1crudjti'],
  find(text, end) {
    const start = end - 14;
    const value = /^LS0tLS1CRUdJTi[A-Za-z0-9+/]{100,8000}={0,2}/.exec(text.slice(start, start + 8_100))?.[0];
    if (
      value === undefined ||
      !/^-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/.test(Buffer.from(value.slice(0, 120), 'base64').toString('latin1'))
    )
      return undefined;
    return { ...advice('encoded-private-key', 'A private key, encoded in base64', start, value), tier: 1 };
  },
};

/**
 * An RSA private key in DER, encoded in base64 without the lines around it: a sequence, version 0, and then the key or the name of its kind.
 * Its lines may be parts of a text in source code.
 * https://www.rfc-editor.org/rfc/rfc8017#appendix-A.1.2 https://www.rfc-editor.org/rfc/rfc5958#section-2
 */
const bareRsaKey: Form = {
  words: ['miie', 'miic', 'miij'],
  find(text, end) {
    const start = end - 4;
    if (/[\w+/]/.test(text[start - 1] ?? '')) return undefined;
    const data = Buffer.from(text.slice(start, start + 48), 'base64');
    if (!/^3082.{4}020100(?:0282|028181|300d06092a864886f70d010101)/.test(data.toString('hex'))) return undefined;
    // The sequence says its own length.
    const signs = Math.ceil(((data.readUInt16BE(2) + 4) * 8) / 6);
    const value = encodedLines(text, start, signs);
    return value === undefined
      ? undefined
      : { ...advice('encoded-private-key', 'A private key, encoded in base64', start, value), tier: 1 };
  },
};

/** The key pair of RSA as .NET and the CryptoAPI write it. https://learn.microsoft.com/en-us/windows/win32/seccrypto/rsa-schannel-key-blobs (2026-11-22) */
const keyBlob: Form = {
  words: ['bwiaaackaabsu0ey'],
  find(text, end) {
    const start = end - 16;
    if (/[\w+/]/.test(text[start - 1] ?? '')) return undefined;
    const head = Buffer.from(text.slice(start, start + 24), 'base64');
    if (head.toString('latin1', 8, 12) !== 'RSA2') return undefined;
    // 20 bytes of head, then the modulus and parts of the key, which together are 9/2 times its length.
    const signs = Math.ceil(((20 + (head.readUInt32LE(12) / 16) * 9) * 8) / 6);
    const value = encodedLines(text, start, signs);
    return value === undefined
      ? undefined
      : { ...advice('encoded-private-key', 'A private key, encoded in base64', start, value), tier: 1 };
  },
};

const longestKey = 8_000;

/** So many signs of base64 from a place on, of which what ends a line and what joins texts in source code may part some. */
function encodedLines(text: string, start: number, signs: number): string | undefined {
  if (signs > longestKey) return undefined;
  const near = text.slice(start, start + signs * 2);
  let count = 0;
  for (const part of near.matchAll(
    /([A-Za-z0-9+/]+)(={0,2}(?:["']?[ \t]*[.+,\\]?[ \t]*(?:\\[rn]){0,2}["']?[ \t]*[.+,]?(?:\r?\n|&#10;)[ \t#/*]*["']?[ \t]*|(?:\\[rn]){1,2})?)/gy,
  )) {
    count += part[1]?.length ?? 0;
    if (count >= signs - 1) return near.slice(0, part.index + (part[1]?.length ?? 0));
    if (part[2] === '') return undefined;
  }
  return undefined;
}

function advice(rule: string, about: string, start: number, value: string): Candidate {
  return { start, end: start + value.length, rule, tier: 2, about };
}

export const forms: readonly Form[] = [addressWithPassword, basicHeader, bearerHeader, jsonWebKey, encodedPrivateKey, bareRsaKey, keyBlob];
