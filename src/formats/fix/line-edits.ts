import type { Node, Span } from '../syntax/node.ts';
import { touchesWholeWords } from './known-words.ts';
import type { Patch } from './patch.ts';

/** One mark set or removed. */
export interface LineEdit {
  readonly at: number;
  readonly kind: 'insert' | 'delete' | 'replace';
  readonly mark: string;
  /** It touches a word, of which it may have been a letter. */
  readonly isDoubtful: boolean;
}

const names: Readonly<Record<string, string>> = { ',': 'a comma', ':': 'a colon', '=': 'an equals sign', '"': 'a quote', "'": 'a quote' };

/** The edit as a patch, in words. */
export function editPatch({ at, kind, mark }: LineEdit): Patch {
  const name = names[mark.trim()] ?? `"${mark.trim()}"`;
  if (kind === 'replace') {
    return { splices: [{ start: at, end: at + 1, text: mark }], at, says: `the wrong bracket was used instead of "${mark}"` };
  }
  return kind === 'insert'
    ? { splices: [{ start: at, end: at, text: mark }], at, says: `${name} was missing` }
    : { splices: [{ start: at, end: at + mark.length, text: '' }], at, says: `one ${name.replace(/^an? /, '')} too many` };
}

const partners: Readonly<Record<string, string>> = { '"': '"', "'": "'", '[': ']', ']': '[', '{': '}', '}': '{' };

const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
const isWord = (character: string | undefined): boolean => isLetter(character) || (character !== undefined && '.+-'.includes(character));

/**
 * Every way to set or remove one of these marks between two offsets, and to turn a closing bracket into the other.
 */
export function lineEdits(text: string, from: number, to: number, inserted: readonly string[], deleted: string): readonly LineEdit[] {
  const edits: LineEdit[] = [];
  // A quote or bracket needs its partner: without one, it is not the missing character.
  const lines = text.slice(from, to);
  const possible = inserted.filter((mark) => lines.includes(partners[mark] ?? ''));
  for (let at = from; at <= to; at++) {
    const before = text[at - 1];
    const here = text[at];
    if (!(isLetter(before) && isLetter(here))) for (const mark of possible) edits.push({ at, kind: 'insert', mark, isDoubtful: false });
    if (here === undefined || at === to) continue;
    if (deleted.includes(here)) {
      edits.push({ at, kind: 'delete', mark: here, isDoubtful: touchesWord(text, at) && !touchesWholeWords(text, at) });
    }
    const other = here === ']' ? '}' : here === '}' ? ']' : undefined;
    if (other !== undefined) edits.push({ at, kind: 'replace', mark: other, isDoubtful: false });
  }
  return edits;
}

/** Over a run of the same mark, as the second of `x]]` is as near to the word as the first. */
function touchesWord(text: string, at: number): boolean {
  const mark = text[at];
  const isRun = (i: number): boolean => text[i] === mark || (text[i] === ' ' && (text[i - 1] === mark || text[i + 1] === mark));
  let from = at;
  while (isRun(from - 1)) from--;
  let to = at + 1;
  while (isRun(to)) to++;
  return isWord(text[from - 1]) || isWord(text[to]) || text[to] === ':';
}

/** Whether there is a line break after everything that is written: a file that was cut off has none. */
export function hasFinalBreak(text: string): boolean {
  return /[\r\n]\s*$/.test(text);
}

/** A comment that touches what is before it, or with marks right after its "#": the "#" may have been a letter. */
export function mayHideMarks(lines: string): boolean {
  return /[^\s,[{#]#|\S[ \t]*#(?=[^\s#]).*["'=,\]}]/.test(lines.replaceAll(/"[^"\r\n]*"|'[^'\r\n]*'/g, '""'));
}

/** The spans of every scalar and every key of a tree. */
export function textSpans(root: Node | undefined): readonly Span[] {
  const spans: Span[] = [];
  const visit = (node: Node): void => {
    if (node.kind === 'scalar') spans.push(node);
    else if (node.kind === 'list') node.items.forEach(visit);
    else
      for (const { keySpan, value } of node.members) {
        spans.push(keySpan);
        visit(value);
      }
  };
  if (root !== undefined) visit(root);
  return spans;
}
