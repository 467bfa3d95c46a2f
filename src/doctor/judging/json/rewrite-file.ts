import {
  decodeText,
  encodeText,
  sameValue,
  toValue,
  type EntryChange,
  type ServersAt,
  type Value,
  type Member,
  type MapNode,
  type Node,
} from '../../../formats/index.ts';
import { unlessRefused } from '../../../system/index.ts';
import { type Edit, renameMember } from '../../edit.ts';
import type { FileFacts, Setup } from '../../setup.ts';
import { mayFix } from '../entries/fields.ts';

/** Replaces the whole text of a file; a byte order mark stays. */
export function newText({ facts }: Pick<Setup, 'facts'>, file: Pick<FileFacts, 'path'>, text: string): Edit {
  const bytes = facts.contents.get(file.path);
  const decoded = bytes === undefined ? undefined : decodeText(bytes);
  return { kind: 'bytes', path: file.path, bytes: encodeText(text, decoded?.kind === 'text' && decoded.hasByteOrderMark) };
}

/** The text after these changes, one after the other; `undefined` when the editor cannot make one without touching something else. */
export function changedText(
  file: FileFacts,
  changes: readonly { readonly at: ServersAt; readonly change: EntryChange }[],
): string | undefined {
  const { format, reading } = file;
  const { text: before } = file;
  if (format === undefined || before === undefined) return undefined;
  return unlessRefused(
    () => changes.reduce<string | undefined>((text, { at, change }) => format.change(text, reading.tolerance, at, change), before),
    () => undefined,
  );
}

/** Whether the client reads exactly this value from a text. */
export function readsAs({ format, reading }: FileFacts, text: string, value: Value): boolean {
  const parsed = format?.parse(text, reading.tolerance);
  return parsed?.kind === 'tree' && parsed.root !== undefined && sameValue(toValue(parsed.root), value);
}

/** Renames a member of the root everywhere in the file; `undefined` where that is not certain. */
export function renameRootKey(setup: Pick<Setup, 'facts'>, file: FileFacts, member: Member, name: string): Edit | undefined {
  const { root, text, reading } = file;
  if (!mayFix({ file }) || root?.kind !== 'map' || text === undefined) return undefined;
  if (root.members.filter(({ key }) => key === member.key).length !== 1 || root.members.some(({ key }) => key === name)) return undefined;
  if (reading.format !== 'toml') return renameMember(file, member, name);
  // A table is named in the header of every table below it.
  const wanted: Value = new Map(root.members.map((one) => [one.key === member.key ? name : one.key, toValue(one.value)]));
  const renamed = withHeadersRenamed(text, member.key, name);
  return readsAs(file, renamed, wanted) ? newText(setup, file, renamed) : undefined;
}

/** A TOML text in which every header that starts with this key starts with another one. */
export function withHeadersRenamed(text: string, key: string, name: string): string {
  return text.replaceAll(headers(key), (_, open: string, after: string) => `${open}${name}${after}`);
}

/** The key at the start of a table's header, plain or in quotes. */
function headers(key: string): RegExp {
  const plain = key.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(String.raw`^([ \t]*\[{1,2}[ \t]*)(?:${plain}|"${plain}"|'${plain}')([ \t]*[.\]])`, 'gm');
}

/** Wraps a JSON map in another one under this key, indented one step further in the style of the text. */
export function wrapInMap(text: string, root: MapNode, key: string): string {
  const body = text.slice(root.start, root.end);
  const name = JSON.stringify(key);
  const eol = body.includes('\r\n') ? '\r\n' : '\n';
  const indent = indentOf(text, root.members[0]?.start ?? root.start);
  const inner = body.includes('\n')
    ? `{${eol}${indent}${name}: ${body.replaceAll(/\n(?=[^\r\n])/g, `\n${indent}`)}${eol}}`
    : `{${name}: ${body}}`;
  return text.slice(0, root.start) + inner + text.slice(root.end);
}

/** Replaces a JSON value by one that is inside it, with the indentation of the outer one. */
export function liftOutOfMap(text: string, outer: Node, inner: Node): string {
  const deeper = indentOf(text, inner.start);
  const wanted = indentOf(text, outer.start);
  const extra = deeper.startsWith(wanted) ? deeper.slice(wanted.length) : '';
  const body = text.slice(inner.start, inner.end);
  const moved = extra === '' ? body : body.replaceAll(`\n${wanted}${extra}`, `\n${wanted}`);
  return text.slice(0, outer.start) + moved + text.slice(outer.end);
}

/** The white space at the start of the line of this offset. */
function indentOf(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}
