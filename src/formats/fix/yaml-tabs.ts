import type { Format, Tolerance } from '../edit/format.ts';
import { sameValue, toValue, type MapNode, type Node, type Span } from '../syntax/node.ts';
import { isFieldOfServer, isMainField, oddities, theOnly, type Read } from './choose.ts';
import { linesOf } from '../text-lines.ts';
import { applyPatches, type Candidate, type Patch } from './patch.ts';

/**
 * Tabs that indent, written as spaces: where one line has them, every column that the lines above have open is tried; where they are
 * the whole file's way to indent, several widths. All that reads must say the same. `undefined` also where a tab may have been a
 * letter: after spaces, or at the start of a line that is not indented.
 */
export function withoutTabs(text: string, format: Format, tolerance: Tolerance): Candidate | undefined {
  const own = linesOf(text).filter(({ start, end }) => /^[ \t]*[^\s#]/.test(text.slice(start, end)));
  const indentOf = ({ start, end }: Span): string => /^[ \t]*/.exec(text.slice(start, end))?.[0] ?? '';
  const tabbed = own.filter((line) => indentOf(line).includes('\t'));
  const [first] = tabbed;
  if (first === undefined || tabbed.some((line) => / \t/.test(indentOf(line)))) return undefined;
  const written = (spacesFor: (indent: string) => string, isDoubtful: boolean): readonly Read[] => {
    const patches = tabbed.map((line): Patch => {
      const indent = indentOf(line);
      const splice = { start: line.start, end: line.start + indent.length, text: spacesFor(indent) };
      return { splices: [splice], at: line.start, says: 'a tab was used where only spaces are allowed' };
    });
    const result = applyPatches(text, patches) ?? '';
    const parsed = format.parse(result, tolerance);
    if (parsed.kind !== 'tree' || parsed.root === undefined) return [];
    return [{ text: result, patches, root: parsed.root, value: toValue(parsed.root), isDoubtful }];
  };
  if (tabbed.length === 1) {
    const above = own.slice(0, own.indexOf(first)).map(({ start, end }) => text.slice(start, end));
    const below = own[own.indexOf(first) + 1];
    const dashes = [...(/^\t+((?:- +)*)/.exec(text.slice(first.start, first.end))?.[1] ?? '').matchAll(/- +/g)];
    const next = below === undefined ? 0 : indentOf(below).length;
    // The line below may be a sibling of what is after a dash of this one.
    const siblings = [next, ...dashes.map((dash) => next - dash.index - dash[0].length)].filter((column) => column > 0);
    const columns = new Set([0, ...openColumns(above), ...siblings]);
    const found = [...columns].map((column) => ({ column, read: written(() => ' '.repeat(column), column === 0) }));
    const reads = found.flatMap(({ column, read }) => read.map((one) => ({ column, ...one })));
    const [only] = reads;
    // Not indented at all: the tab may have been the first letter. Elsewhere all must say the same: a line may be anywhere.
    if (only !== undefined && reads.every(({ column, value }) => column > 0 && sameValue(value, only.value))) return only;
    // A line below a name without a value may be its content.
    return /:[ \t]*$/.test(above.at(-1) ?? ':') ? undefined : likeNeighbours(text, first, reads);
  }
  if (own.some((line) => indentOf(line).startsWith(' '))) return undefined;
  return theOnly([2, 4, 8, 3, 1].flatMap((width) => written((indent) => indent.replaceAll('\t', ' '.repeat(width)), false)));
}

/** Of several columns the one where the line is among fields that go with it: a field of a server among the fields of one. */
function likeNeighbours(text: string, line: Span, reads: readonly (Read & { readonly column: number })[]): Candidate | undefined {
  const key = /^\t+([\w-]+):(?:\s|$)/.exec(text.slice(line.start, line.end + 1))?.[1];
  if (key === undefined || !isFieldOfServer(key)) return undefined;
  const likely = reads.filter(({ root }) => isAmongFields(root, key));
  const [only] = likely;
  return only !== undefined && only.column > 0 && likely.length === 1 && oddities(only.root) === 0 ? only : undefined;
}

/** Whether every map with this key is a server: it has at least one of the fields that each has. */
function isAmongFields(node: Node, key: string): boolean {
  const own = mapsWith(node, key);
  return own.length > 0 && own.every((map) => map.members.some((member) => member.key !== key && isMainField(member.key)));
}

function mapsWith(node: Node, key: string): readonly MapNode[] {
  if (node.kind === 'scalar') return [];
  if (node.kind === 'list') return node.items.flatMap((item) => mapsWith(item, key));
  const own = node.members.some((member) => member.key === key) ? [node] : [];
  return [...own, ...node.members.flatMap(({ value }) => mapsWith(value, key))];
}

/** The columns at which the next line may go on: those of what is open above it, and one deeper. */
function openColumns(above: readonly string[]): readonly number[] {
  const columns = new Set<number>();
  let limit = Number.POSITIVE_INFINITY;
  for (const line of above.toReversed()) {
    const indent = line.search(/\S/);
    if (indent >= limit) continue;
    if (limit === Number.POSITIVE_INFINITY && /:(?:\s+[&!]\S+)*\s*(?:#.*)?$|^ *(?:- *)+(?:#.*)?$/.test(line))
      columns.add(indent + (/^ *(?:- +)+/.exec(line)?.[0].length ?? indent) - indent + 2);
    const dashes = /^ *(?:- +)+/.exec(`${line} `)?.[0];
    if (dashes !== undefined) for (const dash of dashes.matchAll(/- +/g)) columns.add(dash.index + dash[0].length);
    columns.add(indent);
    limit = indent;
    if (limit === 0) break;
  }
  return [...columns].toSorted((a, b) => a - b);
}
