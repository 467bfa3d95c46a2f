/** A key without what people get wrong in it: capitals and separators. */
export function plainKey(key: string): string {
  return key.toLowerCase().replaceAll(/[-_. ]/g, '');
}

/**
 * Whether somebody meant this key and wrote that one. A key that starts or ends with a mark was put aside on purpose, and the key
 * that most clients have was not meant to be another one.
 */
export function isMisspelt(written: string, meant: string): boolean {
  if (written === meant || written === 'mcpServers' || !/^[A-Za-z]/.test(written) || !/[A-Za-z]$/.test(written)) return false;
  const [a, b] = [plainKey(written), plainKey(meant)];
  return a === b || a === `${b}s` || (b.length >= 6 && isOneEditAway(a, b));
}

function isOneEditAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  const [left, right] = [a.slice(start), b.slice(start)];
  // One letter too many, too few, another one, or two that changed places.
  return (
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0])
  );
}
