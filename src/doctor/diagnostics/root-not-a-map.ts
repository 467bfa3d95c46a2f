import { defineDiagnostic, type Fix, type FileFacts } from '../diagnostic.ts';
import { mayFix } from '../judging/entries/fields.ts';
import { brokenFileEffects } from '../judging/wording.ts';
import { capitalize } from '../../system/index.ts';
import { isForeign, readersByPath, type Readers } from '../judging/files/file-readers.ts';
import { foreignMember } from '../../clients/index.ts';
import { type Node, applySplices, entriesOf, findContainer, findMember, type Splice } from '../../formats/index.ts';
import { positionAt } from '../../text/index.ts';

export default defineDiagnostic({
  id: 'root-not-a-map',
  severity: 'error',
  summary: 'The file, or the part of it for servers, is not a map of named entries.',
  *detect({ files }) {
    for (const group of readersByPath(files)) {
      const readers = havingWrongShape(group);
      if (readers === undefined) continue;
      for (const file of readers) {
        const place = misshapen(file);
        // An empty value: no server is lost, but a program that expects a map may fail.
        const isNothing = place !== undefined && holdsNothing(place);
        const isFixable = isNothing && mayFix({ file }) && file.reading.format === 'json' && mayBeMap(file);
        yield {
          file,
          span: place,
          severity: isForeign(file) ? 'info' : isNothing ? 'warning' : 'error',
          message: `${capitalize(file.error?.message ?? 'this is not a map of servers')}. ${isNothing ? 'No server is lost, but some programs fail on such a file.' : brokenFileEffects([file])}`,
          hint: isNothing ? 'Write {} there, or remove it.' : howToWrite(file, place),
          fix: isFixable && place !== undefined ? emptyMap(file, place) : reshaped(file, place),
        };
      }
    }
  },
});

function havingWrongShape(group: Readers): Readers | undefined {
  const [first, ...others] = group.filter(
    ({ state, root, reading }) =>
      root !== undefined && (state === 'unparsable' || (state === 'wrong-key' && foreignMember(root, reading) === undefined)),
  );
  return first === undefined ? undefined : [first, ...others];
}

/** The root, or the value on the path to the servers, that is not a map. */
function misshapen({ root, reading }: FileFacts): Node | undefined {
  if (root === undefined || root.kind !== 'map') return root;
  for (const at of reading.layouts) {
    let node: Node | undefined = root;
    for (const [depth, key] of at.path.entries()) {
      node = node.kind === 'map' ? node.members.findLast((member) => member.key === key)?.value : undefined;
      if (node === undefined) break;
      if (node.kind !== (depth === at.path.length - 1 ? at.kind : 'map')) return node;
    }
  }
  return undefined;
}

function holdsNothing(node: Node): boolean {
  if (node.kind === 'scalar') return node.value === null || node.value === '';
  return (node.kind === 'list' ? node.items : node.members).length === 0;
}

function mayBeMap({ reading, root }: FileFacts): boolean {
  return root?.kind !== 'map' || reading.layouts[0].kind === 'map';
}

function emptyMap({ path }: FileFacts, { start, end }: Node): Fix {
  return { kind: 'confirm', says: 'write {} there', edit: { kind: 'splices', path, splices: [{ start, end, text: '{}' }] } };
}

/** What is wanted, not what is there. */
function howToWrite(file: FileFacts, place: Node | undefined): string {
  const isRoot = file.root !== undefined && file.root.kind !== 'map';
  return `Write ${isRoot ? 'a map with ' : ''}${shapeExample(file, namesIn(place))}.`;
}

/** The names of the servers of a list or a map, in order; an item without a name has `undefined`. */
function namesIn(node: Node | undefined): readonly (string | undefined)[] {
  if (node?.kind === 'map') return node.members.map(({ key }) => key);
  if (node?.kind !== 'list') return [];
  return node.items.map((item) => {
    const name = findMember(item, 'name')?.value;
    return name?.kind === 'scalar' && typeof name.value === 'string' && name.value !== '' ? name.value : undefined;
  });
}

/** How the servers are to be written, by the example of the first one that has a name. */
function shapeExample({ reading }: Pick<FileFacts, 'reading'>, names: readonly (string | undefined)[]): string {
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
function reshaped(file: FileFacts, node: Node | undefined): Fix | undefined {
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
