import {
  APOSTROPHE,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SLASH,
  skipComma,
  skipComment,
  skipName,
  skipString,
  skipTrivia,
  skipWord,
} from './json-scan.ts';
import { looseString, wordValue } from './json5.ts';
import type { ListNode, MapNode, Member, Node, ScalarNode } from './node.ts';
import { maxDepth, tooDeepAt } from './reading.ts';

/** How deep a tree is read at once: the root and what is in it. Further down only one branch is ever looked into. */
const eagerDepth = 2;
/** In a text no longer than this everything is read at once: to skip a value first and read it when it is opened takes longer. */
const maxEagerLength = 8_000;
const eagerDepthOfShort = 16;

/** How deep {@link nodeAt} reads the whole of a text. */
export function depthAtOnce(text: string): number {
  return text.length > maxEagerLength ? eagerDepth : eagerDepthOfShort;
}

/**
 * The value that starts at `start` of a well-formed text. Deeper containers are skipped, and read when they are
 * requested.
 * @param depth how many containers in each other are read at once
 * @param opened how many were when the first one is skipped: what is deeper than all formats are read is noticed by the count
 */
export function nodeAt(text: string, start: number, depth = eagerDepth, opened = depth): Node {
  const first = text.charCodeAt(start);
  if (first !== OPEN_BRACE && first !== OPEN_BRACKET) return scalarAt(text, start);
  if (depth > 0) return first === OPEN_BRACE ? mapAt(text, start, depth - 1, opened) : listAt(text, start, depth - 1, opened);
  const end = skipContainer(text, start, opened);
  if (first === OPEN_BRACE) {
    let members: readonly Member[] | undefined;
    return {
      kind: 'map',
      start,
      end,
      get members() {
        return (members ??= mapAt(text, start, 0, 0).members);
      },
    };
  }
  let items: readonly Node[] | undefined;
  return {
    kind: 'list',
    start,
    end,
    get items() {
      return (items ??= listAt(text, start, 0, 0).items);
    },
  };
}

function scalarAt(text: string, start: number): ScalarNode {
  const isString = isQuote(text.charCodeAt(start));
  const end = isString ? skipString(text, start) : skipWord(text, start);
  const raw = text.slice(start, end);
  return { kind: 'scalar', start, end, value: isString ? unquoted(raw) : wordValue(raw) };
}

function mapAt(text: string, start: number, depth: number, opened: number): MapNode {
  const members: Member[] = [];
  let i = skipTrivia(text, start + 1);
  while (i < text.length && text.charCodeAt(i) !== CLOSE_BRACE) {
    const hasQuotes = isQuote(text.charCodeAt(i));
    const keySpan = { start: i, end: hasQuotes ? skipString(text, i) : skipName(text, i) };
    const value = nodeAt(text, skipTrivia(text, skipTrivia(text, keySpan.end) + 1), depth, opened);
    const raw = text.slice(keySpan.start, keySpan.end);
    members.push({ key: hasQuotes ? unquoted(raw) : raw, keySpan, value, start: i, end: value.end });
    i = skipComma(text, value.end);
  }
  return { kind: 'map', start, end: i + 1, members };
}

function listAt(text: string, start: number, depth: number, opened: number): ListNode {
  const items: Node[] = [];
  let i = skipTrivia(text, start + 1);
  while (i < text.length && text.charCodeAt(i) !== CLOSE_BRACKET) {
    const item = nodeAt(text, i, depth, opened);
    items.push(item);
    i = skipComma(text, item.end);
  }
  return { kind: 'list', start, end: i + 1, items };
}

function isQuote(code: number): boolean {
  return code === QUOTE || code === APOSTROPHE;
}

/** The text of a well-formed string. */
function unquoted(raw: string): string {
  const content = raw.slice(1, -1);
  return content.includes('\\') ? (looseString(raw) ?? content) : content;
}

/** @throws SyntaxStop of a text that was not parsed before. */
function skipContainer(text: string, start: number, opened: number): number {
  // What is skipped is in the containers that were opened.
  let depth = opened;
  let i = start;
  while (i < text.length) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
      case APOSTROPHE:
        i = skipString(text, i);
        continue;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (++depth > maxDepth) throw tooDeepAt(i);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        if (--depth === opened) return i + 1;
        break;
      case SLASH:
        i = skipComment(text, i);
        continue;
    }
    i++;
  }
  return i;
}
