import type { MapNode, Node } from '../../../formats/index.ts';

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
