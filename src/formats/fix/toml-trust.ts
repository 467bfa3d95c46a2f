import type { Span } from '../syntax/node.ts';
import { lineEnd, lineStart, linesOf } from '../text-lines.ts';
import { isFieldOfServer, isUsual } from './choose.ts';
import type { LineEdit } from './line-edits.ts';
import { isWholeWithout, isPlausibleText, touchesQuote } from './quotes.ts';
import { isKnownWord, touchesWholeWords } from './known-words.ts';
import { has, tomlPatterns } from './toml-patterns.ts';

/** `certain`: no other repair is plausible here. `none`: an edit inside a string, which is never a candidate. */
export type Trust = 'certain' | 'doubtful' | 'none';

/** An edit with the text before and after it, and the spans of every key and scalar of the text after it. */
export interface Attempt {
  readonly text: string;
  readonly patched: string;
  readonly edit: LineEdit;
  readonly spans: readonly Span[];
}

const when = (isCertain: boolean): Trust => (isCertain ? 'certain' : 'doubtful');

/** Whether the edit is the only plausible one. */
export function trustOf(attempt: Attempt): Trust {
  const { kind, mark, at } = attempt.edit;
  const bare = mark.trim();
  if (kind === 'insert' && (bare === '"' || bare === "'")) return trustOfQuote(attempt, bare);
  if (kind === 'insert' && attempt.spans.some((span) => at > span.start && at < span.end)) return 'none';
  if (kind === 'insert' && bare !== ',' && bare !== '=' && isEmptyPair(attempt.patched, at)) return 'doubtful';
  if (kind === 'replace') return 'certain';
  if (bare === ',') return trustOfComma(attempt);
  if (bare === '=') {
    const before = lineBefore(attempt);
    const key = /[\w-]+(?=["'\s]*$)/.exec(before)?.[0] ?? '';
    const isWhole = isFieldOfServer(key) || isKnownWord(key, attempt.text);
    return when(isWhole && (isMark(nextCharacter(attempt)) || has('keyAlone', before)));
  }
  return trustOfBracket(attempt, bare);
}

function trustOfQuote({ text, patched, edit: { at }, spans }: Attempt, quote: string): Trust {
  const inHeader = headerKey(patched, at);
  const span = spans.find((one) => one.start === at || one.end === at + 1) ?? inHeader;
  if (has('quotesAfterWord', text.slice(lineStart(text, at), lineEnd(text, at)))) return 'doubtful';
  // A part of a dotted key has no span of its own.
  if (span === undefined) return 'doubtful';
  if (!patched.slice(span.start, span.end).startsWith(quote)) return 'none';
  if (!isWholeWithout(text, patched, at, span)) return 'doubtful';
  const content = patched.slice(span.start + 1, span.end - 1);
  const isKey = has('afterKey', patched.slice(span.end)) || inHeader !== undefined;
  return when(!touchesQuote(patched, at) && isPlausibleText(content) && !(isKey && has('bareKey', content)));
}

function trustOfComma(attempt: Attempt): Trust {
  const { text, edit } = attempt;
  if (edit.kind === 'insert') return when(isMark(previousCharacter(attempt)) || isMark(nextCharacter(attempt)));
  const before = lineBefore(attempt);
  const isInValue = before.includes('=') || !has('header', before) || touchesWholeWords(text, edit.at);
  return when(isInValue && !has('itemMayBeLost', text.slice(Math.max(0, edit.at - 20), edit.at + 20)));
}

function trustOfBracket(attempt: Attempt, bracket: string): Trust {
  const line = attempt.patched.slice(lineStart(attempt.patched, attempt.edit.at), lineEnd(attempt.patched, attempt.edit.at));
  if (has('unevenSpaces', line)) return 'doubtful';
  const { text, edit } = attempt;
  // A surplus bracket is beside another of its kind.
  if (edit.kind === 'delete' && text[edit.at] !== text[edit.at + 1] && text[edit.at - 1] !== bracket) return 'doubtful';
  if (edit.kind === 'insert' && (bracket === '[' || bracket === '{') && !mayOpen(attempt, bracket)) return 'doubtful';
  return when(!has('numberInList', text.slice(Math.max(0, edit.at - 60), edit.at)));
}

/** Where an opening bracket may have been: at the start of a header or an item, or after a name that has one here or in every client. */
function mayOpen(attempt: Attempt, bracket: string): boolean {
  const before = lineBefore(attempt);
  const key = tomlPatterns.keyBeforeValue.pattern.exec(before)?.[1];
  if (key === undefined) return !before.includes('=') && (before.trim() !== '' || opensKnownTable(attempt));
  return isUsual(key, bracket) || attempt.text.split(new RegExp(`${key}["']?[ \\t]*=[ \\t]*\\${bracket}`)).length > 1;
}

/** Whether a header that gets its opening bracket begins with a name that is whole. */
function opensKnownTable({ edit, text }: Attempt): boolean {
  const name = /^[\w-]+/.exec(text.slice(edit.at))?.[0] ?? '';
  return isKnownWord(name, text);
}

/** Brackets with nothing in them: one may have been a value of one character. */
function isEmptyPair(patched: string, at: number): boolean {
  const mark = patched.charAt(at);
  return mark === '[' || mark === '{' ? has('emptyFromStart', patched.slice(at)) : has('emptyToEnd', patched.slice(0, at));
}

/** A quoted part of a table's name that starts or ends here. */
function headerKey(patched: string, at: number): Span | undefined {
  const line = linesOf(patched).find(({ start, end }) => start <= at && at < end);
  if (line === undefined || !has('header', patched.slice(line.start, line.end))) return undefined;
  for (const found of patched.slice(line.start, line.end).matchAll(/"[^"]*"|'[^']*'/g)) {
    const span = { start: line.start + found.index, end: line.start + found.index + found[0].length };
    if (span.start === at || span.end === at + 1) return span;
  }
  return undefined;
}

function lineBefore({ text, edit: { at } }: Attempt): string {
  return text.slice(lineStart(text, at), at);
}

/** The nearest character before the edit that is no white space; empty where there is none near. */
function previousCharacter({ text, edit: { at } }: Attempt): string {
  return text
    .slice(Math.max(0, at - 60), at)
    .trimEnd()
    .slice(-1);
}

function nextCharacter({ text, edit: { at } }: Attempt): string {
  return text
    .slice(at, at + 60)
    .trimStart()
    .charAt(0);
}

function isMark(character: string): boolean {
  return character !== '' && `"'[]{}`.includes(character);
}
