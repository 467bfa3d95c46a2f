import type { Value, ValueMap } from '../syntax/node.ts';

/** How text that we insert looks: always as its neighbours do. */
export interface JsonStyle {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
  /** Containers on several lines; otherwise all on one. */
  readonly spread: boolean;
  /** Lists of plain values one item a line. */
  readonly spreadLists: boolean;
  /** Between a name and its value: `": "` or `":"`. */
  readonly colon: string;
  readonly comma: string;
  /** Inside the braces of a map on one line. */
  readonly pad: string;
}

export const plainStyle: JsonStyle = { eol: '\n', unit: '  ', spread: true, spreadLists: false, colon: ': ', comma: ', ', pad: '' };

/** `indent` is the indentation of the line the value starts on. */
export function renderJson(value: Value, style: JsonStyle, indent: string): string {
  if (value instanceof Map) return renderMap(value, style, indent);
  if (Array.isArray(value)) return renderList(value, style, indent);
  return JSON.stringify(value);
}

export function renderMember(key: string, value: Value, style: JsonStyle, indent: string): string {
  return `${JSON.stringify(key)}${style.colon}${renderJson(value, style, indent)}`;
}

function renderMap(map: ValueMap, style: JsonStyle, indent: string): string {
  if (map.size === 0) return '{}';
  const inner = indent + style.unit;
  const members = [...map].map(([key, value]) => renderMember(key, value, style, inner));
  if (!style.spread) return `{${style.pad}${members.join(style.comma)}${style.pad}}`;
  return `{${style.eol}${members.map((member) => inner + member).join(`,${style.eol}`)}${style.eol}${indent}}`;
}

function renderList(list: readonly Value[], style: JsonStyle, indent: string): string {
  const inner = indent + style.unit;
  const isPlain = list.every((item) => typeof item !== 'object');
  if (list.length === 0 || !style.spread || (isPlain && !style.spreadLists)) {
    return `[${list.map((item) => renderJson(item, style, inner)).join(style.comma)}]`;
  }
  return `[${style.eol}${list.map((item) => inner + renderJson(item, style, inner)).join(`,${style.eol}`)}${style.eol}${indent}]`;
}
