import type { CodePlace } from './code-places.ts';
import { type Found, statementAt } from './statements.ts';

const literal = /\s*\(\s*(?:\/\*[^]*?\*\/\s*)*(?:"([^"\\\n]*)"|'([^'\\\n]*)'|`([^`\\$\n]*)`)\s*(?:,[^()]*)?\)/y;
/** What stands before a `require` of the top level in its line. */
const plainRequire = /^(?:(?:const|let|var)\s+(?:[\w$]+|\{[\w$\s,:]*\})\s*=\s*|module\.exports\s*=\s*|exports\.[\w$]+\s*=\s*)?$/;

const member = /import\s*\.\s*meta\s*(?:(?:\.\s*)?(\/)|\.\s*(globEager|glob|url)(?![\w$\x80-\xff\\])\s*)/y;

/** Whether `import.meta` at this position is perhaps the part of a call that names files, which the parser reads. Deliberately too many. */
export function mayNameFiles(code: string, at: number): boolean {
  member.lastIndex = at;
  const found = member.exec(code);
  if (found === null) return /^import\s*\.\s*\//.test(code.slice(at, at + 100));
  if (found[2] !== 'url') return true;
  let before = at - 1;
  while (code.charCodeAt(before) <= 32 && code.charCodeAt(before) !== 0x0a) before -= 1;
  // The end of the line above may be a comment.
  return /[,/\n]/.test(code.charAt(before));
}

/** What a word in the body of a file asks for. */
export function requestAt(text: string, place: CodePlace, isTypeScript: boolean): Found {
  const { at, before, depth, word } = place;
  const last = text.charAt(before);
  // A property; `...import('a')` is none.
  if (last === '.' && text.charAt(before - 1) !== '.') return undefined;
  if (last === '?' || last === '#') return 'unclear';
  const after = /\S/.exec(text.slice(at + word.length, at + word.length + 100))?.[0];
  if (after === undefined || after === '/') return 'unclear';
  if (word === 'export') return exportBelow(text, at, depth, after);
  if (after === '(') return callAt(text, place, isTypeScript);
  // The name of a property, a value that is handed on, `require.resolve`.
  if (word === 'require') return after === '?' ? 'unclear' : undefined;
  if (after === '.') return mayNameFiles(text, at) ? 'unclear' : undefined;
  if (/[:,;)}\].=?]/.test(after)) return undefined;
  if (depth > 0) return 'unclear';
  return statementAt(text, at) ?? (/[\w$]/.test(after) ? namespaceAlias(text, at) : 'unclear');
}

/** `import a = b.c` names no module. */
function namespaceAlias(text: string, at: number): Found {
  const alias = /import\s+(?:type\s+)?[\w$]+\s*=\s*(?!require\b)[\w$.\s]+;/y;
  alias.lastIndex = at;
  return alias.test(text) ? { end: alias.lastIndex } : 'unclear';
}

function exportBelow(text: string, at: number, depth: number, after: string): Found {
  const isNamed = after === '{' || after === '*' || /^export\s+(?:type\s*[{*]|import\b)/.test(text.slice(at, at + 200));
  if (!isNamed) return undefined;
  // In a namespace.
  if (depth > 0) return 'unclear';
  return statementAt(text, at) ?? 'unclear';
}

function callAt(text: string, place: CodePlace, isTypeScript: boolean): Found {
  const { at, before, word } = place;
  const call = at + word.length;
  literal.lastIndex = call;
  const found = literal.exec(text);
  const wordBefore = /(?:^|[^\w$.])(\w+)$/.exec(text.slice(Math.max(0, before - 20), before + 1))?.[1];
  if (wordBefore === 'function' || wordBefore === 'async' || wordBefore === 'get' || wordBefore === 'set') return 'unclear';
  // A computed argument names no module that is known.
  if (found === null) return /^\s*\(\s*["'`/]/.test(text.slice(call, call + 200)) ? 'unclear' : undefined;
  const source = found[1] ?? found[2] ?? found[3] ?? '';
  const end = literal.lastIndex;
  const behind = text.slice(end, end + 60);
  // A method of that name, or the type of one.
  if (/^\s*[{:]/.test(behind)) return 'unclear';
  if (word === 'require') return isPlainRequire(text, place) ? { end, request: { source, form: 'require', isType: false } } : 'unclear';
  const dynamic: Found = { end, request: { source, form: 'dynamic', isType: false } };
  if (!isTypeScript || wordBefore === 'await') return dynamic;
  // `f<typeof import('./a')>(…)` is a type; elsewhere it could be a value.
  if (wordBefore === 'typeof') {
    const isArgument = /[\w$]<\s*typeof$/.test(text.slice(Math.max(0, before - 20), before + 1)) && /^\s*>\s*\(/.test(behind);
    return isArgument ? { end, request: { source, form: 'type-import', isType: true } } : 'unclear';
  }
  if (/^\s*\.\s*(?:then|catch|finally)\s*[(<]/.test(behind)) return dynamic;
  // Where a type may stand, it could be one.
  return /^\s*[.[<]/.test(behind) || /[:|&<>=,([?]/.test(text.charAt(before)) ? 'unclear' : dynamic;
}

/** Whether a `require` runs when the module does: it is in no function, also not in one without braces. */
function isPlainRequire(text: string, { at, depth }: CodePlace): boolean {
  if (depth > 0) return false;
  const lineStart = text.lastIndexOf('\n', at - 1) + 1;
  const head = text.slice(lineStart, at);
  if (!plainRequire.test(head)) return false;
  // A declaration is never the body of a function without braces.
  if (/^(?:const|let|var)\s/.test(head)) return true;
  let before = lineStart - 1;
  while (before >= 0 && text.charCodeAt(before) <= 32) before -= 1;
  return before < 0 || /[;}]/.test(text.charAt(before));
}
