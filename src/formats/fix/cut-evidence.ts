import type { Node } from '../syntax/node.ts';
import { lineStart } from '../text-lines.ts';
import { isFieldOfServer, isServer, oddities, type Candidate } from './choose.ts';
import { isKnownWord } from './known-words.ts';

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
