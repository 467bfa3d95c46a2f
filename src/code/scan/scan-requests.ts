import { lineIndex } from '../../text/index.ts';
import type { ModuleRequest } from '../module-record.ts';
import { mayNameFiles, requestAt } from './body-requests.ts';
import { codePlaces } from './code-places.ts';
import { type Statement, statementAt } from './statements.ts';

/** What may stand before the first statement, and between two: white space, comments, semicolons, `'use strict'`. */
const between = /(?:[\s;]+|\/\/[^\n]*(?:\n|$)|\/\*[^]*?\*\/|(?:"use [a-z]+"|'use [a-z]+')(?=\s*[;\n]))*/y;
const word = /\b(?:import|require|export)\b/g;

/**
 * The modules that a file names, without a parser: many times faster, and right where it answers. Where it could be wrong it answers `undefined`,
 * and the file has to be parsed.
 * @param text one character for each byte (`latin1`).
 */
export function scanRequests(path: string, text: string): readonly ModuleRequest[] | undefined {
  const first = text.charCodeAt(0);
  // UTF-16.
  if (first === 0xff || first === 0xfe) return undefined;
  const lines = lineIndex(text).lineAt;
  const requests: ModuleRequest[] = [];
  const at = eachTopStatement(text, (statement, begin) => {
    if (statement.request !== undefined) requests.push({ ...statement.request, line: lines(begin) });
  });
  if (at === undefined) return undefined;
  const end = lastCandidate(text, at);
  if (end !== undefined) {
    const more = scanBody(path, text, { begin: at, end }, lines);
    if (more === undefined) return undefined;
    requests.push(...more);
  }
  return requests.some(({ source }) => /[\x80-\xff]/.test(source)) ? requests.map(decoded) : requests;
}

/**
 * Calls `take` for each `import` and `export` at the top of a text, with its position, up to the first other statement.
 * @returns where that is; `undefined` when something stands behind a statement that is not known.
 */
export function eachTopStatement(text: string, take: (statement: Statement, begin: number) => void): number | undefined {
  let at = text.startsWith('\xEF\xBB\xBF') ? 3 : 0;
  if (text.startsWith('#!', at)) at = lineEnd(text, at);
  for (;;) {
    between.lastIndex = at;
    between.test(text);
    at = between.lastIndex;
    if (!text.startsWith('import', at) && !text.startsWith('export', at)) return at;
    const statement = statementAt(text, at);
    if (statement === undefined) return at;
    take(statement, at);
    at = statement.end;
    // `import a from 'b' c`.
    if (!/[\s;/]|^$/.test(text.charAt(at))) return undefined;
  }
}

/**
 * The last word below the statements at the top that could name a module: where there is none, no module is named. Deliberately too many: those in
 * comments are among them.
 */
function lastCandidate(text: string, begin: number): number | undefined {
  let last: number | undefined;
  word.lastIndex = begin;
  for (let found = word.exec(text); found !== null; found = word.exec(text)) {
    let next = word.lastIndex;
    while (text.charCodeAt(next) <= 32) next += 1;
    const after = text.charCodeAt(next);
    const letter = text.charCodeAt(found.index);
    // import
    if (letter === 0x69) {
      if (
        after === 0x28 ||
        after === 0x2f ||
        (after === 0x2e && mayNameFiles(text, found.index)) ||
        (beginsStatement(text, found.index) && /["'{*\w$\x80-\xff]/.test(text.charAt(next)))
      )
        last = found.index;
    } else if (letter === 0x72) {
      if (after === 0x28 || after === 0x3f || after === 0x2f) last = found.index;
    } else if (after === 0x7b || after === 0x2a || after === 0x2f || /^(?:type\s*[{*/]|import\b)/.test(text.slice(next, next + 12)))
      last = found.index;
  }
  return last;
}

/** Whether a word is the first of its line, or stands behind what ends a statement or a comment. */
function beginsStatement(text: string, at: number): boolean {
  for (let before = at - 1; before >= 0; before -= 1) {
    const code = text.charCodeAt(before);
    if (code === 0x0a) return true;
    if (code > 32)
      return code === 0x3b || code === 0x7d || code === 0x7b || code === 0x2f || code === 0x3a || text.startsWith('export', before - 5);
  }
  return true;
}

function scanBody(
  path: string,
  text: string,
  { begin, end }: { readonly begin: number; readonly end: number },
  lines: (at: number) => number,
): readonly ModuleRequest[] | undefined {
  // The text between tags follows other rules, and quotes in it are no strings.
  if (!/\.[cm]?ts$/.test(path) && /<\/|\/>/.test(text)) return undefined;
  const places = codePlaces(text, begin, end);
  if (places === undefined) return undefined;
  const isTypeScript = /\.[cm]?tsx?$/.test(path);
  const requests: ModuleRequest[] = [];
  let read = begin;
  for (const place of places) {
    // The `import` of `export import a = …`.
    if (place.at < read) continue;
    const found = requestAt(text, place, isTypeScript);
    if (found === 'unclear') return undefined;
    if (found === undefined) continue;
    read = found.end;
    if (found.request !== undefined) requests.push({ ...found.request, line: lines(place.at) });
  }
  return requests;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

function decoded(request: ModuleRequest): ModuleRequest {
  return { ...request, source: Buffer.from(request.source, 'latin1').toString('utf8') };
}
