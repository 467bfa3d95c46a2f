import { isRecord, jsonIn } from '../system/index.ts';

/** The variables that a file of a client sets: lines as in `.env`, or the `env` of a JSON file. A file that does not parse sets none. */
export function* variablesOf(text: string, as: 'lines' | 'env'): Generator<readonly [name: string, value: string]> {
  if (as === 'env') {
    const value = jsonIn(text);
    const env = isRecord(value) ? value['env'] : undefined;
    if (!isRecord(env)) return;
    for (const [name, item] of Object.entries(env)) if (typeof item === 'string') yield [name, item];
    return;
  }
  for (const line of text.split(/\r?\n/)) {
    const [, name, value] = /^\s*(?:export\s+)?([\w.-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) yield [name, value.replace(/^(["'])(.*)\1$/s, '$2')];
  }
}
