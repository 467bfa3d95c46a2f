import { insertChild } from '../edit/json-children.ts';
import type { Format, Tolerance } from '../edit/format.ts';
import { findMember, findNode, sameValue, toValue, type MapNode, type Member, type Span } from '../syntax/node.ts';
import { oddities, type Read } from './choose.ts';
import type { Token, Tokens } from './json-tokens.ts';

/** A member of a later object, and the map of the first one in which it is missing. */
interface Missing {
  readonly path: readonly string[];
  readonly member: Member;
}

/** Two maps of one name become one down to here: `mcp`, and `servers` in it. */
const maxDepth = 2;
/** The text is read again after each member that was moved. */
const maxMembers = 100;

/**
 * Objects that stand one after the other, each of them whole, as one object: what the first one lacks is moved into it as it is
 * written. Maps of one name become one where they hold nothing but maps, as a map of servers does. Empty where this would lose
 * something or would be a guess: where two values of one key differ, and where more than a comma is between the objects.
 */
export function joinedBlocks(text: string, { tokens, comments }: Tokens, format: Format, tolerance: Tolerance): readonly Read[] {
  const [first, ...others] = blocksOf(tokens);
  const last = others.at(-1);
  if (first === undefined || last === undefined) return [];
  let joined = text.slice(0, first.end);
  let end = first.end;
  const moved: Span[] = [];
  for (const block of others) {
    const between = text.slice(end, block.start).trim();
    // White space in place of what is before it keeps the offsets.
    const missing = missingIn(
      rootOf(joined, format, tolerance),
      rootOf(text.slice(0, block.start).replaceAll(/[^\r\n]/g, ' ') + text.slice(block.start, block.end), format, tolerance),
    );
    if (missing === undefined || moved.length + missing.length > maxMembers || (between !== '' && between !== ',')) return [];
    for (const { path, member } of missing) {
      const container = findNode(rootOf(joined, format, tolerance), path);
      if (container?.kind !== 'map') return [];
      joined = insertChild(joined, container, () => text.slice(member.start, member.end), true);
      moved.push(member);
    }
    end = block.end;
  }
  const isLost = ({ start }: Span): boolean =>
    start > first.end && start < end && !moved.some((span) => span.start < start && start < span.end);
  joined += text.slice(end);
  const root = comments.some(isLost) ? undefined : rootOf(joined, format, tolerance);
  if (root === undefined) return [];
  const patches = others.map(({ start }) => ({ splices: [], at: start, says: 'a second object begins, and both become one' }));
  return [{ text: joined, patches, root, value: toValue(root), isDoubtful: oddities(root) > 0 }];
}

/** From the first to the last brace of each object that is in no other; empty when the brackets do not match. */
function blocksOf(tokens: readonly Token[]): readonly Span[] {
  const blocks: Span[] = [];
  const open: Token[] = [];
  for (const token of tokens) {
    if (token.kind === '{' || token.kind === '[') open.push(token);
    if (token.kind !== '}' && token.kind !== ']') continue;
    const opener = open.pop();
    if (opener?.kind !== (token.kind === '}' ? '{' : '[')) return [];
    if (open.length === 0) blocks.push({ start: opener.start, end: token.end });
  }
  return open.length === 0 ? blocks : [];
}

function rootOf(text: string, format: Format, tolerance: Tolerance): MapNode | undefined {
  const parsed = format.parse(text, tolerance);
  return parsed.kind === 'tree' && parsed.root?.kind === 'map' ? parsed.root : undefined;
}

/** `undefined` where one of them is no map, or where they do not agree. */
function missingIn(to: MapNode | undefined, from: MapNode | undefined, path: readonly string[] = []): readonly Missing[] | undefined {
  if (to === undefined || from === undefined || hasRepeats(to) || hasRepeats(from)) return undefined;
  const found: Missing[] = [];
  for (const member of from.members) {
    const known = findMember(to, member.key)?.value;
    if (known === undefined) found.push({ path, member });
    else if (!sameValue(toValue(known), toValue(member.value))) {
      const { value } = member;
      if (path.length === maxDepth || known.kind !== 'map' || value.kind !== 'map' || ![known, value].every(holdsMaps)) return undefined;
      const inner = missingIn(known, value, [...path, member.key]);
      if (inner === undefined) return undefined;
      found.push(...inner);
    }
  }
  return found;
}

function hasRepeats({ members }: MapNode): boolean {
  return new Set(members.map(({ key }) => key)).size < members.length;
}

function holdsMaps({ members }: MapNode): boolean {
  return members.every(({ value }) => value.kind === 'map');
}
