import { createRequire } from 'node:module';
import { parseTree, type Node as JsonNode, type ParseError } from 'jsonc-parser';
import { parse as parseToml, TomlDate } from 'smol-toml';
import { parseDocument } from 'yaml';
import type { FormatName } from '../../src/formats/edit/format.ts';

/** A value as a parser that is not ours has it. Maps compare without order; numbers are told apart from texts, nothing is rounded. */
export type Judged = Map<string, Judged> | Judged[] | string;

/** What the judge for this format reads. Several judge one format where clients have several parsers; each is asked by its name. */
export interface Judge {
  readonly name: string;
  /** Throws what it cannot read. */
  read(text: string): Judged | undefined;
}

/** Parsers of the bench's own package, which is not there when this file is bundled. */
declare const SNAP_BENCH_PACKAGE: string;
const require = createRequire(SNAP_BENCH_PACKAGE);
const JSON5: { parse(text: string): unknown } = require('json5');
const jsYaml: JsYaml = require('js-yaml');

interface JsYaml {
  load(text: string, options: object): unknown;
  readonly CORE_SCHEMA: { extend(types: readonly object[]): object };
  readonly Type: new (tag: string, options: object) => object;
}

const isBlank = (text: string): boolean => text.trim() === '';

const strictJson: Judge = { name: 'JSON.parse', read: (text) => (isBlank(text) ? undefined : judged(JSON.parse(text))) };
const json5: Judge = {
  name: 'json5',
  read: (text) => (isBlank(withoutComments(text)) ? undefined : quietly(() => judged(JSON5.parse(text)))),
};
const jsonc: Judge = {
  name: 'jsonc-parser',
  read(text) {
    const errors: ParseError[] = [];
    const root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
    if (errors.length > 0) throw new Error(JSON.stringify(errors));
    return root && ofJsonNode(root);
  },
};

// A tag of the person's own is passed over, as a client that does not know it would.
const anyTag = (kind: string) => new jsYaml.Type('!', { kind, multi: true, construct: (data: unknown) => data });
const schema = jsYaml.CORE_SCHEMA.extend(['scalar', 'sequence', 'mapping'].map(anyTag));
const js: Judge = { name: 'js-yaml', read: (text) => judged(jsYaml.load(text, { schema, json: true })) };
const yaml: Judge = {
  name: 'yaml',
  read(text) {
    // The library takes a lone CR for no line break; YAML 1.2 does.
    const document = parseDocument(text.replace(/\r(?!\n)/g, '\n'), { uniqueKeys: false, logLevel: 'error' });
    if (document.errors[0] !== undefined) throw document.errors[0];
    return judged(document.toJS({ mapAsMap: true, maxAliasCount: -1 }));
  },
};

const toml: Judge = { name: 'smol-toml', read: (text) => judged(parseToml(text, { integersAsBigInt: true })) };

export const judges: { readonly [F in FormatName]: readonly Judge[] } = {
  json: [strictJson, json5, jsonc],
  yaml: [js, yaml],
  toml: [toml],
};

export function judged(value: unknown): Judged | undefined {
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value.map((item) => judged(item) ?? 'undefined');
  if (value instanceof Map) return new Map([...value].map(([key, item]) => [String(key), judged(item) ?? 'undefined']));
  if (value instanceof TomlDate) return `date ${value.toISOString()}`;
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, item]) => [key, judged(item) ?? 'undefined']));
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  // A TOML integer; one we asked for is a number, and they are the same.
  if (typeof value === 'bigint') return String(value);
  return JSON.stringify(value);
}

function ofJsonNode(node: JsonNode): Judged {
  if (node.type === 'array') return (node.children ?? []).map((item) => ofJsonNode(item));
  if (node.type !== 'object') return judged(node.value) ?? 'undefined';
  const members = (node.children ?? []).map(({ children: [key, value] = [] }): [string, Judged] => [
    String(key?.value),
    value === undefined ? 'undefined' : ofJsonNode(value),
  ]);
  return new Map(members);
}

/** json5 warns of every U+2028 in a string. */
function quietly<T>(work: () => T): T {
  const { warn } = console;
  console.warn = () => {};
  try {
    return work();
  } finally {
    console.warn = warn;
  }
}

function withoutComments(text: string): string {
  return text.replace(/\/\/[^\r\n]*|\/\*[^]*?\*\//g, '');
}

export function same(a: Judged | undefined, b: Judged | undefined): boolean {
  if (a instanceof Map) return b instanceof Map && a.size === b.size && [...a].every(([key, value]) => same(value, b.get(key)));
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => same(item, b[i]));
  return a === b;
}
