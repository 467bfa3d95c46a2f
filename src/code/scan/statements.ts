import type { ModuleRequest } from '../module-record.ts';

/** White space and comments. */
const gap = String.raw`(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*`;
const string = String.raw`(?:"([^"\\\n]*)"|'([^'\\\n]*)')`;
const attributes = String.raw`(?:${gap}(?:with|assert)\s*\{[^}]*\})?`;
const list = String.raw`\{(?:[\w$\s,\x80-\xff]|\/\/[^\n]*\n|\/\*[^]*?\*\/)*\}`;
const clause = String.raw`((?:type\b${gap})?(?:[\w$\x80-\xff]+${gap},?${gap})?(?:${list}|\*${gap}as\s${gap}[\w$\x80-\xff]+)?)`;

const importFrom = new RegExp(String.raw`import(?=[\s{*"'/])${gap}(?:${clause}${gap}from${gap})?${string}${attributes}`, 'y');
const exportFrom = new RegExp(
  String.raw`export(?=[\s{*])${gap}((?:type\b)?${gap}(?:\*(?:${gap}as\s${gap}[\w$\x80-\xff]+)?|${list}))${gap}from${gap}${string}${attributes}`,
  'y',
);
const importEquals = new RegExp(String.raw`(?:export\s+)?import\s+(type\s+(?!=))?[\w$\x80-\xff]+\s*=\s*require\s*\(\s*${string}\s*\)`, 'y');
/** `export { a, b }` of the module's own; a `from` behind a comment is left to the parser. */
const exportOwn = new RegExp(String.raw`export\s*(?:type\s*)?${list}(?!\s*(?:from\b|\/))`, 'y');

/** Longer statements are left to the parser, and so is much white space in a row: the patterns would take long for it. */
const maxLength = 20_000;
const manySpaces = /\s{80}/;

/** A statement that was read. */
export interface Statement {
  /** Just after it. */
  readonly end: number;
  readonly request?: Omit<ModuleRequest, 'line'>;
}

/** `unclear`: a parser has to tell. `undefined`: no module is named. */
export type Found = Statement | 'unclear' | undefined;

/**
 * The `import` or `export … from` at this position, or an `export { … }` without `from`. `undefined` when it is anything else, or written in a
 * way that these patterns do not know.
 */
export function statementAt(text: string, at: number): Statement | undefined {
  const isImport = text.charCodeAt(at) === 0x69;
  const quote = Math.min(...["'", '"'].map((mark) => text.indexOf(mark, at)).filter((found) => found !== -1), text.length);
  if (quote - at > 200 && (quote - at > maxLength ? isImport : manySpaces.test(text.slice(at, quote)))) return undefined;
  return (isImport ? importAt(text, at) : exportAt(text, at)) ?? equalsAt(text, at);
}

function importAt(text: string, at: number): Statement | undefined {
  const found = match(importFrom, text, at);
  if (found === undefined) return undefined;
  const [all, words, double, single] = found;
  // `import type from './a'` imports a default named "type".
  const isType = words !== undefined && /^type\b/.test(words) && !/^type\s*(?:,|$)/.test(withoutComments(words));
  const request = { source: double ?? single ?? '', form: 'import' as const, isType };
  if (words === undefined || /^(?:type\s*)?\{\s*\}$/.test(words)) return { end: at + all.length, request: { ...request, isWhole: true } };
  return { end: at + all.length, request: !isType && onlyTypes(words) ? { ...request, onlyTypes: true } : request };
}

function exportAt(text: string, at: number): Statement | undefined {
  const found = match(exportFrom, text, at);
  if (found !== undefined) {
    const [all, words = '', double, single] = found;
    const isType = words.startsWith('type');
    const request = { source: double ?? single ?? '', form: 'export' as const, isType };
    if (!words.endsWith('}')) return { end: at + all.length, request: { ...request, isWhole: true } };
    return { end: at + all.length, request: !isType && onlyTypes(words) ? { ...request, onlyTypes: true } : request };
  }
  const own = match(exportOwn, text, at);
  return own === undefined ? undefined : { end: at + own[0].length };
}

function equalsAt(text: string, at: number): Statement | undefined {
  const equals = match(importEquals, text, at);
  if (equals === undefined) return undefined;
  const [all, type, double, single] = equals;
  return { end: at + all.length, request: { source: double ?? single ?? '', form: 'import', isType: type !== undefined } };
}

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

/** `{ type A, type B }`: each name is marked. */
function onlyTypes(words: string): boolean {
  if (!words.startsWith('{') || !words.includes('type ')) return false;
  const names = withoutComments(words)
    .slice(1, -1)
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  // `type as b` and `type` are names; `type as as b` is a type named "as".
  return names.every((name) => /^type\s+(?!as\s+[\w$\x80-\xff]+$)[\w$\x80-\xff]/.test(name));
}

function withoutComments(text: string): string {
  return (text.includes('/') ? text.replaceAll(/\/\/[^\n]*\n|\/\*[^]*?\*\//g, ' ') : text).trim();
}
