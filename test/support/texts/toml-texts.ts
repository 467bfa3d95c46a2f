import * as fc from 'fast-check';
import type { ServersAt } from '../../../src/formats/edit/format.ts';

/**
 * Random well-formed TOML config texts, as odd as people's files are: comments everywhere, headers in any order, dotted keys, inline
 * tables, arrays of tables, all kinds of values, CRLF, missing final line breaks, hostile names, and every shape of the servers.
 */
export interface TomlText {
  readonly text: string;
  readonly at: ServersAt;
  /** The servers in it. */
  readonly names: readonly string[];
}

export const hostileTomlNames = [
  'npm:@a/b.c',
  'a b',
  'a.b',
  'a"b',
  "a'b",
  'a\\b',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  '10',
  '1.5',
  '',
  '#x',
  '[x]',
  'a=b',
  'a\tb',
  'a\nb',
  '\u0007\u007f',
  '💥',
  'שלום',
  'e\u0301',
  'x'.repeat(300),
  'true',
  'inf',
  'C:\\Users\\me',
  '-',
  '_',
];

/** A server or table name: usually plain, sometimes hostile. */
export const tomlNames = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z][a-z0-9_-]{0,7}$/) },
  { weight: 2, arbitrary: fc.constantFrom(...hostileTomlNames) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }) },
);

const plainScalars = [
  '0',
  '-0',
  '+7',
  '1_000',
  '0xDEAD_beef',
  '0o755',
  '0b1101',
  '9223372036854775807',
  '-9223372036854775808',
  '1.0',
  '-0.0',
  '1e3',
  '6.02_2e+23',
  '1E-2',
  'inf',
  '-inf',
  'nan',
  '+nan',
  'true',
  'false',
  '1979-05-27T07:32:00Z',
  '1979-05-27 07:32:00.999-07:00',
  '1979-05-27T07:32:00',
  '1979-05-27',
  '07:32:00.5',
  '""',
  "''",
  '"# no comment"',
  '"\\u00e9\\n\\U0001F4A5"',
  '"[x]"',
  '"a = 1"',
  "'C:\\temp'",
  '"\\\\"',
  '"\\""',
  '"}"',
  '"]"',
  '"💥"',
];
const longScalars = [
  '"""\ntwo\nlines"""',
  '"""a \\\n   b"""',
  "'''\n# no comment\n[x]\n'''",
  '"""""two"""""',
  "''''q''''",
  '"""\\"""x"""',
  '""""""',
];

/** The text of a value; `lines`: whether it may take several. */
function values(lines: boolean): fc.Arbitrary<string> {
  const scalar = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...plainScalars, ...(lines ? longScalars : [])) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }).map(basic) },
  );
  return fc.letrec<{ value: string; array: string; table: string }>((tie) => ({
    value: fc.oneof({ maxDepth: 2, withCrossShrink: true }, scalar, tie('array'), tie('table')),
    array: fc.tuple(fc.array(tie('value'), { maxLength: 3 }), fc.nat(lines ? 5 : 2)).map(([items, layout]) => arrayText(items, layout)),
    table: fc
      .tuple(fc.uniqueArray(fc.tuple(tomlNames, tie('value'), fc.boolean()), { maxLength: 3, selector: ([name]) => name }), fc.nat(2))
      .map(([members, layout]) =>
        inlineText(
          members.map(([name, value, dotted]) => `${key(name, layout)}${dotted ? '.d' : ''}${layout === 1 ? '=' : ' = '}${value}`),
          layout,
        ),
      ),
  })).value;
}

function arrayText(items: readonly string[], layout: number): string {
  if (items.length === 0) return ['[]', '[ ]', '[]', '[\n]', '[ # none\n ]', '[]'][layout] ?? '[]';
  if (layout === 0) return `[${items.join(', ')}]`;
  if (layout === 1) return `[ ${items.join(',')} , ]`;
  if (layout === 2) return `[${items.join(' , ')},]`;
  if (layout === 3) return `[\n  ${items.join(',\n  ')},\n]`;
  if (layout === 4) return `[ # first\n${items.map((item) => `\t${item}, # item, "x"`).join('\n')}\n\n # last\n]`;
  return `[\n  ${items.join(',\n  ')}\n]`;
}

function inlineText(members: readonly string[], layout: number): string {
  if (members.length === 0) return layout === 0 ? '{}' : '{ }';
  return layout === 1 ? `{${members.join(',')}}` : `{ ${members.join(', ')} }`;
}

export function basic(text: string): string {
  const escaped = text.replaceAll(/["\\\p{Cc}]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `"${escaped}"`;
}

/** A name as a key, in one of the spellings that read as it. */
function key(name: string, spelling: number): string {
  if (/^[A-Za-z0-9_-]+$/.test(name) && spelling % 4 !== 3) return name;
  return spelling % 2 === 1 && !/['\p{Cc}]/u.test(name) ? `'${name}'` : basic(name);
}

interface Server {
  readonly name: string;
  readonly fields: readonly (readonly [string, string])[];
  readonly env: readonly string[] | undefined;
}

const servers: fc.Arbitrary<readonly Server[]> = fc.uniqueArray(
  fc.record({
    name: tomlNames,
    fields: fc
      .tuple(
        fc.constantFrom('"npx"', "'C:\\bin\\x.exe'", '"""npx"""'),
        fc.option(values(true)),
        fc.option(fc.constantFrom('["-y", "x"]', '[\n  "-y",\n  "x", # which\n]', '[]')),
        fc.option(values(false)),
      )
      .map(([command, cwd, args, extra]) => {
        const optional = [
          ['command', command],
          ['cwd', cwd],
          ['args', args],
          ['x y', extra],
        ] as const;
        return optional.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
      }),
    env: fc.option(fc.uniqueArray(tomlNames, { maxLength: 2 }), { nil: undefined }),
  }),
  { maxLength: 3, selector: ({ name }) => name },
);

interface Foreign {
  readonly name: string;
  readonly pairs: readonly (readonly [string, string])[];
  readonly form: number;
}
const foreign: fc.Arbitrary<readonly Foreign[]> = fc.uniqueArray(
  fc.record({
    name: tomlNames,
    pairs: fc.uniqueArray(fc.tuple(tomlNames, values(true)), { maxLength: 3, selector: ([name]) => name }),
    form: fc.nat(7),
  }),
  { maxLength: 4, selector: ({ name }) => name },
);

/** Draws small numbers, the same for the same document. */
type Draw = (below: number) => number;

interface Parts {
  /** Before any header. */
  readonly root: string[];
  /** Sections with their header; they may stand in any order. */
  readonly sections: string[][];
}

function addForeign(parts: Parts, { name, pairs, form }: Foreign, draw: Draw): void {
  const table = key(name, draw(4));
  const lines = pairs.map(([field, value]) => `${key(field, draw(4))} = ${value}`);
  const header = draw(3) === 0 ? `[ ${table} ]` : `[${table}]`;
  if (form === 0) parts.root.push(...pairs.slice(0, 1).map(([, value]) => `${table} = ${value}`));
  else if (form === 1) parts.root.push(...lines.map((line) => `${table}.${line}`));
  else if (form === 2)
    parts.root.push(
      `${table} = ${inlineText(
        lines.filter((line) => !line.includes('\n')),
        draw(3),
      )}`,
    );
  else if (form === 3)
    parts.sections.push([`[[${table}]]`, ...lines, `[${table}.sub]`, 'x = 1', `[[${table}]]`, ...lines, `[${table}.sub]`]);
  else if (form === 4) parts.sections.push([`[${table}.sub . deep]`, ...lines], [header, 'y.z = 1']);
  else if (form === 5) parts.sections.push([`[${table}]`, ...lines, `[[${table}.'the list']]`, 'x=1', `[[${table}.'the list']]`]);
  else parts.sections.push([header, ...lines]);
}

const mapShapes = [
  'absent',
  'header only',
  'tables',
  'tables and header',
  'braces',
  'brace entries',
  'root brace entries',
  'root dotted',
  'dotted',
  'mixed',
  'braces of dotted',
] as const;
type MapShape = (typeof mapShapes)[number];

function addServers(parts: Parts, shape: MapShape, path: readonly string[], list: readonly Server[], draw: Draw): void {
  const at = path.map((step) => key(step, draw(4))).join('.');
  const named = (server: Server): string => key(server.name, draw(4));
  const braces = (server: Server): string => inlineText(oneLineFields(server), draw(3));
  if (shape === 'header only' || shape === 'tables and header')
    parts.sections.push([`[${at}]`, ...(draw(2) === 0 ? ['"a value" = 1'] : [])]);
  if (shape === 'tables' || shape === 'tables and header')
    for (const server of list) addTable(parts, `${at}.${named(server)}`, server, draw);
  if (shape === 'braces')
    parts.root.push(
      `${at} = ${inlineText(
        list.map((server) => `${named(server)} = ${braces(server)}`),
        draw(3),
      )}`,
    );
  if (shape === 'braces of dotted') {
    parts.root.push(
      `${at} = ${inlineText(
        list.flatMap((server) => oneLineFields(server).map((field) => `${named(server)}.${field}`)),
        draw(3),
      )}`,
    );
  }
  if (shape === 'brace entries') parts.sections.push([`[${at}]`, ...list.map((server) => `${named(server)} = ${braces(server)}`)]);
  if (shape === 'root brace entries') parts.root.push(...list.map((server) => `${at}.${named(server)} = ${braces(server)}`));
  if (shape === 'root dotted')
    parts.root.push(...list.flatMap((server) => dottedFields(server).map((field) => `${at}.${named(server)}.${field}`)));
  if (shape === 'dotted')
    parts.sections.push([`[${at}]`, ...list.flatMap((server) => dottedFields(server).map((field) => `${named(server)}.${field}`))]);
  if (shape === 'mixed') {
    const [first, ...others] = list;
    if (first) parts.sections.push([`[${at}]`, ...dottedFields(first).map((field) => `${named(first)}.${field}`)]);
    for (const server of others) addTable(parts, `${at}.${named(server)}`, server, draw);
  }
}

function pairsOf({ fields }: Server): readonly string[] {
  return fields.map(([name, value]) => `${key(name, 0)} = ${value}`);
}

function envPairs({ env }: Server): readonly string[] {
  return (env ?? []).map((name) => `${key(name, 0)} = "1"`);
}

function oneLineFields(server: Server): readonly string[] {
  const env = server.env === undefined ? [] : [`env = ${inlineText(envPairs(server), 2)}`];
  return [...pairsOf(server).filter((line) => !line.includes('\n')), ...env];
}

function dottedFields(server: Server): readonly string[] {
  return [...pairsOf(server), ...envPairs(server).map((pair) => `env.${pair}`)];
}

/** With `env` inline, dotted, or under a header of its own, which may even stand far away or alone. */
function addTable(parts: Parts, header: string, server: Server, draw: Draw): void {
  const form = server.env === undefined ? 0 : draw(5);
  if (form === 0) parts.sections.push([`[${header}]`, ...pairsOf(server)]);
  else if (form === 1) parts.sections.push([`[${header}]`, ...dottedFields(server)]);
  else if (form === 2) parts.sections.push([`[${header}]`, ...pairsOf(server), `[${header}.env]`, ...envPairs(server)]);
  else if (form === 3) parts.sections.push([`[${header}]`, ...pairsOf(server)], [`[${header}.env]`, ...envPairs(server)]);
  else parts.sections.push([`[${header}]`, `env = ${inlineText(envPairs(server), draw(3))}`, ...pairsOf(server)]);
}

const listShapes = ['absent', 'array', 'tables'] as const;
type ListShape = (typeof listShapes)[number];

function addItems(parts: Parts, shape: ListShape, path: readonly string[], list: readonly Server[], draw: Draw): void {
  const at = path.map((step) => key(step, draw(4))).join('.');
  const nameOf = ({ name }: Server): string => `name = ${basic(name)}`;
  if (shape === 'array')
    parts.root.push(
      `${at} = ${arrayText(
        list.map((server) => inlineText([nameOf(server), ...oneLineFields(server)], draw(3))),
        draw(6),
      )}`,
    );
  if (shape === 'tables') {
    // The elements of an array of tables keep their order and their sub-tables, so they are one chunk.
    parts.sections.push(
      list.flatMap((server) => {
        const env = server.env === undefined ? [] : [`[${at}.env]`, ...envPairs(server)];
        return [`[[${at}]]`, ...pairsOf(server), nameOf(server), ...env];
      }),
    );
  }
}

function print(parts: Parts, eol: string, ending: string, draw: Draw): string {
  const sections = parts.sections.map((section) => ({ section, order: draw(100) })).toSorted((a, b) => a.order - b.order);
  const spacing = draw(3);
  const lines: string[] = [];
  const noise = (): void => {
    const roll = draw(14);
    if (roll === 0) lines.push('');
    if (roll === 1) lines.push('# a comment, [x] "y');
    if (roll === 2) lines.push('', '  # indented', '');
    if (roll === 3) lines.push(' \t');
  };
  const indent = ['', '', '  ', '\t'][draw(4)] ?? '';
  const push = (line: string): void => {
    noise();
    lines.push((line.startsWith('[') ? '' : indent) + line + (['', '', '', ' # why', '\t#', '  '][draw(6)] ?? ''));
  };
  parts.root.forEach(push);
  for (const { section } of sections) {
    if (spacing > 0) lines.push('');
    section.forEach(push);
  }
  noise();
  return lines.join('\n').replaceAll('\n', eol) + ending.replaceAll('\n', eol);
}

const documents = fc.record({
  list: servers,
  others: foreign,
  path: fc.constantFrom(['mcp_servers'], ['mcp_servers'], ['tools', 'mcp'], ['a b', 'c.d', 'e']),
  eol: fc.constantFrom('\n', '\n', '\r\n'),
  ending: fc.constantFrom('\n', '\n', '\n', '', '\n\n', '\n\n\n', '\n  ', '\n# end', '\n# end\n'),
  numbers: fc.array(fc.nat(9999), { minLength: 60, maxLength: 60 }),
});

interface Recipe {
  readonly list: readonly Server[];
  readonly others: readonly Foreign[];
  readonly path: readonly string[];
  readonly eol: string;
  readonly ending: string;
  readonly numbers: readonly number[];
}

function compose({ others, path, eol, ending, numbers }: Recipe, addContainer: (parts: Parts, draw: Draw) => void): string {
  let drawn = 0;
  const draw: Draw = (below) => (numbers[drawn++ % numbers.length] ?? 0) % below;
  const parts: Parts = { root: [], sections: [] };
  for (const table of others) if (table.name !== path[0]) addForeign(parts, table, draw);
  addContainer(parts, draw);
  return print(parts, eol, ending, draw);
}

/** Servers as a map of tables, in every shape TOML has for one. */
export const tomlMapTexts: fc.Arbitrary<TomlText> = fc.tuple(documents, fc.constantFrom(...mapShapes)).map(([recipe, shape]) => {
  const text = compose(recipe, (parts, draw) => addServers(parts, shape, recipe.path, recipe.list, draw));
  const hasServers = shape !== 'absent' && shape !== 'header only';
  return { text, at: { kind: 'map', path: recipe.path }, names: hasServers ? recipe.list.map(({ name }) => name) : [] };
});

/** Servers as a list, in braces or as `[[tables]]`. */
export const tomlListTexts: fc.Arbitrary<TomlText> = fc.tuple(documents, fc.constantFrom(...listShapes)).map(([recipe, shape]) => {
  const text = compose(recipe, (parts, draw) => addItems(parts, shape, recipe.path, recipe.list, draw));
  return { text, at: { kind: 'list', path: recipe.path }, names: shape === 'absent' ? [] : recipe.list.map(({ name }) => name) };
});

/** Any of them, and the little texts that have no values at all. */
export const tomlTexts: fc.Arbitrary<TomlText> = fc.oneof(
  { weight: 12, arbitrary: tomlMapTexts },
  { weight: 3, arbitrary: tomlListTexts },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('', '\n', '\n\n', '  ', ' \n', '\r\n', '# only\n', '# only', '\n# only\n\n', '# a\r\n# b\r\n', '# a\r\n# b')
      .map((text): TomlText => ({ text, at: { kind: 'map', path: ['mcp_servers'] }, names: [] })),
  },
);
