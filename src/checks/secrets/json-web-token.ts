import { createHmac } from 'node:crypto';
import { isRecord, jsonIn } from '../../system/index.ts';

/**
 * What is known of a text in three parts. `sample-key`: signed with a key that everybody knows. `unsigned`: its signature has not the
 * length of one. A token past its time is `signed`: it was issued to somebody, and the result of a check must not depend on the day.
 */
export type TokenKind = 'signed' | 'sample-key' | 'key-beside' | 'unsigned' | 'example';

/** What a token is judged by, beside its text. */
export interface TokenSetting {
  /** The text around it, where a key that stands in it makes it one of a test; else `''`. */
  readonly around: string;
  /** How many signatures may still be made for the same file. Counted down. */
  readonly budget: { left: number };
}

/** No file has a reason to hold more tokens and texts than so many signatures. They take about 10 ms. */
export const maxSignatures = 4_000;

/** Whether a text is a signed JSON Web Token: header and payload decode to JSON, the header names an algorithm. https://www.rfc-editor.org/rfc/rfc7519 */
export function judgeJsonWebToken(token: string, setting: TokenSetting): TokenKind | undefined {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const header = decoded(head);
  const alg = header?.['alg'];
  if (header === undefined || typeof alg !== 'string') return undefined;
  // Five parts: encrypted, and then the second one is no JSON.
  const claims = 'enc' in header ? {} : decoded(payload);
  if (claims === undefined) return undefined;
  if (signature === '' && alg.toLowerCase() !== 'none') return undefined;
  // The token of https://jwt.io and of most documentation.
  if (alg.toLowerCase() === 'none' || (claims['sub'] === '1234567890' && claims['name'] === 'John Doe')) return 'example';
  const signs = signatureSigns.get(alg);
  if (signs !== undefined && !('enc' in header) && signature.length !== signs) return 'unsigned';
  const hash = hashes.get(alg);
  if (hash === undefined) return 'signed';
  const verifies = (key: string | Uint8Array): boolean => {
    setting.budget.left -= 1;
    return setting.budget.left >= 0 && createHmac(hash, key).update(`${head}.${payload}`).digest('base64url') === signature;
  };
  if (sampleKeys.some(verifies)) return 'sample-key';
  return shortTexts(setting.around).some(verifies) ? 'key-beside' : 'signed';
}

/** https://www.rfc-editor.org/rfc/rfc7518#section-3.2 */
const hashes: ReadonlyMap<string, string> = new Map([
  ['HS256', 'sha256'],
  ['HS384', 'sha384'],
  ['HS512', 'sha512'],
]);

/** How many signs of base64 a signature has, where the algorithm says it. https://www.rfc-editor.org/rfc/rfc7518#section-3 https://www.rfc-editor.org/rfc/rfc8812 */
const signatureSigns: ReadonlyMap<string, number> = new Map([
  ['HS256', 43],
  ['HS384', 64],
  ['HS512', 86],
  ['ES256', 86],
  ['ES256K', 86],
  ['ES384', 128],
  ['ES512', 176],
]);

/**
 * Keys that documentation signs with: those of https://jwt.io, of today and of before, and the plainest of the 100,000 that
 * https://github.com/wallarm/jwt-secrets (commit 99e2360, MIT) collected from examples and public code (2026-11-22).
 */
const sampleKeys: readonly string[] = [
  'a-string-secret-at-least-256-bits-long',
  'a-valid-string-secret-that-is-at-least-384-bits-long',
  'a-valid-string-secret-that-is-at-least-512-bits-long-which-is-very-long',
  'your-256-bit-secret',
  'your-384-bit-secret',
  'your-512-bit-secret',
  'secret',
  'a-secret',
  'my-secret',
  'my_secret',
  'mysecret',
  'my_secret_key',
  'shared-secret',
  'some-secret',
  'supersecret',
  'topsecret',
  'secret123',
  's3cr3t',
  'secretkey',
  'secret_key',
  'jwt_secret',
  'jwtsecret',
  'your-secret',
  'your-secret-key',
  'your_secret_key',
  'your_jwt_secret',
  'example_key',
  'keyboard cat',
  'shhhhh',
  'changeme',
  'password',
  'test',
  '123456',
];

const maxTexts = 60;

/** The quoted texts that a key may be, as bytes: a text has one sign for each byte here. Keys are also written in hex. */
function shortTexts(around: string): readonly Uint8Array[] {
  const texts = new Set<string>();
  for (const [, , text = ''] of around.matchAll(/(["'`])([^"'`\\\r\n]{3,100})\1/g)) if (texts.size < maxTexts) texts.add(text);
  return [...texts].flatMap((text) => [
    Buffer.from(text, 'latin1'),
    ...(/^(?:[0-9a-f]{2}){16,}$/i.test(text) ? [Buffer.from(text, 'hex')] : []),
  ]);
}

function decoded(part: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonIn(Buffer.from(part, 'base64url').toString('utf8'));
  return isRecord(value) ? value : undefined;
}
