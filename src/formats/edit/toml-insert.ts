import type { Value, ValueMap } from '../syntax/node.ts';
import type { TomlArray, TomlInlineTable } from '../syntax/toml-scan.ts';
import type { TomlPath, TomlSection } from '../syntax/toml.ts';
import type { ServersAt, Splice } from './format.ts';
import { isSamePath, isWithin, namesOf, type Holder, type Layout, type PlacedPair } from './toml-layout.ts';
import { firstLineBreak } from '../text-lines.ts';
import { indentAt, renderKeys, renderPair, renderValue, startOfCommentsAbove, styleOf, type TomlStyle } from './toml-style.ts';

type Braces = Holder & { readonly kind: 'inline' };

/** What is put into a text to add an entry that is not there yet: always one insertion. */
export function newEntry(text: string, layout: Layout, at: ServersAt, name: string, fields: ValueMap): Splice {
  const style = styleOf(text, layout, at.path);
  return at.kind === 'list' ? newItem(text, layout, at.path, name, fields, style) : newMember(text, layout, at.path, name, fields, style);
}

/** What is put into a text to add a field to the table at `path`, which is there in one form or another. */
export function newField(text: string, layout: Layout, container: TomlPath, path: TomlPath, key: string, value: Value): Splice {
  const style = styleOf(text, layout, container, path);
  const holder = layout.holders.find((candidate) => isSamePath(candidate.path, path));
  if (holder?.kind === 'inline') return intoBraces(text, holder.table, renderPair([key], value, onOneLine(style)));
  if (holder?.kind === 'section') return intoSection(text, holder.section, key, value, style);
  const dotted = layout.pairs.findLast((placed) => isWithin(placed.path, path) && !isWithin(placed.holder.path, path));
  if (dotted !== undefined) return nextToPair(text, dotted, path, key, value, style);
  return aboveSubTables(text, layout, path, key, value, style);
}

function newMember(text: string, layout: Layout, path: readonly string[], name: string, fields: ValueMap, style: TomlStyle): Splice {
  const braces = bracesAround(layout, path);
  if (braces) return intoBraces(text, braces.table, renderPair([...path.slice(braces.path.length), name], fields, onOneLine(style)));
  const sibling = lastPairOutsideTables(layout, path);
  if (sibling === undefined) return newTable(text, layout, path, tableLines([...path, name], fields, style, '[]'), style);
  const keys = [...path, name].slice(sibling.holder.path.length);
  const isDotted = sibling.path.length > path.length + 1 && fields.size > 0;
  const lines = isDotted ? [...fields].map(([key, value]) => renderPair([...keys, key], value, style)) : [renderPair(keys, fields, style)];
  return afterStatement(text, sibling, lines, style);
}

/** The last part of an entry, if it is written without a table of its own (`foo = { … }`, `foo.command = …`). */
function lastPairOutsideTables(layout: Layout, container: TomlPath): PlacedPair | undefined {
  const pair = layout.pairs.findLast(
    ({ statement, path }) => statement && isWithin(path, container) && isEntryPart(path, container, statement.value.kind),
  );
  const header = layout.statements.findLast(
    ({ kind, path }) => kind === 'header' && isWithin(path, container) && path.length > container.length,
  );
  if (pair === undefined || pair.holder.path.length > container.length) return undefined;
  return header !== undefined && header.start > pair.pair.start ? undefined : pair;
}

/** Whether a pair below the container is (a part of) an entry, and not a value beside the entries. */
function isEntryPart(path: TomlPath, container: TomlPath, kind: string): boolean {
  return path.length > container.length + 1 || (path.length === container.length + 1 && kind === 'inline');
}

function newItem(text: string, layout: Layout, path: readonly string[], name: string, fields: ValueMap, style: TomlStyle): Splice {
  const item = new Map<string, Value>([['name', name], ...fields]).set('name', name);
  const list = layout.arrays.find((placed) => isSamePath(placed.path, path));
  if (list) return intoArray(text, list.array, renderValue(item, style));
  const braces = bracesAround(layout, path);
  if (braces) return intoBraces(text, braces.table, renderPair(path.slice(braces.path.length), [item], onOneLine(style)));
  return newTable(text, layout, path, tableLines(path, item, style, '[[]]'), style);
}

/** The innermost braces that the container is, or is in. */
function bracesAround(layout: Layout, path: TomlPath): Braces | undefined {
  return layout.holders.filter((holder) => holder.kind === 'inline').findLast((holder) => isWithin(path, holder.path));
}

function onOneLine(style: TomlStyle): TomlStyle {
  return { ...style, listOf: () => undefined };
}

function tableLines(path: readonly string[], fields: ValueMap, style: TomlStyle, brackets: '[]' | '[[]]'): readonly string[] {
  const half = brackets.length / 2;
  const pairs: string[] = [];
  const subTables: string[] = [];
  for (const [key, value] of fields) {
    if (!goesBelow(value, style)) pairs.push(style.indent + renderPair([key], value, style));
    else subTables.push(...(style.blankBeforeSubTable ? [''] : []), ...subTableLines([...path, key], value, style));
  }
  return [`${style.headerIndent}${brackets.slice(0, half)}${renderKeys(path)}${brackets.slice(half)}`, ...pairs, ...subTables];
}

function subTableLines(path: readonly string[], fields: ValueMap, style: TomlStyle): readonly string[] {
  return tableLines(path, fields, { ...style, headerIndent: style.subHeaderIndent, subTables: false }, '[]');
}

/** Whether a map becomes a table of its own below the entry's. */
function goesBelow(value: Value, style: TomlStyle): value is ValueMap {
  return style.subTables && value instanceof Map && value.size > 0;
}

/**
 * A table of its own, after the last table of the container, or at the end. It is after a whole section, never inside one:
 * what follows a header belongs to it, and TOML has no way back.
 */
function newTable(text: string, layout: Layout, path: TomlPath, lines: readonly string[], style: TomlStyle): Splice {
  const section = layout.holders.findLast(
    (holder) =>
      holder.kind === 'section' &&
      (isWithin(holder.path, path) || holder.section.statements.some((statement) => isWithin(statement.path, path))),
  );
  if (section?.kind !== 'section') return insertLines(text, text.length, [...(text === '' ? [] : ['']), ...lines], style.eol);
  return afterSection(text, section.section, lines, style.blankBeforeEntry, style);
}

function afterSection(text: string, section: TomlSection, lines: readonly string[], blank: boolean, style: TomlStyle): Splice {
  const end = endOfSection(section);
  const offset = afterComments(text, end);
  // Without a blank line the comments that end the section would seem to be about the new table.
  return insertLines(text, offset, [...(blank || offset > end ? [''] : []), ...lines], style.eol);
}

function endOfSection(section: TomlSection): number {
  return (section.statements.at(-1) ?? section.header)?.line.end ?? 0;
}

/** After the comments directly below a line, unless they are directly above a statement, which they then belong to. */
function afterComments(text: string, offset: number): number {
  const comments = /^(?:[ \t]*#[^\n]*(?:\n|$))*/.exec(text.slice(offset))?.[0] ?? '';
  const next = /^[^\n]*/.exec(text.slice(offset + comments.length))?.[0] ?? '';
  return next.trim() === '' ? offset + comments.length : offset;
}

function intoSection(text: string, section: TomlSection, key: string, value: Value, style: TomlStyle): Splice {
  if (goesBelow(value, style)) {
    return afterSection(text, section, subTableLines([...namesOf(section.path), key], value, style), style.blankBeforeSubTable, style);
  }
  const last = section.statements.at(-1);
  const indent = last === undefined ? style.indent : indentAt(text, last.start);
  return insertLines(text, endOfSection(section), [indent + renderPair([key], value, style)], style.eol);
}

/** Beside a dotted pair of the same table. */
function nextToPair(text: string, beside: PlacedPair, path: TomlPath, key: string, value: Value, style: TomlStyle): Splice {
  const keys = [...namesOf(path.slice(beside.holder.path.length)), key];
  if (beside.statement) return afterStatement(text, beside, [renderPair(keys, value, style)], style);
  return { start: beside.pair.end, end: beside.pair.end, text: `, ${renderPair(keys, value, onOneLine(style))}` };
}

function afterStatement(text: string, beside: PlacedPair, lines: readonly string[], style: TomlStyle): Splice {
  const indent = indentAt(text, beside.pair.start);
  return insertLines(
    text,
    beside.statement?.line.end ?? text.length,
    lines.map((line) => indent + line),
    style.eol,
  );
}

/** The table is only implied by the headers below it (`[a.b]` alone makes an `a`): it gets a header of its own above them. */
function aboveSubTables(text: string, layout: Layout, path: TomlPath, key: string, value: Value, style: TomlStyle): Splice {
  const lines = [`${style.headerIndent}[${renderKeys(namesOf(path))}]`, style.indent + renderPair([key], value, style)];
  const first = layout.statements.find((statement) => isWithin(statement.path, path));
  if (first === undefined) return insertLines(text, text.length, [...(text === '' ? [] : ['']), ...lines], style.eol);
  return insertLines(text, startOfCommentsAbove(text, first.line.start), [...lines, ...(style.blankBeforeSubTable ? [''] : [])], style.eol);
}

/** Whole lines at the start of a line. At the end of a file without a final line break there will be none after them either. */
function insertLines(text: string, offset: number, lines: readonly string[], eol: string): Splice {
  const block = lines.join(eol);
  const insertion = (inserted: string): Splice => ({ start: offset, end: offset, text: inserted });
  if (text === '') return insertion(block);
  return insertion(offset === text.length && !text.endsWith('\n') ? eol + block : block + eol);
}

function intoBraces(text: string, table: TomlInlineTable, rendered: string): Splice {
  return intoBrackets(text, table.start, table.pairs.at(-1)?.end, rendered, ', ');
}

function intoArray(text: string, array: TomlArray, rendered: string): Splice {
  const last = array.items.at(-1);
  const ownLine = last !== undefined && /\n[ \t]*$/.test(text.slice(0, last.start));
  const separator = ownLine ? `,${firstLineBreak(text.slice(array.start))}${indentAt(text, last.start)}` : ', ';
  return intoBrackets(text, array.start, last?.end, rendered, separator);
}

/** White space inside empty brackets is kept, so that removing the entry later restores `{}` or `{ }` exactly. */
function intoBrackets(text: string, open: number, lastEnd: number | undefined, rendered: string, separator: string): Splice {
  if (lastEnd !== undefined) return { start: lastEnd, end: lastEnd, text: separator + rendered };
  const start = open + 1;
  return { start, end: start, text: /[ \t]/.test(text.charAt(start)) ? ` ${rendered}` : rendered };
}
