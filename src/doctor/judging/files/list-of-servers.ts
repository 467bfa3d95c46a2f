import { applySplices, entriesOf, findContainer, findMember, type Node, type Splice } from '../../../formats/index.ts';
import { positionAt } from '../../../text/index.ts';
import type { Fix } from '../../diagnostic.ts';
import { mayFix } from '../entries/fields.ts';
import type { FileFacts } from '../../setup.ts';

/** The names of the servers of a list or a map, in order; an item without a name has `undefined`. */
export function namesIn(node: Node | undefined): readonly (string | undefined)[] {
  if (node?.kind === 'map') return node.members.map(({ key }) => key);
  if (node?.kind !== 'list') return [];
  return node.items.map((item) => {
    const name = findMember(item, 'name')?.value;
    return name?.kind === 'scalar' && typeof name.value === 'string' && name.value !== '' ? name.value : undefined;
  });
}

/** How the servers are to be written, by the example of the first one that has a name. */
export function shapeExample({ reading }: Pick<FileFacts, 'reading'>, names: readonly (string | undefined)[]): string {
  const [{ kind, path }] = reading.layouts;
  const key = path.join('.');
  const name = names.find((one) => one !== undefined) ?? '<name>';
  if (reading.format === 'toml') {
    const [table, item] = [`[${key}.${name === '<name>' ? name : bare(name)}]`, `[[${key}]] with a line name = ${JSON.stringify(name)}`];
    return kind === 'list' ? `${item} instead of ${table}` : `${table} instead of [[${key}]]`;
  }
  if (kind === 'map')
    return reading.format === 'yaml' ? `"${key}" as a map: "${name}:", with its fields below` : `"${key}": { "${name}": { … } }`;
  return reading.format === 'yaml'
    ? `"${key}" as a list: "- name: ${name}", with its other fields below`
    : `"${key}": [{ "name": "${name}", … }]`;
}

/** Makes a list of a map, or a map of a list; only where each server has a name of its own and keeps its lines. */
export function reshaped(file: FileFacts, node: Node | undefined): Fix | undefined {
  const { format, path, reading, text } = file;
  const [at] = reading.layouts;
  if (reading.format === 'toml') return at.kind === 'map' && node?.kind === 'list' ? tablesFromList(file) : undefined;
  if (text === undefined || format === undefined || node === undefined || !mayFix({ file })) return undefined;
  const splices = reading.format === 'yaml' ? yamlSplices(text, node) : jsonSplices(text, node);
  if (splices === undefined) return undefined;
  const parsed = format.parse(applySplices(text, splices), reading.tolerance);
  const container = parsed.kind === 'tree' ? findContainer(parsed.root, at) : undefined;
  if (container?.kind !== at.kind || new Set(entriesOf(container, at).map(({ name }) => name)).size < children(node).length)
    return undefined;
  return {
    kind: 'confirm',
    says: `make ${at.kind === 'list' ? 'a list' : 'a map'} of "${at.path.join('.')}"`,
    edit: { kind: 'splices', path, splices },
  };
}

function children(node: Node): readonly unknown[] {
  return node.kind === 'list' ? node.items : node.kind === 'map' ? node.members : [];
}

/** `docs:` becomes `- name: docs`, or the other way round: the fields below are at the same column in both. */
function yamlSplices(text: string, node: Node): readonly Splice[] | undefined {
  const column = (offset: number): number => positionAt(text, offset).column;
  const isBelow = (offset: number, from: number, at: number): boolean => /[\r\n]/.test(text.slice(from, offset)) && column(offset) === at;
  const splices: Splice[] = [];
  if (node.kind === 'map')
    for (const { keySpan, value } of node.members) {
      const isBlock = value.kind === 'map' && isBelow(value.start, keySpan.end, column(keySpan.start) + 2);
      if (!isBlock || findMember(value, 'name') !== undefined || text[keySpan.end] !== ':') return undefined;
      const name = text.slice(keySpan.start, keySpan.end);
      splices.push({ start: keySpan.start, end: keySpan.end + 1, text: `- name: ${name}` });
    }
  if (node.kind === 'list')
    for (const item of node.items) {
      const [name, next] = item.kind === 'map' ? item.members : [];
      const isBlock = name?.key === 'name' && next !== undefined && isBelow(next.start, name.value.end, column(name.start));
      if (!isBlock || text.slice(name.start - 2, name.start) !== '- ' || name.value.kind !== 'scalar') return undefined;
      splices.push({ start: name.start - 2, end: name.value.end, text: `${text.slice(name.value.start, name.value.end)}:` });
    }
  return splices;
}

function jsonSplices(text: string, node: Node): readonly Splice[] | undefined {
  if (node.kind !== 'list') return undefined;
  const splices: Splice[] = [
    { start: node.start, end: node.start + 1, text: '{' },
    { start: node.end - 1, end: node.end, text: '}' },
  ];
  for (const item of node.items) {
    const [name, next] = item.kind === 'map' ? item.members : [];
    if (name?.key !== 'name' || next === undefined || typeof (name.value.kind === 'scalar' && name.value.value) !== 'string')
      return undefined;
    splices.push({ start: item.start, end: item.start, text: `${text.slice(name.value.start, name.value.end)}: ` });
    splices.push({ start: name.start, end: next.start, text: '' });
  }
  return splices;
}

/** Makes tables of `[[mcp_servers]]` in TOML. Only when every one has a name of its own, and nothing else has to move. */
function tablesFromList(file: FileFacts): Fix | undefined {
  const { path, reading, text } = file;
  const [at] = reading.layouts;
  const key = at.path.join('.');
  if (reading.format !== 'toml' || at.kind !== 'map' || text === undefined || !mayFix({ file })) return undefined;
  const header = new RegExp(String.raw`^[ \t]*\[\[[ \t]*${key}[ \t]*\]\][^\n]*\n?`, 'gm');
  const splices: { readonly start: number; readonly end: number; readonly text: string }[] = [];
  const names = new Set<string>();
  for (const found of text.matchAll(header)) {
    const start = found.index + found[0].length;
    const next = /^[ \t]*\[/m.exec(text.slice(start));
    const end = next === null ? text.length : start + next.index;
    const name = /^[ \t]*name[ \t]*=[ \t]*"([^"\\\n]+)"[ \t]*(?:\r?\n|$)/m.exec(text.slice(start, end));
    if (name?.[1] === undefined || names.has(name[1])) return undefined;
    names.add(name[1]);
    splices.push({ start: found.index, end: start, text: found[0].replace(/\[\[[^\]]*\]\]/, `[${key}.${bare(name[1])}]`) });
    splices.push({ start: start + name.index, end: start + name.index + name[0].length, text: '' });
  }
  // A table below an item belongs to the item above it, which a name would have to say.
  if (names.size === 0 || new RegExp(String.raw`^[ \t]*\[[ \t]*${key}\.`, 'm').test(text)) return undefined;
  return {
    kind: 'confirm',
    says: `make ${[...names].map((name) => `[${key}.${bare(name)}]`).join(', ')} of the list`,
    edit: { kind: 'splices', path, splices },
  };
}

/** A key as TOML takes it without quotes, else with them. */
function bare(name: string): string {
  return /^[\w-]+$/.test(name) ? name : JSON.stringify(name);
}
