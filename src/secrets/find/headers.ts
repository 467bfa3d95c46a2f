import { isFilledIn, isOrdinary, isStrong } from '../values.ts';
import type { SecretSpan } from './span.ts';

/** `Authorization: Bearer X`, `Cookie: a=X; b=Y`, and the credentials behind the word for their scheme. */
export function* headers(text: string): Generator<SecretSpan> {
  for (const found of text.matchAll(
    /authorization\\?["'`]?\]?[ \t]*[:=][ \t]*\\?["'`]?(?:(basic|bearer|token|digest|apikey|negotiate|bot)\s+)?([^\s"'`,;&\\]+)/gi,
  )) {
    const [whole, scheme, value = ''] = found;
    if (isFilledIn(value) || isOrdinary(value) || /^[+({]/.test(value) || (scheme === undefined && !isStrong(value))) continue;
    yield spanAt(found.index + whole.length - value.length, value);
  }
  for (const found of text.matchAll(/\b(basic|bearer)[ \t]+([^\s"'`,;&)]{8,})/gi)) {
    const [whole, scheme = '', value = ''] = found;
    if (isFilledIn(value) || !(isStrong(value) || (/^basic$/i.test(scheme) && isPair(value)))) continue;
    if (!/[=:/(]/.test(value.replace(/=+$/, '')) || isPair(value)) yield spanAt(found.index + whole.length - value.length, value);
  }
  for (const found of text.matchAll(/\bcookie\s*:\s*([^\n"]{1,4000})/gi)) {
    const start = found.index + found[0].length - (found[1]?.length ?? 0);
    for (const one of (found[1] ?? '').matchAll(/(?:^|[;\s])[\w.-]{1,60}=([^;\s"']{8,})/g)) {
      const value = one[1] ?? '';
      if (isStrong(value) && value.length >= 8) yield spanAt(start + one.index + one[0].length - value.length, value);
    }
  }
}

/** `user:password` in Base64. */
function isPair(value: string): boolean {
  return /^[\w+/-]{8,}={0,2}$/.test(value) && /^[\x20-\x7E]+:[\x20-\x7E]+$/.test(Buffer.from(value, 'base64').toString('latin1'));
}

function spanAt(start: number, value: string): SecretSpan {
  return { start, end: start + value.length, rule: 'header' };
}
