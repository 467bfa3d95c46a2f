import {
  findMember,
  isMap,
  toValue,
  type Member,
  type Node,
  type ServersAt,
  type Splice,
  type Value,
  type ValueMap,
} from '../formats/index.ts';
import { commandWords, type Reading } from '../clients/index.ts';
import type { EntryFacts, FileFacts } from './setup.ts';

/** One change of one file as data. Positions refer to the text that was read. */
export type Edit = { readonly path: string } & (
  | { readonly kind: 'splices'; readonly splices: readonly Splice[] }
  /** Fields set and dropped in one entry, in the style of the file; nested maps are merged. */
  | {
      readonly kind: 'fields';
      readonly reading: Reading;
      readonly at: ServersAt;
      readonly name: string;
      readonly fields: ValueMap;
      readonly drop: readonly string[];
    }
  /** The whole content is replaced: another encoding, a text that parses again. */
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
);

/** Replaces the values of these nodes; nothing else changes. */
export function replaceValues(
  file: Pick<FileFacts, 'path'>,
  values: readonly { readonly node: Pick<Node, 'start' | 'end'>; readonly value: Value }[],
): Edit {
  return {
    kind: 'splices',
    path: file.path,
    splices: values.map(({ node, value }) => ({ start: node.start, end: node.end, text: spell(value) })),
  };
}

/** Renames a member. Only for JSON and YAML: a TOML table may be named in several places. */
export function renameMember(file: Pick<FileFacts, 'path' | 'reading'>, member: Member, name: string): Edit {
  const isPlain = file.reading.format !== 'json' && /^[A-Za-z][\w-]*$/.test(name);
  const { start, end } = member.keySpan;
  return { kind: 'splices', path: file.path, splices: [{ start, end, text: isPlain ? name : spell(name) }] };
}

/** Sets fields of an entry (nested maps member by member), and removes fields. */
export function setFields({ file, entry }: EntryFacts, fields: ValueMap, drop: readonly string[] = []): Edit {
  return { kind: 'fields', path: file.path, reading: file.reading, at: entry.at, name: entry.name, fields, drop };
}

/** Replaces these arguments (by their index); the rest of the list stays as it is written. */
export function replaceArguments(target: EntryFacts, words: ReadonlyMap<number, string>): Edit {
  return replaceValues(
    target.file,
    [...words].flatMap(([index, value]) => {
      const node = argumentNode(target, index);
      return node === undefined ? [] : [{ node, value }];
    }),
  );
}

/** The node of the argument of this index: in `args`, or after the command when one list has both. */
export function argumentNode(target: Pick<EntryFacts, 'file' | 'entry'>, index: number): Node | undefined {
  return argumentNodes(target)[index];
}

/** The nodes of all arguments; `undefined` for one that has none of its own, because it is a word of the command's text. */
export function argumentNodes(target: Pick<EntryFacts, 'file' | 'entry'>): readonly (Node | undefined)[] {
  const known = nodesOf.get(target.entry);
  if (known !== undefined) return known;
  const nodes = findArgumentNodes(target);
  nodesOf.set(target.entry, nodes);
  return nodes;
}

/** A cache: finding the nodes again for every argument of an entry would take quadratic time. */
const nodesOf = new WeakMap<EntryFacts['entry'], readonly (Node | undefined)[]>();

function findArgumentNodes(target: Pick<EntryFacts, 'file' | 'entry'>): readonly (Node | undefined)[] {
  const fields = serverFields(target);
  const command = findMember(fields, target.file.reading.entry.stdio.command)?.value;
  const inCommand = command?.kind === 'list' ? command.items.slice(1) : moreWords(target, command).map(() => undefined);
  const args = findMember(fields, 'args')?.value;
  return [...inCommand, ...(args?.kind === 'list' ? args.items : args === undefined ? [] : [args])];
}

/** The node of the command; `undefined` where its text holds arguments as well, so that replacing it would lose them. */
export function commandNode(target: Pick<EntryFacts, 'file' | 'entry'>): Node | undefined {
  const command = findMember(serverFields(target), target.file.reading.entry.stdio.command)?.value;
  if (command?.kind === 'list') return command.items[0];
  return moreWords(target, command).length > 0 ? undefined : command;
}

/** The arguments in the text of a command that the client splits. */
function moreWords({ file, entry }: Pick<EntryFacts, 'file' | 'entry'>, command: Node | undefined): readonly string[] {
  const { stdio } = file.reading.entry;
  if (stdio.splits === undefined || command?.kind !== 'scalar' || typeof command.value !== 'string') return [];
  const fields = toValue(serverFields({ entry }));
  return commandWords(stdio, command.value, isMap(fields) ? fields.get('args') : undefined).slice(1);
}

/** The node of the start directory, for a client that reads one. */
export function cwdNode({ file, entry }: Pick<EntryFacts, 'file' | 'entry'>): Node | undefined {
  const { cwd } = file.reading.entry.stdio;
  return cwd === undefined ? undefined : findMember(serverFields({ entry }), cwd)?.value;
}

/** The member that holds the fields one level deeper, in entries of that form (Cline's `transport`). */
export function nestedIn({ entry }: Pick<EntryFacts, 'entry'>): Member | undefined {
  const nested = findMember(entry.fields, 'transport');
  return nested?.value.kind === 'map' ? nested : undefined;
}

/** The map that holds the command or the address of an entry. */
export function serverFields(target: Pick<EntryFacts, 'entry'>): Node {
  return nestedIn(target)?.value ?? target.entry.fields;
}

/** Every format here reads a JSON string, number or list of them as the same value. Maps go through {@link setFields}. */
function spell(value: Value): string {
  if (value instanceof Map) throw new TypeError('a map is set as fields');
  if (Array.isArray(value)) return `[${value.map(spell).join(', ')}]`;
  return JSON.stringify(value);
}
