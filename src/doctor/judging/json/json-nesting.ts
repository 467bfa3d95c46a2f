import type { MapNode, Node } from '../../../formats/index.ts';

/** A JSON map as the only value of another one, one step further in; the style of the text goes on. */
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

/** A value of JSON in the place of the one that holds it, as many steps further out as it stood deeper. */
export function liftOutOfMap(text: string, outer: Node, inner: Node): string {
  const deeper = indentOf(text, inner.start);
  const wanted = indentOf(text, outer.start);
  const extra = deeper.startsWith(wanted) ? deeper.slice(wanted.length) : '';
  const body = text.slice(inner.start, inner.end);
  const moved = extra === '' ? body : body.replaceAll(`\n${wanted}${extra}`, `\n${wanted}`);
  return text.slice(0, outer.start) + moved + text.slice(outer.end);
}

/** The blanks at the start of the line something stands in. */
function indentOf(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}
