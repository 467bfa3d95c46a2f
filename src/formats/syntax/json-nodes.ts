import {
  CLOSE_BRACE,
  CLOSE_BRACKET,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  SLASH,
  skipComma,
  skipComment,
  skipString,
  skipTrivia,
  skipWord,
} from './json-scan.ts';
import type { ListNode, MapNode, Member, Node, ScalarNode } from './node.ts';

/** As deep as the other formats are read: trees are walked by recursion. */
const maxDepth = 200;
export const tooDeep = `the values are nested too deeply (more than ${maxDepth} levels)`;

export class TooDeep extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super(tooDeep);
    this.offset = offset;
  }
}

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
  const end = text.charCodeAt(start) === QUOTE ? skipString(text, start) : skipWord(text, start);
  const value: unknown = JSON.parse(text.slice(start, end));
  // JSON.parse of a text that starts with neither brace nor bracket gives a scalar.
  return { kind: 'scalar', start, end, value: value as string | number | boolean | null };
}

function mapAt(text: string, start: number, depth: number, opened: number): MapNode {
  const members: Member[] = [];
  let i = skipTrivia(text, start + 1);
  while (text.charCodeAt(i) === QUOTE) {
    const keySpan = { start: i, end: skipString(text, i) };
    const value = nodeAt(text, skipTrivia(text, skipTrivia(text, keySpan.end) + 1), depth, opened);
    members.push({ key: stringAt(text, keySpan.start, keySpan.end), keySpan, value, start: i, end: value.end });
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

function stringAt(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  // A string token parses to a string.
  return raw.includes('\\') ? (JSON.parse(text.slice(start, end)) as string) : raw;
}

/** @throws TooDeep of a text that was not parsed before. */
function skipContainer(text: string, start: number, opened: number): number {
  // What is skipped is in the containers that were opened.
  let depth = opened;
  let i = start;
  while (i < text.length) {
    switch (text.charCodeAt(i)) {
      case QUOTE:
        i = skipString(text, i);
        continue;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (++depth > maxDepth) throw new TooDeep(i);
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
