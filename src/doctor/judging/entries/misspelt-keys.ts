import { slipsBetween } from '../../../system/index.ts';

/** A key without upper case and separators, which people often confuse. */
export function plainKey(key: string): string {
  return key.toLowerCase().replaceAll(/[-_. ]/g, '');
}

/**
 * Whether one key was written and the other one was meant. A key that starts or ends with a mark was disabled on purpose, and
 * `mcpServers`, which most clients use, is never a misspelling.
 */
export function isMisspelt(written: string, meant: string): boolean {
  if (written === meant || written === 'mcpServers' || !/^[A-Za-z]/.test(written) || !/[A-Za-z]$/.test(written)) return false;
  const [a, b] = [plainKey(written), plainKey(meant)];
  return a === b || a === `${b}s` || (b.length >= 6 && isOneEditAway(a, b));
}

/** One letter more or less, a different one, or two swapped. */
export function isOneEditAway(a: string, b: string): boolean {
  return Math.abs(a.length - b.length) <= 1 && slipsBetween(a, b) <= 1;
}
