import type { SecretSpan } from './find/span.ts';
import { findTokens } from './find-tokens.ts';

/** Replaces a secret. Its length says nothing about that of the secret. */
export const masked = '***';

/** Any text, names and paths too, without the tokens that their issuer's form gives away. The last net: it knows no password. */
export function maskTokens(text: string): string {
  return maskedAt(text, findTokens(text));
}

/** The text with {@link masked} in place of each secret. @param spans in their order. */
export function maskedAt(text: string, spans: readonly SecretSpan[]): string {
  if (spans.length === 0) return text;
  let result = '';
  let done = 0;
  for (const { end, start } of spans) {
    result += text.slice(done, start) + masked;
    done = end;
  }
  return result + text.slice(done);
}
