// Each parameter of each of the tools, with values of every wrong type and with text that is hard to bear.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../support/program.mjs';
import { call, talk } from './wire-words.mjs';

const listed = JSON.parse(readFileSync(join(root, 'src/server/listed.json'), 'utf8'));
const tools = Array.isArray(listed) ? listed : listed.tools;

const values = {
  string: ['', 'a'],
  number: [0, -1, 1.5, 1e308],
  integer: [3],
  boolean: [true],
  array: [[], ['a'], [['a']], [null], [{}]],
  object: [{}, { a: 1 }],
};
const all = Object.entries(values).flatMap(([type, list]) => list.map((value) => ({ type, value })));
const textsThatHurt = [
  '\u0000',
  '\u001b[2J',
  '\u202eabc',
  '\ud800',
  '\udc00\ud800',
  '__proto__',
  'constructor',
  '../../../etc/passwd',
  '/etc/shadow',
  '~/.ssh/id_rsa',
  'C:\\Windows',
  '\\\\server\\share',
  'a'.repeat(2_001),
  'a'.repeat(200_000),
  '*',
  '[',
  '(((((',
  '(a+)+$',
  '%s%n%d',
  '$(touch x)',
  '`touch x`',
  '; touch x',
  '--',
  '-rf',
  '--output=x',
  ':(glob)**',
  'file:///etc/passwd',
  'https://a:b@example.com/',
  'snap|!|INTERNAL|x',
  '---',
  '\n\n---\n',
  '|',
  '"',
  "'",
  '\\',
  '\r\n',
  ' ',
  '\u{1f600}'.repeat(500),
  'e\u0301'.repeat(900),
  '\u3164',
  '\ufeff',
  'NaN',
  'null',
  'undefined',
  '1e999',
  'L1; DROP TABLE',
];
/** What was sent may come back. */
const allows = /undefined|\bNaN\b|snap\\*\|!\\*\|INTERNAL/g;

/** The types that a parameter takes, by its schema. */
function typesOf(schema) {
  const one = schema.anyOf ?? schema.oneOf ?? [schema];
  return new Set(
    one
      .flatMap(({ type, enum: choices }) => (type === undefined && choices !== undefined ? ['string'] : [type].flat()))
      .flatMap((type) => (type === 'number' ? ['number', 'integer'] : [type])),
  );
}

/** What the tool needs beside the parameter that is tried. */
const needed = ({ required = [] }, name) => Object.fromEntries(required.filter((one) => one !== name).map((one) => [one, 'a word']));

function parameterCases({ name: tool, inputSchema }) {
  const properties = Object.entries(inputSchema.properties ?? {});
  return properties.map(([parameter, schema]) => {
    const types = typesOf(schema);
    const others = needed(inputSchema, parameter);
    const calls = [
      ...all,
      ...(types.has('string') || types.has('array')
        ? textsThatHurt.map((value) => ({ type: 'text', value: types.has('string') ? value : [value] }))
        : []),
    ];
    const kindOf = ({ type, value }) =>
      type === 'text' || types.has(type) || (types.has('integer') && Number.isInteger(value)) ? 'any' : 'refused';
    const kinds = Object.fromEntries(calls.map((one, i) => [i + 1, kindOf(one)]));
    return talk(
      `${tool}, ${parameter}`,
      calls.map(({ value }, i) => call(i + 1, tool, { ...others, [parameter]: value })),
      kinds,
      { allows },
    );
  });
}

const wholeCases = ({ name: tool, inputSchema }) => [
  talk(
    `${tool}, an unknown parameter`,
    [call(1, tool, { ...needed(inputSchema), nosuch: 1 }), call(2, tool, { ...needed(inputSchema), ['\u001b[2J\u202e']: 1 })],
    { 1: 'refused', 2: 'refused' },
  ),
  talk(
    `${tool}, everything null`,
    [call(1, tool, Object.fromEntries(Object.keys(inputSchema.properties ?? {}).map((name) => [name, null])))],
    { 1: 'any' },
  ),
];

export const wireTools = () => [...tools.flatMap(parameterCases), ...tools.flatMap(wholeCases)];
