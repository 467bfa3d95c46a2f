import { isRecord } from '../../src/system/index.ts';

/** An input of a tool with the text at one place, and the name of that place. */
export interface InputWithText {
  readonly at: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/**
 * For each place in a schema that takes a text, however deep, an input with that text there and otherwise only what is required. Also where one of a few
 * words is expected: what is refused is repeated in an error.
 */
export function inputsWith(schema: unknown, text: string): readonly InputWithText[] {
  return filled(schema, text).flatMap(({ at, value }) => (isRecord(value) ? [{ at, input: value }] : []));
}

interface Filled {
  readonly at: string;
  readonly value: unknown;
}

function filled(schema: unknown, text: string): readonly Filled[] {
  if (!isRecord(schema)) return [];
  const branches = branchesOf(schema);
  if (branches.length > 0) return branches.flatMap((branch) => filled(branch, text));
  if (Array.isArray(schema['enum']) || 'const' in schema || schema['type'] === 'string') return [{ at: '', value: text }];
  if (schema['type'] === 'array') return filled(schema['items'], text).map(({ at, value }) => ({ at: `[]${at}`, value: [value] }));
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const sample = sampleOf(schema);
  return Object.entries(properties).flatMap(([name, property]) =>
    filled(property, text).map(({ at, value }) => ({ at: `.${name}${at}`, value: { ...(isRecord(sample) ? sample : {}), [name]: value } })),
  );
}

/** The smallest valid value, as far as a schema says. */
function sampleOf(schema: unknown): unknown {
  if (!isRecord(schema)) return undefined;
  if ('const' in schema) return schema['const'];
  if ('default' in schema) return schema['default'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const [branch] = branchesOf(schema);
  if (branch !== undefined) return sampleOf(branch);
  if (schema['type'] === 'object') {
    const properties = isRecord(schema['properties']) ? schema['properties'] : {};
    const required = Array.isArray(schema['required']) ? schema['required'] : [];
    return Object.fromEntries(required.map((name: unknown) => [String(name), sampleOf(properties[String(name)])]));
  }
  if (schema['type'] === 'array') return [sampleOf(schema['items'])];
  if (schema['type'] === 'boolean') return true;
  return schema['type'] === 'string' ? 'a.ts' : 1;
}

function branchesOf(schema: Readonly<Record<string, unknown>>): readonly unknown[] {
  for (const key of ['anyOf', 'oneOf', 'allOf']) if (Array.isArray(schema[key])) return schema[key];
  return [];
}
