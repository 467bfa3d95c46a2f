import type { Format, Tolerance } from '../edit/format.ts';
import { sameValue, toValue, type Span } from '../syntax/node.ts';
import { theOnly, type Read } from './choose.ts';
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
    // Not indented at all: the tab may have been the first letter.
    if (found.some(({ column, read }) => column === 0 && read.length > 0)) return undefined;
    // Every one of them, likely or not: a line may be anywhere.
    const reads = found.flatMap(({ read }) => read);
    return reads.every(({ value }) => reads[0] !== undefined && sameValue(value, reads[0].value)) ? reads[0] : undefined;
  }
  if (own.some((line) => indentOf(line).startsWith(' '))) return undefined;
  return theOnly([2, 4, 8, 3, 1].flatMap((width) => written((indent) => indent.replaceAll('\t', ' '.repeat(width)), false)));
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
