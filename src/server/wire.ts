import { spellHidden } from '../system/index.ts';

/** The lines that tools answer with: code and keys, in order. docs/wire.md shows them. */
export const lines = {
  start: { code: 'S', keys: ['id', 'snap', 'risk', 'prot', 'dirty', 'status', 'learn'] },
  context: { code: 'X', keys: ['task', 'risk', 'prot', 'dirty', 'learn'] },
  check: { code: 'C', keys: ['mode', 'status', 'err', 'warn', 'ts', 'lint', 'tests', 'issues'] },
  end: { code: 'E', keys: ['status', 'learn', 'files', 'lines'] },
  learn: { code: 'L', keys: ['status', 'id', 'type'] },
  violation: { code: 'V', keys: ['status', 'type', 'count', 'promote'] },
  pulse: { code: 'P', keys: ['pulse', 'cpm', 'pressure', 'risk', 'changes', 'action'] },
  advise: { code: 'A', keys: ['conf', 'rec', 'warn', 'learn', 'viol', 'hint'] },
  guide: { code: 'G', keys: ['steps', 'conf', 'next'] },
  gc: { code: 'GC', keys: ['action', 'archive', 'delete', 'merge', 'kept'] },
  capture: { code: 'I', keys: ['event', 'status', 'id', 'type'] },
  patterns: { code: 'I', keys: ['patterns', 'top', 'count', 'evidence'] },
  insights: { code: 'I', keys: ['shown', 'heeded', 'used', 'helped', 'wrong', 'hot', 'prune'] },
  explain: { code: 'I', keys: ['id', 'kind', 'from', 'shown', 'helped', 'related'] },
  outcome: { code: 'I', keys: ['id', 'outcome', 'weight'] },
  validation: { code: 'V', keys: ['score', 'level', 'findings', 'rec', 'src'] },
  risk: { code: 'R', keys: ['score', 'level', 'factors', 'conf', 'rec'] },
  sources: { code: 'C', keys: ['sources', 'commits', 'errors', 'docs', 'depth'] },
  known: { code: 'P', keys: ['results', 'type', 'query', 'conf'] },
  rollback: { code: 'RB', keys: ['suggestions', 'recommended', 'conf', 'risk'] },
  error: { code: '!', keys: ['code', 'reason'] },
} as const satisfies Record<string, { readonly code: string; readonly keys: readonly string[] }>;

export type LineName = keyof typeof lines;
export type WireItems<Name extends LineName> = { readonly [Key in (typeof lines)[Name]['keys'][number]]: string };
/** A line with its values, before it is text. */
export type WireLine = { readonly [Name in LineName]: { readonly line: Name; readonly items: WireItems<Name> } }[LineName];

const marker = 'snap';

/** `snap|C|mode:health|…`; compact drops the keys and nothing else. */
export function encodeLine<Name extends LineName>(name: Name, items: WireItems<Name>, compact: boolean): string {
  return write(name, items, compact);
}

/** The same for a line whose name is known only when the program runs. */
export function lineText({ line, items }: WireLine, compact: boolean): string {
  return write(line, items, compact);
}

function write(name: LineName, items: Readonly<Record<string, string>>, compact: boolean): string {
  const { code, keys } = lines[name];
  const values = new Map(Object.entries(items));
  return [marker, code, ...keys.map((key) => (compact ? '' : `${key}:`) + escape(values.get(key) ?? ''))].join('|');
}

/**
 * Undoes {@link encodeLine}. Different lines use the same codes, so the name of the line is needed.
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

/**
 * A value must not be able to end its field or its line (the backslash itself is escaped, or a value ending in one could), nor to
 * look like another one: what is invisible, turns the reading direction, or is half a character is written out too.
 */
function escape(value: string): string {
  const inOneLine = value.replaceAll(/[\\|\n\r\t]/g, (character) => escapes[character] ?? `\\${character}`);
  return spellHidden(inOneLine);
}

const escapes: Readonly<Record<string, string>> = { '\n': String.raw`\n`, '\r': String.raw`\r`, '\t': String.raw`\u0009` };

function unescape(field: string): string {
  return field.replaceAll(/\\(?:u([0-9a-f]{4})|([\s\S]))/g, (_, code: string | undefined, character: string | undefined) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return character === 'n' ? '\n' : character === 'r' ? '\r' : (character ?? '');
  });
}

function splitFields(text: string): readonly string[] {
  return (text.match(/(?:^|\|)((?:[^\\|]|\\[\s\S])*)/g) ?? []).map((field, i) => (i === 0 ? field : field.slice(1)));
}
