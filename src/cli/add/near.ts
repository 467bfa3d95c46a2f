import { slipsBetween } from '../../system/index.ts';

/**
 * Whether two names differ by so little that one is likely meant as the other: a letter or two, fewer in a short name.
 * @param most letters in a long name
 */
export function isNear(a: string, b: string, most = 2): boolean {
  const length = Math.min(a.length, b.length);
  const allowed = length < 4 ? 0 : length < 8 ? 1 : most;
  return a !== b && Math.abs(a.length - b.length) <= allowed && slipsBetween(a, b) <= allowed;
}
