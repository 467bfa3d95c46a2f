import { findMember, type Node, type Splice, type Value } from '../../../formats/index.ts';
import { argumentNode, commandNode, type Edit } from '../../edit.ts';
import type { EntryFacts } from '../../setup.ts';
import { setServerFields } from '../entries/fields.ts';

/** The program that an entry is to start. */
export interface Start {
  readonly command: string;
  /** Arguments to insert before those that stay. */
  readonly before?: readonly string[] | undefined;
  /** How many of the first arguments are removed. */
  readonly skip?: number | undefined;
  /** Variables to set as well. */
  readonly env?: ReadonlyMap<string, string> | undefined;
}

/**
 * Makes an entry start another program, with other first arguments. Where possible only those words are replaced; otherwise the
 * fields are rewritten in the style of the file.
 */
export function startWith(entry: EntryFacts, start: Start): Edit {
  const splices = start.env === undefined ? wordSplices(entry, start) : undefined;
  if (splices !== undefined) return { kind: 'splices', path: entry.file.path, splices };
  const { server } = entry.entry;
  const { stdio } = entry.file.reading.entry;
  const args = [...(start.before ?? []), ...(server.kind === 'command' ? server.args.slice(start.skip ?? 0) : [])];
  const fields = new Map<string, Value>(
    stdio.commandIs === 'list'
      ? [[stdio.command, [start.command, ...args]]]
      : [
          [stdio.command, start.command],
          ['args', args],
        ],
  );
  if (start.env !== undefined) fields.set(stdio.env, start.env);
  return setServerFields(entry, fields);
}

function wordSplices(entry: EntryFacts, { before = [], command, skip = 0 }: Start): readonly Splice[] | undefined {
  const { file } = entry;
  const at = commandNode(entry);
  if (at === undefined || file.text === undefined) return undefined;
  const splices: Splice[] = [put(at, command)];
  for (const [i, word] of before.slice(0, skip).entries()) {
    const node = argumentNode(entry, i);
    if (node === undefined) return undefined;
    splices.push(put(node, word));
  }
  if (before.length < skip) return undefined;
  const more = before.slice(skip);
  if (more.length === 0) return splices;
  const first = argumentNode(entry, skip);
  const opening = first === undefined ? undefined : openingOf(entry, file.text, first, skip);
  if (first === undefined || opening === undefined) return undefined;
  return [...splices, { start: first.start, end: first.start, text: more.map((word) => `${JSON.stringify(word)},${opening}`).join('') }];
}

function put({ end, start }: Node, word: string): Splice {
  return { start, end, text: JSON.stringify(word) };
}

/** The white space before an argument of a list in brackets, as its neighbours have it; `undefined` in any other list. */
function openingOf(entry: EntryFacts, text: string, node: Node, index: number): string | undefined {
  const { stdio } = entry.file.reading.entry;
  const { fields } = entry.entry;
  const list = findMember(fields, stdio.commandIs === 'list' ? stdio.command : 'args')?.value;
  if (list?.kind !== 'list' || text[list.start] !== '[' || node.start < list.start || node.end > list.end) return undefined;
  const previous = stdio.commandIs === 'list' || index > 0 ? Math.max(text.lastIndexOf(',', node.start - 1), list.start) : list.start;
  const gap = text.slice(previous + 1, node.start);
  if (!/^\s*$/.test(gap)) return ' ';
  return gap.includes('\n') ? gap : ' ';
}
