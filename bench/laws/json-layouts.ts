import fc from 'fast-check';
import type { ServersAt, Tolerance } from '../../src/formats/edit/format.ts';
import { hostileNames } from '../../test/support/texts/json-texts.ts';

/**
 * Random JSON texts for any layout of the registry: maps and lists (their items wrapped or not), at any depth, in every state of the
 * way to the servers, no more tolerant than the client. Drawn from a tape of numbers: a tape that has run out draws zeros, which are
 * the plain choices, so that a failing text shrinks to a plain one.
 */
export function jsonTextsAt(at: ServersAt, tolerance: Tolerance): fc.Arbitrary<string> {
  return fc.array(fc.nat(9999), { maxLength: 200, size: 'max' }).map((tape) => print(tape, at, tolerance));
}

const keys = ['theme', 'editor.fontSize', 'servers2', 'mcpServersOld', 'env', 'command', 'url', '//', '$schema', ...hostileNames];
const scalars = [
  '1',
  'true',
  '"x"',
  'null',
  '-0',
  '1.0',
  '1E+3',
  '12345678901234567890',
  '""',
  '"\\u00e9\\/"',
  '"// no"',
  '"a\\tb"',
  '"{\\"a\\":[1,]}"',
  '"💥\\ud83d\\ude00"',
  '0.1e-7',
  '"C:\\\\x"',
];

function print(tape: readonly number[], at: ServersAt, tolerance: Tolerance): string {
  let read = 0;
  const draw = (below: number): number => (tape[read++] ?? 0) % below;
  const chance = (percent: number): boolean => 99 - draw(100) < percent;
  const pick = <T>(from: readonly [T, ...T[]] | readonly T[]): T => from[draw(from.length)] as T;

  const eol = pick(['\n', '\n', '\r\n', '\n', '\r\n', '\r']);
  const unit = pick(['  ', '    ', '\t', ' ', '']);
  const isOneLine = chance(15);
  const hasComments = (tolerance === 'comments' || tolerance === 'comments-and-commas') && chance(50);
  const hasCommas = tolerance === 'comments-and-commas' && chance(40);
  const mixesEols = chance(5);

  const newline = (): string => (mixesEols ? pick(['\n', '\r\n']) : eol);
  const blockComment = (): string => (hasComments && chance(8) ? ` /* "${pick(at.path)}": { [ */ ` : '');
  const lineComment = (): string => (hasComments && !isOneLine && chance(12) ? `${pick([' ', '', '\t'])}// ", } ${draw(9)}` : '');
  const key = (name: string): string => (chance(3) ? escapedKey(name) : JSON.stringify(name)) + pick([': ', ': ', ':', ' : ']);

  const box = (open: string, close: string, parts: readonly string[], indent: string): string => {
    const inner = indent + unit;
    if (parts.length === 0)
      return open + pick(['', '', ' ', isOneLine ? '  ' : newline() + indent]) + (isOneLine ? '' : blockComment()) + close;
    const last = hasCommas && chance(60) ? ',' : '';
    if (isOneLine || chance(10))
      return open + pick(['', ' ']) + parts.join(pick([', ', ',', ' , '])) + blockComment() + last + pick(['', ' ']) + close;
    const lines = parts.map((part, i) => {
      const blank = chance(5) ? newline() : '';
      const own = hasComments && chance(8) ? `${inner}// "old": { "command": "x" },${newline()}` : '';
      // Some people put the comma in front, some leave trailing blanks.
      return `${blank}${own}${inner}${part}${blockComment()}${i < parts.length - 1 ? ',' : last}${lineComment()}${chance(4) ? '  ' : ''}`;
    });
    return `${open}${lineComment()}${newline()}${lines.join(newline())}${newline()}${chance(90) ? indent : inner}${close}`;
  };
  const value = (indent: string, depth: number): string => {
    const kind = depth > 2 ? 0 : draw(4);
    if (kind < 2) return pick(scalars);
    return kind === 2 ? list(indent, depth) : map(members(indent + unit, depth, []), indent);
  };
  const list = (indent: string, depth: number): string =>
    box(
      '[',
      ']',
      Array.from({ length: draw(4) }, () => value(indent + unit, depth + 1)),
      indent,
    );
  const map = (parts: readonly string[], indent: string): string => box('{', '}', parts, indent);
  const members = (indent: string, depth: number, not: readonly string[]): string[] =>
    Array.from({ length: draw(4) }, () => pick(keys))
      .filter((name) => !not.includes(name))
      .map((name) => key(name) + value(indent, depth + 1));

  const entry = (indent: string, name?: string): string => {
    const inner = indent + unit;
    const fields = [
      `${key('command')}"npx"`,
      `${key('args')}${box('[', ']', ['"-y"', '"x"'], inner)}`,
      ...(chance(30) ? [`${key('env')}${map([`${key('TOKEN')}"s"`], inner)}`] : []),
    ];
    const own = chance(30) ? members(inner, 1, ['name', 'command', 'env', ...(at.wrap === undefined ? [] : [at.wrap])]) : [];
    if (name === undefined) return map([...fields, ...own], indent);
    const named = `${key('name')}${JSON.stringify(name)}`;
    if (at.wrap === undefined) return map(chance(30) ? [...fields, named, ...own] : [named, ...fields, ...own], indent);
    return map([named, ...own, `${key(at.wrap)}${map(fields, inner)}`], indent);
  };
  const servers = (indent: string): string => {
    const names = Array.from({ length: draw(4) }, () => pick([`s${draw(9)}`, `s${draw(9)}`, pick(hostileNames)]));
    const inner = indent + unit;
    if (at.kind === 'list')
      return box(
        '[',
        ']',
        names.map((name) => entry(inner, name)),
        indent,
      );
    return map(
      names.map((name) => key(name) + entry(inner)),
      indent,
    );
  };

  const below = (path: readonly string[], indent: string): string => {
    const [step, ...rest] = path;
    if (step === undefined) return servers(indent);
    const inner = indent + unit;
    const others = members(inner, 0, [step]);
    const place = draw(others.length + 1);
    const state = draw(12);
    // The way to the servers may end at any depth, and a name on it may stand there twice: the last one counts.
    const own =
      state === 11
        ? []
        : state === 10
          ? [key(step) + (rest.length === 0 && at.kind === 'list' ? '[]' : '{}')]
          : [key(step) + below(rest, inner)];
    const twin = state === 9 ? [key(step) + (rest.length === 0 && at.kind === 'list' ? '[]' : '{}')] : [];
    return map([...twin, ...others.slice(0, place), ...own, ...others.slice(place)], indent);
  };

  if (chance(2)) return pick(['', eol, '  ', hasComments ? `// nothing${eol}` : ' \t']);
  const head = hasComments && chance(20) ? `// settings${eol}` : chance(3) ? eol : '';
  return head + below(at.path, '') + pick([eol, '', eol + eol, eol, ' ']) + (hasComments && chance(10) ? '// end' : '');
}

/** The same name with its first letter escaped. */
function escapedKey(name: string): string {
  const text = JSON.stringify(name);
  return /^"[a-z]/.test(text) ? `"\\u00${text.charCodeAt(1).toString(16)}${text.slice(2)}` : text;
}
