import { isFieldOfServer, isUsual, isServer, oddities, type Candidate } from './choose.ts';
import type { Frame, Repair } from './json-reading.ts';
import type { Token } from './json-tokens.ts';
import type { Node } from '../syntax/node.ts';
import { lineStart } from '../text-lines.ts';
import { isKnownWord } from './known-words.ts';

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

/**
 * Whether a bracket may be missing or wrong because a piece of the text was cut out, from the middle of one value to the middle of another:
 * `"args": ["-y", "pkg"], "cwd": "/x"` becomes `"args": ["-y", "pk/x"`, which looks as if only "]" were missing. What such a cut does not
 * leave behind is a trace of the bracket itself: the space that `{ … }` has before its end, a line of its own, a text beside it that is
 * known from elsewhere.
 *
 * @param text The text before the patches
 */
export function mayBeCut(text: string, { patches, text: patched }: Candidate, root: Node): boolean {
  const set = bracketsSet(patches);
  // Where all is on one line, an end too many may as well be a beginning that was lost with other things.
  if (patches.some((patch) => isEndDeleted(patch, text)) && (!/[\r\n]/.test(patched.slice(root.start, root.end)) || isServerAtRoot(root)))
    return true;
  if (set.length === 0) return false;
  if (oddities(root) > 0) return true;
  return containers(root).some((node) => {
    // `"x" ]` is no end of a list that begins with `["x`.
    if (set.some(({ at }) => at === node.start)) return /^\[\S[^]*[ \t]\]$/.test(patched.slice(node.start, node.end));
    const bracket = set.find(({ at }) => at === node.end - 1);
    return bracket !== undefined && !hasTrace(patched, node, text, bracket.isReplaced);
  });
}

interface Bracket {
  readonly at: number;
  /** It was another bracket. */
  readonly isReplaced: boolean;
}

/** Where brackets were inserted or replaced, in the new text. */
function bracketsSet(patches: Candidate['patches']): readonly Bracket[] {
  const splices = patches.flatMap((patch) => patch.splices).toSorted((a, b) => a.start - b.start);
  let shift = 0;
  return splices.flatMap(({ end, start, text }) => {
    const at = start + shift + text.search(/[[\]}]/);
    shift += text.length - (end - start);
    return /[[\]}]/.test(text) ? [{ at, isReplaced: end > start }] : [];
  });
}

function isEndDeleted({ splices }: Candidate['patches'][number], text: string): boolean {
  return splices.some(({ start, end, text: insert }) => insert === '' && /^\s*[\]}]\s*$/.test(text.slice(start, end)));
}

/** No client has servers directly in the file. */
function isServerAtRoot(root: Node): boolean {
  return root.kind === 'map' && root.members.some(({ value }) => value.kind === 'map' && isServer(value));
}

/** Everything in brackets. */
function containers(root: Node): readonly Node[] {
  const found: Node[] = [];
  const visit = (node: Node): void => {
    if (node.kind === 'scalar') return;
    found.push(node);
    if (node.kind === 'list') node.items.forEach(visit);
    else for (const { value } of node.members) visit(value);
  };
  visit(root);
  return found;
}

/**
 * Whether the end of this container is where someone has it who opened it so.
 *
 * @param isReplaced Another bracket was here
 */
function hasTrace(patched: string, node: Node, text: string, isReplaced: boolean): boolean {
  const { end, start } = node;
  const inside = patched.slice(start + 1, end - 1);
  if (inside.trim() === '') return true;
  // A container whose opener ends its line has its closer on a line of its own.
  if (/^[ \t]*(?:\/[/*][^\r\n]*)?[\r\n]/.test(inside)) {
    const isAlone = patched.slice(lineStart(patched, end - 1), end - 1).trim() === '';
    // The bracket that was there instead may be the end of another container, whose beginning is lost.
    return isAlone && !isReplaced;
  }
  const [opens, closes] = [/^\s/.test(inside), /\s$/.test(inside)];
  if (opens || closes) return opens && closes;
  // The name after it may be the end of something else.
  const next = /^[ \t]*,[ \t]*"([^"\\]*)"[ \t]*:/.exec(patched.slice(end, end + 200))?.[1];
  if (next !== undefined && !isFieldOfServer(next) && !isKnownWord(next, text)) return false;
  return (isReplaced && padsMaps(patched, node)) || !endsInUnknownText(patched, node, text);
}

/** Whether the last value is a text, as at the end of a cut, that may be a half of one and a half of another. */
function endsInUnknownText(patched: string, node: Node, text: string): boolean {
  const last = lastChild(node);
  const written = last === undefined ? '' : patched.slice(last.start, last.end);
  return /^["']/.test(written) && !isKnownWord(written.slice(1, -1), text);
}

function lastChild(node: Node): Node | undefined {
  if (node.kind === 'list') return node.items.at(-1);
  return node.kind === 'map' ? node.members.at(-1)?.value : undefined;
}

/**
 * Whether `}` was written for `]` in a file whose maps on one line all have spaces inside, so that this one ends none of them.
 */
function padsMaps(patched: string, { start }: Node): boolean {
  if (patched.charAt(start) !== '[') return false;
  const maps = patched.match(/\{[^{}\r\n]*[^{}\s][^{}\r\n]*\}/g) ?? [];
  return maps.length > 0 && maps.every((map) => map.startsWith('{ ') && map.endsWith(' }'));
}
