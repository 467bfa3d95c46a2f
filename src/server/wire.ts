/** The lines that tools answer with: code and keys, in order. docs/wire.md shows them. */
export const lines = {
  check: { code: 'C', keys: ['mode', 'status', 'err', 'warn', 'ts', 'lint', 'tests', 'issues'] },
  error: { code: '!', keys: ['code', 'reason'] },
} as const satisfies Record<string, { readonly code: string; readonly keys: readonly string[] }>;

export type LineName = keyof typeof lines;
export type WireItems<Name extends LineName> = { readonly [Key in (typeof lines)[Name]['keys'][number]]: string };

const marker = 'snap';

/** `snap|C|mode:health|…`; compact drops the keys and nothing else. */
export function encodeLine<Name extends LineName>(name: Name, items: WireItems<Name>, compact: boolean): string {
  const values = new Map<string, string>(Object.entries(items));
  const { code, keys } = lines[name];
  const shown = keys.map((key) => (compact ? '' : `${key}:`) + escape(values.get(key) ?? ''));
  return [marker, code, ...shown].join('|');
}

/**
 * Undoes {@link encodeLine}. Codes repeat between families of tools, so it is told which line it reads.
 * @throws Error for anything that is not such a line.
 */
export function decodeLine(name: LineName, text: string, compact: boolean): Readonly<Record<string, string>> {
  const { code, keys } = lines[name];
  const [foundMarker, foundCode, ...fields] = splitFields(text);
  if (foundMarker !== marker || foundCode !== code || fields.length !== keys.length) throw new Error(`No "${name}" line: ${text}`);
  return Object.fromEntries(
    keys.map((key, i) => {
      const field = fields[i] ?? '';
      if (!compact && !field.startsWith(`${key}:`)) throw new Error(`No "${key}" where it should be: ${text}`);
      return [key, unescape(compact ? field : field.slice(key.length + 1))];
    }),
  );
}

/** A value must not be able to end its field or its line; the backslash itself is escaped, or a value ending in one could. */
function escape(value: string): string {
  return value.replaceAll(/[\\|\p{Cc}\u2028\u2029]/gu, (character) => {
    switch (character) {
      case '\\':
      case '|':
        return `\\${character}`;
      case '\n':
        return '\\n';
      case '\r':
        return '\\r';
      default:
        return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
    }
  });
}

function unescape(field: string): string {
  return field.replaceAll(/\\(?:u([0-9a-f]{4})|([\s\S]))/g, (_, code: string | undefined, character: string | undefined) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return character === 'n' ? '\n' : character === 'r' ? '\r' : (character ?? '');
  });
}

function splitFields(text: string): readonly string[] {
  return (text.match(/(?:^|\|)((?:[^\\|]|\\[\s\S])*)/g) ?? []).map((field, i) => (i === 0 ? field : field.slice(1)));
}

/** Shortens a value, visibly and between characters. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = Array.from(text);
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`;
}
