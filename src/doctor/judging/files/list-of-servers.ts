import { findMember, type Node } from '../../../formats/index.ts';
import type { Fix } from '../../diagnostic.ts';
import { mayFix } from '../entries/fields.ts';
import type { FileFacts } from '../../setup.ts';

/** The names of the servers of a list, in order; an item without a name has `undefined`. */
export function namesInList(node: Node | undefined): readonly (string | undefined)[] {
  if (node?.kind !== 'list') return [];
  return node.items.map((item) => {
    const name = findMember(item, 'name')?.value;
    return name?.kind === 'scalar' && typeof name.value === 'string' && name.value !== '' ? name.value : undefined;
  });
}

/** How the first of them is written as a table (TOML) or as a member of a map. */
export function mapExample({ reading }: Pick<FileFacts, 'reading'>, names: readonly (string | undefined)[]): string {
  const key = reading.layouts[0].path.join('.');
  const name = names.find((one) => one !== undefined);
  if (reading.format === 'toml') return `[${key}.${name === undefined ? '<name>' : bare(name)}] instead of [[${key}]]`;
  return `"${key}": { "${name ?? '<name>'}": { … } }`;
}

/** How a map of tables is written as a list. */
export function listExample({ reading }: Pick<FileFacts, 'reading'>): string {
  const key = reading.layouts[0].path.join('.');
  return reading.format === 'toml'
    ? `[[${key}]] with a line name = "…" in each, instead of [${key}.<name>]`
    : `"${key}" as a list, with a "name" in each entry`;
}

/** Makes tables of `[[mcp_servers]]` in TOML. Only when every one has a name of its own, and nothing else has to move. */
export function tablesFromList(file: FileFacts): Fix | undefined {
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
