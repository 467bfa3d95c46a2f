import { isFieldOfServer, isUsual } from './choose.ts';
import type { Frame, Repair } from './json-reading.ts';
import type { Token } from './json-tokens.ts';

/**
 * What speaks for a mark having been lost or doubled, and not more than a mark. A text that lost a piece in its middle can look like
 * one that lost a bracket; a number that lost a digit to a comma like one with a comma too many.
 */

/** Where a closer may have been: in a hole of its own, beside other marks of its line, or before the container's next sibling. */
export function mayCloseBefore(frame: Frame, { text, tokens }: Source, i: number): boolean {
  const before = tokens[i - 1];
  const token = tokens[i];
  if (before === undefined || before.kind === 'number') return false;
  // Nothing in it: the opener may have been a number of one digit.
  const name = tokens[i - 3];
  const isEmpty = (before.kind === '{' || before.kind === '[') && tokens[i - 2]?.kind === ':' && name !== undefined;
  if (isEmpty && !isUsual(text.slice(name.start + 1, name.end - 1), before.kind)) return false;
  if (token === undefined) return true;
  if (frame.kind === '[' && frame.line === before.line) return true;
  if (!token.isFirst) {
    // Where the line ends after the comma, the space of "{ … }" must still be there.
    const endsLine = token.kind === ',' && tokens[i + 1]?.isFirst === true && frame.kind === '{' && before.kind === 'string';
    return !endsLine || !frame.isPadded || token.start > before.end;
  }
  // The space of "{ … }" is there still at the end of the line.
  if (frame.isPadded && frame.line === before.line && /[ \t]/.test(text.charAt(before.end))) return true;
  // The comma of "}," is there alone, or the line of the closer is still there.
  if (token.kind === ',' || token.line - before.line > 1) return true;
  // Without any trace only where the comma is missing as well.
  const isKey = tokens[i + 1]?.kind === ':';
  return before.kind !== ',' && isKey && token.indent === frame.indent;
}

/** A text with what is asked about it again and again. */
export interface Source {
  readonly text: string;
  readonly tokens: readonly Token[];
  /** How often a name, in its quotes, has a value that starts with this bracket: `"args"[`. */
  readonly opened: ReadonlyMap<string, number>;
}

/** Reads through the tokens once. */
export function sourceOf(text: string, tokens: readonly Token[]): Source {
  const opened = new Map<string, number>();
  for (const [i, { kind }] of tokens.entries()) {
    const name = tokens[i - 2];
    if ((kind !== '{' && kind !== '[') || tokens[i - 1]?.kind !== ':' || name === undefined) continue;
    const key = text.slice(name.start, name.end) + kind;
    opened.set(key, (opened.get(key) ?? 0) + 1);
  }
  return { text, tokens, opened };
}

/** Where an opener may have been: at the end of a line, or after a name that goes with it in every client or elsewhere in the text. */
export function mayOpenBefore(source: Source, i: number, mark: '{' | '['): boolean {
  const { text, tokens, opened } = source;
  const [name, colon, token] = [tokens[i - 2], tokens[i - 1], tokens[i]];
  if (token === undefined || token.kind === 'number' || colon?.kind !== ':' || name === undefined) return i === 0;
  if (token.isFirst) return true;
  const key = text.slice(name.start, name.end);
  if (isUsual(key.slice(1, -1), mark)) return true;
  const own = token.kind === mark ? 1 : 0;
  const isElsewhere = (opened.get(`${key}${mark}`) ?? 0) > own;
  return isElsewhere || (mark === '{' && isFieldOfServer(text.slice(token.start + 1, token.end - 1)));
}

/** An opener or closer that may be one too many: it is next to another of its kind, or repeats the line above. */
export function mayDelete(tokens: readonly Token[], i: number): boolean {
  const [before, token, after] = [tokens[i - 1], tokens[i], tokens[i + 1]];
  if (token === undefined || touchesNumber(tokens, i)) return false;
  // Two closers with a space between them may each have had an opener.
  const touches = (one: Token | undefined, other: Token | undefined): boolean => one?.kind === other?.kind && one?.end === other?.start;
  const isOpener = token.kind === '{' || token.kind === '[';
  const isDoubled = isOpener
    ? before?.kind === token.kind || (after?.kind === token.kind && !after.isFirst)
    : touches(before, token) || touches(token, after);
  if (!isCloser(token) || !token.isFirst) return isDoubled;
  const above = before?.kind === ',' ? tokens[i - 2] : before;
  return above !== undefined && isCloser(above) && above.isFirst && above.indent === token.indent;
}

/** A number and a mark that touches it, or that is in a run of marks that does, may have been one longer number. */
export function touchesNumber(tokens: readonly Token[], i: number): boolean {
  const kind = tokens[i]?.kind;
  let from = i;
  while (tokens[from - 1]?.kind === kind) from--;
  let to = i;
  while (tokens[to + 1]?.kind === kind) to++;
  const after = tokens[to + 1];
  return tokens[from - 1]?.kind === 'number' || (after?.kind === 'number' && after.start === tokens[to]?.end);
}

/** Whether more than marks may be lost: two commas removed from one run, one that was alone between brackets, what was between two members. */
export function mayHaveHeldValues(text: string, tokens: readonly Token[], repairs: readonly Repair[]): boolean {
  if (repairs.some((repair) => mayJoin(text, tokens, repair))) return true;
  const deleted = new Set(repairs.flatMap((repair) => (repair.kind === 'delete-comma' ? [repair.at] : [])));
  return [...deleted].some((at) => {
    const [before, after] = [tokens[at - 1], tokens[at + 1]];
    const isAlone = before?.kind === '[' && after !== undefined && isCloser(after);
    return deleted.has(at + 1) || isAlone;
  });
}

/** Whether what is on both sides of a comma or a colon that is inserted may be what is left of two other members. */
function mayJoin(text: string, tokens: readonly Token[], repair: Repair): boolean {
  if (repair.kind !== 'insert-colon' && repair.kind !== 'insert-comma') return false;
  const [before, after] = [tokens[repair.at - 1], tokens[repair.at]];
  if (before === undefined || after === undefined) return true;
  const between = text.slice(before.end, after.start);
  if (repair.kind === 'insert-comma') return /[\r\n][ \t]+[\r\n]/.test(between);
  const key = text.slice(before.start + 1, before.end - 1);
  if (after.kind === 'number' || after.kind === 'literal' || between === '') return true;
  return after.kind === '[' ? !isUsual(key, '[') : after.kind === '{' && isFieldOfServer(key) && !isUsual(key, '{');
}

function isCloser({ kind }: Token): boolean {
  return kind === '}' || kind === ']';
}
