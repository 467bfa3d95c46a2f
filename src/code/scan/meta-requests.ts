import type { CodePlace } from './code-places.ts';
import type { Found } from './statements.ts';

const text = String.raw`(?:"([^"\\\n]*)"|'([^'\\\n]*)'|` + '`([^`\\\\$\\n]*)`)';
const member = /import\s*\.\s*meta\s*(?:(?:\.\s*)?(\/)|\.\s*(globEager|glob|url)(?![\w$\x80-\xff\\])\s*)/y;
/** `(import.meta.glob)('./pages/*.ts', { eager: true })`, or with a list. */
const patterns = new RegExp(
  String.raw`\(\s*(?:(${text})|\[(\s*${text}(?:\s*,\s*${text})*\s*,?\s*)\])\s*(?:,\s*\{([^(){}]*)\}\s*)?,?\s*\)`,
  'y',
);
const eachText = new RegExp(text, 'g');
/** The text before the `import` of an address, up to its comma. */
const address = new RegExp(String.raw`(?<![\w$.\x80-\xff])new\s+URL\s*\(\s*${text}\s*,$`);
/** An address that is longer names no file. */
const maxAddress = 500;

/** Whether `import.meta` at this position is perhaps the part of a call that names files. Deliberately too many. */
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

/** What `import.meta` asks for: files of a pattern, a file beside this one, or nothing. */
export function metaRequest(code: string, place: CodePlace): Found {
  member.lastIndex = place.at;
  const found = member.exec(code);
  if (found === null) return /^import\s*\.\s*\//.test(code.slice(place.at, place.at + 100)) ? 'unclear' : undefined;
  if (found[1] !== undefined) return 'unclear';
  return found[2] === 'url' ? addressBefore(code, place, member.lastIndex) : patternsAt(code, place, member.lastIndex);
}

function patternsAt(code: string, { before }: CodePlace, call: number): Found {
  const after = code.charAt(call);
  // With the type of what is imported, or a comment.
  if (/[<?!/]/.test(after) || /(?<![\w$])new$/.test(code.slice(Math.max(0, before - 5), before + 1))) return 'unclear';
  if (after !== '(') return undefined;
  patterns.lastIndex = call;
  const found = patterns.exec(code);
  // A computed pattern is not known.
  if (found === null) return /^\(\s*[[("'`/]/.test(code.slice(call, call + 200)) ? 'unclear' : undefined;
  const end = patterns.lastIndex;
  const [, one, double, single, template, list = ''] = found;
  // The base of the patterns is an option.
  if (/base|\\|\/[/*]/.test(found.at(-1) ?? '')) return 'unclear';
  const source =
    one === undefined
      ? JSON.stringify(Array.from(list.matchAll(eachText), ([, ...texts]) => textOf(...texts)))
      : textOf(double, single, template);
  return { end, request: { source, form: 'glob', isType: false } };
}

function textOf(...groups: readonly (string | undefined)[]): string {
  return groups.find((one) => one !== undefined) ?? '';
}

function addressBefore(code: string, { at, before }: CodePlace, behind: number): Found {
  if (code.charAt(before) !== ',') return undefined;
  const end = /^,?\s*\)/.exec(code.slice(behind, behind + 100))?.[0];
  const start = Math.max(0, at - 2 * maxAddress);
  const head = code.slice(start, before + 1);
  const mayBe = head.includes('URL');
  if (end === undefined) return mayBe && /[,/]/.test(code.charAt(behind)) ? 'unclear' : undefined;
  const found = address.exec(head);
  if (found === null) return mayBe ? 'unclear' : undefined;
  const begin = start + found.index;
  // The beginning may be in a comment.
  if (code.slice(code.lastIndexOf('\n', begin) + 1, begin).includes('//')) return 'unclear';
  const source = textOf(found[1], found[2], found[3]);
  if (source.length > maxAddress) return undefined;
  return { begin, end: behind + end.length, request: { source, form: 'url', isType: false } };
}
