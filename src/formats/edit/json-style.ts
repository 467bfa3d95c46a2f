import type { Value, ValueMap } from '../syntax/node.ts';

/** The layout of inserted text, taken from the text around it. */
export interface JsonStyle {
  readonly eol: string;
  /** One level of indentation. */
  readonly unit: string;
  /** Whether a container is written on several lines; otherwise on one. */
  readonly isMultiLine: boolean;
  /** Whether a list of plain values has one item per line. */
  readonly hasMultiLineLists: boolean;
  /** Between a name and its value: `": "` or `":"`. */
  readonly colon: string;
  readonly comma: string;
  /** Inside the braces of a map on one line. */
  readonly pad: string;
}

export const plainStyle: JsonStyle = {
  eol: '\n',
  unit: '  ',
  isMultiLine: true,
  hasMultiLineLists: false,
  colon: ': ',
  comma: ', ',
  pad: '',
};

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
  if (!style.isMultiLine) return `{${style.pad}${members.join(style.comma)}${style.pad}}`;
  return `{${style.eol}${members.map((member) => inner + member).join(`,${style.eol}`)}${style.eol}${indent}}`;
}

function renderList(list: readonly Value[], style: JsonStyle, indent: string): string {
  const inner = indent + style.unit;
  const isPlain = list.every((item) => typeof item !== 'object');
  if (list.length === 0 || !style.isMultiLine || (isPlain && !style.hasMultiLineLists)) {
    return `[${list.map((item) => renderJson(item, style, inner)).join(style.comma)}]`;
  }
  return `[${style.eol}${list.map((item) => inner + renderJson(item, style, inner)).join(`,${style.eol}`)}${style.eol}${indent}]`;
}
