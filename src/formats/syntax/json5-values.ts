/** Values in the spellings of JSON5, which JSON's are a part of: https://spec.json5.org */

/** The text of a string in either kind of quotes; `undefined` where it holds a line end or a wrong escape. */
export function looseString(raw: string): string | undefined {
  const content = raw.slice(1, -1);
  let isRight = true;
  const result = content.replaceAll(/\\(?:u([\dA-Fa-f]{4})|x([\dA-Fa-f]{2})|(\r\n|[^]))|[\n\r]/g, (found, unicode, hexadecimal, char) => {
    const code: unknown = unicode ?? hexadecimal;
    if (typeof code === 'string') return String.fromCharCode(Number.parseInt(code, 16));
    if (typeof char !== 'string' || /^[1-9ux]$/.test(char)) {
      isRight = false;
      return found;
    }
    if (/^(\r\n|[\n\r\u2028\u2029])$/.test(char)) return '';
    return escapes.get(char) ?? char;
  });
  return isRight ? result : undefined;
}

const escapes = new Map([
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['0', '\0'],
]);

/** The value of a word: `null`, `true`, a number in any of the spellings of JSON5. */
export function wordValue(raw: string): string | number | boolean | null {
  if (raw === 'null') return null;
  if (raw === 'true' || raw === 'false') return raw === 'true';
  const sign = raw.startsWith('-') ? -1 : 1;
  const digits = raw.replace(/^[+-]/, '');
  return digits === 'Infinity' ? sign * Number.POSITIVE_INFINITY : sign * Number(digits);
}
