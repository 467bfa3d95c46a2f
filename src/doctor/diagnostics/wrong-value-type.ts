import { type About, defineDiagnostic, type Fix, type Severity, atMost, entrySeverity, type EntryFacts } from '../diagnostic.ts';
import { isList, type Node, type Value } from '../../formats/index.ts';
import { ownEntries, fieldOf, mayFix, setServerFields, valuesOf, envMembers, urlKeys } from '../judging/entries/fields.ts';
import { replaceValues } from '../edit.ts';

/** A number instead of text, or text instead of a list. Some clients accept it, others ignore the entry or the file. */
export default defineDiagnostic({
  id: 'wrong-value-type',
  severity: 'error',
  summary: 'A field holds a different kind of value than the assistant reads there.',
  restsOn: ['entry'],
  *detect(setup) {
    for (const target of ownEntries(setup)) {
      for (const about of [...env(target), ...args(target), ...headers(target), ...scalars(target), ...maps(target)])
        yield { entry: target, ...about };
    }
  },
});

function severityOf(target: EntryFacts): Severity {
  const { strict } = target.file.reading.entry;
  if (strict === 'file') return 'error';
  return atMost(entrySeverity(target, 'error'), strict === 'entry' ? 'error' : 'warning');
}

/** The effect, as far as it is known. */
function cost(target: EntryFacts): string {
  switch (target.file.reading.entry.strict) {
    case 'file':
      return ` ${target.client.name} then refuses the whole file.`;
    case 'entry':
      return ` ${target.client.name} then ignores the entry.`;
    case undefined:
      return '';
    default:
      return target.file.reading.entry.strict satisfies never;
  }
}

function* env(target: EntryFacts): Generator<About> {
  const { entry: form } = target.file.reading;
  const field = fieldOf(target, form.stdio.env);
  if (field?.value.kind === 'list') {
    yield {
      severity: severityOf(target),
      span: field.value,
      detail: 'env',
      message: `"${field.key}" of "${target.entry.name}" is a list; it has to be a map of names and values.${cost(target)}`,
      hint: `Write "${field.key}": { "NAME": "value" }.`,
    };
  }
  for (const { key, value } of envMembers(target)) {
    if (value.kind === 'scalar' && typeof value.value === 'string') continue;
    const kind = value.kind === 'scalar' ? (value.value === null ? 'null' : typeof value.value) : value.kind;
    if ((kind === 'number' || kind === 'null') && (form.envTakes?.includes(kind) ?? false)) continue;
    // An empty value of YAML is null; every client that reads YAML ignores it.
    if (kind === 'null' && target.file.reading.format === 'yaml') continue;
    const fix = value.kind === 'scalar' && value.value !== null ? asText(target, value) : undefined;
    yield {
      severity: severityOf(target),
      span: value,
      detail: `env ${key}`,
      message: `The variable ${key} of "${target.entry.name}" is ${words[kind]}; variables have to be text.${cost(target)}`,
      hint: 'Put it in quotes.',
      fix,
    };
  }
}

const words: Readonly<Record<string, string>> = {
  number: 'a number',
  boolean: 'true or false without quotes',
  null: 'null',
  map: 'a map',
  list: 'a list',
};

/** The number stays as it is written: 1.0 becomes "1.0". It is not shown, because it may be a secret. */
function asText({ file }: EntryFacts, node: Node & { readonly kind: 'scalar' }): Fix | undefined {
  const spelling = file.text?.slice(node.start, node.end);
  if (spelling === undefined || !mayFix({ file })) return undefined;
  return {
    kind: 'safe',
    says: `put ${typeof node.value === 'boolean' ? spelling : 'the number'} in quotes`,
    edit: replaceValues(file, [{ node, value: spelling }]),
  };
}

function* args(target: EntryFacts): Generator<About> {
  const field = fieldOf(target, 'args');
  if (field === undefined || target.file.reading.entry.stdio.commandIs === 'list') return;
  const { value } = field;
  if (value.kind === 'scalar' && typeof value.value === 'string') {
    const text = value.value.trim();
    const parts = text === '' ? [] : text.split(/\s+/);
    const isCertain = parts.length <= 1;
    // Quotes and backslashes mean different things in different shells.
    const canSplit = !/["'`\\]/.test(text);
    yield {
      severity: severityOf(target),
      span: value,
      detail: 'args',
      message: `"args" of "${target.entry.name}" is one text; it has to be a list with one text for each argument.${cost(target)}`,
      hint: 'Write "args": ["first", "second", …].',
      fix:
        canSplit && mayFix(target)
          ? {
              kind: isCertain ? 'safe' : 'confirm',
              says: isCertain ? 'write it as a list' : 'write it as a list, split at the spaces',
              edit: setServerFields(target, new Map<string, Value>([['args', parts]])),
            }
          : undefined,
    };
  }
  if (value.kind !== 'list') return;
  for (const [index, item] of value.items.entries()) {
    if (item.kind === 'scalar' && typeof item.value === 'string') continue;
    const kind = item.kind === 'scalar' ? (item.value === null ? 'null' : typeof item.value) : item.kind;
    const fix = item.kind === 'scalar' && item.value !== null ? asText(target, item) : undefined;
    yield {
      severity: severityOf(target),
      span: item,
      detail: `args ${index}`,
      message: `Argument ${index + 1} of "${target.entry.name}" is ${words[kind]}; arguments have to be text.${cost(target)}`,
      hint: 'Put it in quotes.',
      fix,
    };
  }
}

function* headers(target: EntryFacts): Generator<About> {
  const { http, sse } = target.file.reading.entry;
  const key = (http ?? sse)?.headers;
  const field = key === undefined ? undefined : fieldOf(target, key);
  if (key === undefined || field?.value.kind !== 'list') return;
  const map = asHeaders(valuesOf(target.entry.value).get(key));
  yield {
    severity: severityOf(target),
    span: field.value,
    detail: 'headers',
    message: `"${key}" of "${target.entry.name}" is a list; it has to be a map of names and values.${cost(target)}`,
    hint: `Write "${key}": { "Name": "value" }.`,
    fix:
      map !== undefined && mayFix(target)
        ? { kind: 'confirm', says: `write "${key}" as a map`, edit: setServerFields(target, new Map([[key, map]])) }
        : undefined,
  };
}

/** `["Name: value"]`, `[{ name, value }]`, `[{ Name: value }]`. */
function asHeaders(list: Value | undefined): ReadonlyMap<string, string> | undefined {
  if (!isList(list)) return undefined;
  const map = new Map<string, string>();
  for (const item of list) {
    const pair = typeof item === 'string' ? /^([\w-]+)\s*[:=]\s*(.*)$/s.exec(item)?.slice(1) : fromMap(valuesOf(item));
    const [name, value] = pair ?? [];
    if (name === undefined || value === undefined || map.has(name)) return undefined;
    map.set(name, value);
  }
  return map.size === 0 ? undefined : map;
}

function fromMap(item: ReadonlyMap<string, Value>): readonly string[] | undefined {
  const name = item.get('name') ?? item.get('key');
  const value = item.get('value');
  if (typeof name === 'string' && typeof value === 'string') return [name, value];
  const [only] = [...item];
  return item.size === 1 && only !== undefined && typeof only[1] === 'string' ? [only[0], only[1]] : undefined;
}

/** A command or an address that is not text. */
function* scalars(target: EntryFacts): Generator<About> {
  const { stdio } = target.file.reading.entry;
  for (const key of [stdio.command, ...urlKeys(target)]) {
    const field = fieldOf(target, key);
    if (field?.value.kind !== 'scalar' || typeof field.value.value === 'string' || field.value.value === null) continue;
    yield {
      severity: entrySeverity(target, 'error'),
      span: field.value,
      detail: key,
      message: `"${key}" of "${target.entry.name}" is ${words[typeof field.value.value] ?? 'not text'}; ${target.client.name} reads text there.`,
      hint: key === stdio.command ? 'Write the name or the path of the program.' : 'Write the address, in quotes.',
    };
  }
}

/** A field that holds a map in this client's entries, and in no other's. */
function* maps(target: EntryFacts): Generator<About> {
  for (const key of target.file.reading.entry.maps ?? []) {
    const field = fieldOf(target, key);
    if (field === undefined || field.value.kind === 'map') continue;
    yield {
      severity: entrySeverity(target, 'error'),
      span: field.value,
      detail: key,
      message: `"${key}" of "${target.entry.name}" has to be a map here; ${target.client.name} then ignores the entry.`,
      hint:
        key === 'timeout' ? 'Write "timeout": { "startup": …, "request": … }, in milliseconds.' : `Write "${key}": { … }, or remove it.`,
    };
  }
}
