import type { Value } from '../formats/index.ts';

export type ParsedData = { readonly kind: 'value'; readonly value: unknown } | { readonly kind: 'problem'; readonly message: string };

/** A settings file as data: JSON with comments and trailing commas in `.json` and `.jsonc`, else YAML. No value of it is in the message. */
export async function parseData(path: string, text: string): Promise<ParsedData> {
  const content = text.replace(/^\uFEFF/, '');
  if (!path.endsWith('.yaml')) {
    try {
      return { kind: 'value', value: JSON.parse(content) };
    } catch {
      // It has comments, or a mistake: the reader below reports which, and where.
    }
  }
  const { loadFormat, toValue } = await import('../formats/index.ts');
  const format = await loadFormat(path.endsWith('.yaml') ? 'yaml' : 'json');
  const parsed = format.parse(content, 'comments-and-commas');
  if (parsed.kind === 'problem') {
    const { line, column, message } = parsed.problem;
    return { kind: 'problem', message: `not read, because of line ${line}, column ${column}: ${message}. Correct that.` };
  }
  return { kind: 'value', value: parsed.root === undefined ? {} : plainValue(toValue(parsed.root)) };
}

/** Maps as objects, for the check that follows. */
function plainValue(value: Value): unknown {
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [key, plainValue(item)]));
  return Array.isArray(value) ? value.map((item: Value) => plainValue(item)) : value;
}
