import type { Client, ConfigPlace } from './client.ts';
import type { EntryForm } from './entry-form.ts';
import {
  decodeText,
  entriesOf,
  findContainer,
  type Format,
  type FormatName,
  type Member,
  type Node,
  type Parsed,
  type ServersAt,
  type Tolerance,
  toValue,
  type Value,
} from '../formats/index.ts';
import { positionAt } from '../text/index.ts';
import { isEnabled, readServer } from './entry.ts';
import { layoutPath, type Where } from './locate.ts';
import { isOurs, type Server } from './server.ts';
import { maskText } from '../secrets/index.ts';

/**
 * `absent`: nothing there, or a dangling link. `empty`: no value in it. `wrong-key`: it parses, but the servers are not where
 * this client looks. Of `unparsable`, `unreadable` and `not-a-file` nothing can be said about servers.
 */
export type FileState = 'absent' | 'empty' | 'ok' | 'unparsable' | 'unreadable' | 'not-a-file' | 'wrong-key';

export interface FileProblem {
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
}

/** One server as one file has it. */
export interface ServerEntry {
  readonly name: string;
  readonly server: Server;
  /** The client's own switch, if the file has one. */
  readonly enabled: boolean;
  readonly ours: boolean;
  /** 1-based, of the entry's name or of its item. */
  readonly line: number;
  readonly column: number;
  /** Every field as the file has it; holds secrets. */
  readonly value: Value;
  /** Where it is: the container it is in, and the node of its fields in {@link FileReading.text}. */
  readonly at: LayoutAt;
  readonly fields: Node;
}

/** What a config file says to one client. */
export interface FileReading {
  readonly state: FileState;
  readonly error?: FileProblem;
  /** What is worth knowing and no problem of the text itself. */
  readonly notes: readonly string[];
  readonly servers: readonly ServerEntry[];
  /** What was read, without a byte order mark; absent where nothing could be. Holds secrets. */
  readonly text?: string;
  /** The value of `text`, where it parses and is not empty. */
  readonly root?: Node | undefined;
}

/** Where servers are in a file, and how they are spelled there, if not as in the client's other layouts. */
export type LayoutAt = ServersAt & { readonly entry?: EntryForm | undefined };

/** How one client reads one place: the row with the place's own exceptions applied. */
export interface Reading {
  readonly format: FormatName;
  readonly tolerance: Tolerance;
  readonly entry: EntryForm;
  /** Where servers may be; the first is where they are written when none is there yet. */
  readonly layouts: readonly [LayoutAt, ...LayoutAt[]];
  /** Only the first of these that is in the file counts. */
  readonly oneOf?: readonly LayoutAt[] | undefined;
  /** A file without the key of any layout is read as the map of servers itself. */
  readonly withoutWrapper?: true | undefined;
  readonly byteOrderMark: Client['byteOrderMark'];
}

/** @param where has the open project, for maps that are keyed by it. */
export function readingOf(client: Client, place: ConfigPlace, where: Where): Reading {
  const at = (layout: Client['layout']): LayoutAt => ({
    kind: layout.kind,
    path: layoutPath(layout, where),
    wrap: layout.wrap,
    ...(layout.entry === undefined ? {} : { entry: layout.entry }),
  });
  const own = place.layout ?? client.layout;
  const also = place.layout === undefined ? (client.alsoReads ?? []) : [];
  const readsOne = client.readsOneLayout === true && also.length > 0;
  return {
    format: place.format ?? client.format,
    tolerance: place.tolerance ?? client.tolerance,
    entry: place.entry ?? client.entry,
    layouts: [at(own), ...also.filter((layout) => layout !== own).map(at)],
    ...(readsOne ? { oneOf: also.map(at) } : {}),
    ...(place.withoutWrapper === undefined ? {} : { withoutWrapper: place.withoutWrapper }),
    byteOrderMark: place.byteOrderMark ?? client.byteOrderMark,
  };
}

/** Where servers may be in this very file: at its root, where that is the map of servers itself; under the first key of those of which one counts. */
export function layoutsIn(root: Node | undefined, reading: Reading): readonly [LayoutAt, ...LayoutAt[]] {
  const only = reading.oneOf?.find((at) => findContainer(root, at) !== undefined);
  if (only !== undefined) return [only];
  return isMapOfServers(root, reading) ? [{ kind: 'map', path: [] }] : reading.layouts;
}

function isMapOfServers(root: Node | undefined, { layouts, withoutWrapper }: Reading): boolean {
  if (withoutWrapper === undefined || root?.kind !== 'map') return false;
  return holdsServers(root) && !layouts.some(({ path }) => root.members.some(({ key }) => key === path[0]));
}

/** Reads the bytes of a file for one client. Pure; never throws on bad input. */
export function readConfigFile(bytes: Uint8Array, format: Format, reading: Reading): FileReading {
  const decoded = decodeText(bytes);
  if (decoded.kind === 'not-text') return { state: 'unreadable', error: { message: decoded.message }, notes: [], servers: [] };
  const notes = decoded.hasByteOrderMark ? [byteOrderMarkNote(reading)] : [];
  const parsed = format.parse(decoded.text, reading.tolerance);
  const { text } = decoded;
  const root = parsed.kind === 'tree' ? parsed.root : undefined;
  const problem = shapeProblem(parsed, text, reading);
  if (problem) return { ...problem, notes, servers: [], text, root };
  if (root === undefined) return { state: 'empty', notes, servers: [], text };
  return { state: 'ok', notes, servers: readServers(root, text, reading), text, root };
}

function byteOrderMarkNote(reading: Reading): string {
  const what = 'starts with a byte order mark';
  return reading.byteOrderMark === 'rejected' ? `${what}, which this assistant does not accept` : what;
}

/** Why nothing can be read from, or written into, the servers of this file. */
export function shapeProblem(
  parsed: Parsed,
  text: string,
  reading: Reading,
): { readonly state: FileState; readonly error: FileProblem } | undefined {
  if (parsed.kind === 'problem') return { state: 'unparsable', error: parsed.problem };
  const { root } = parsed;
  if (root === undefined || isYamlNull(root, reading)) return undefined;
  if (root.kind !== 'map') {
    return {
      state: 'unparsable',
      error: { ...positionAt(text, root.start), message: `the file should hold named settings; it is ${describe(root)}` },
    };
  }
  for (const at of reading.layouts) {
    const problem = wrongShape(root, at, text, reading);
    if (problem) return { state: 'wrong-key', error: problem };
  }
  return foreignKey(root, text, reading);
}

/** A step of the path that is there but cannot hold servers. */
function wrongShape(root: Node, at: ServersAt, text: string, reading: Reading): FileProblem | undefined {
  let node: Node = root;
  for (const [depth, key] of at.path.entries()) {
    const next: Node | undefined = node.kind === 'map' ? node.members.findLast((member) => member.key === key)?.value : undefined;
    if (next === undefined || isYamlNull(next, reading)) return undefined;
    const expected = depth === at.path.length - 1 ? at.kind : 'map';
    if (next.kind !== expected) {
      const name = at.path.slice(0, depth + 1).join('.');
      return {
        ...positionAt(text, next.start),
        message: `"${name}" should be ${expected === 'map' ? 'a map of names' : 'a list'}; it is ${describe(next)}`,
      };
    }
    node = next;
  }
  return undefined;
}

function isYamlNull(node: Node, reading: Reading): boolean {
  return reading.format === 'yaml' && node.kind === 'scalar' && node.value === null;
}

function describe(node: Node): string {
  if (node.kind === 'map') return 'a map';
  if (node.kind === 'list') return 'a list';
  return node.value === null ? 'null' : `a ${typeof node.value === 'string' ? 'text' : typeof node.value}`;
}

/** The keys under which some client keeps its servers. */
export const serverKeys: readonly string[] = [
  'mcpServers',
  'servers',
  'context_servers',
  'mcp_servers',
  'mcp',
  'amp.mcpServers',
  'extensions',
];

/** How many servers are named that are not read. */
const maxNames = 5;

function foreignKey(root: Node, text: string, reading: Reading): { readonly state: FileState; readonly error: FileProblem } | undefined {
  const foreign = foreignMember(root, reading);
  if (foreign === undefined) return undefined;
  const servers = foreign.value.kind === 'map' ? foreign.value.members.filter(({ value }) => looksLikeServer(value)) : [];
  const names = servers.slice(0, maxNames).map(({ key }) => `"${maskText(key)}"`);
  const more = servers.length > maxNames ? ` and ${servers.length - maxNames} more` : '';
  const message = `the servers (${names.join(', ')}${more}) are under "${foreign.key}"; this assistant reads "${reading.layouts[0].path[0]}"`;
  return { state: 'wrong-key', error: { ...positionAt(text, foreign.start), message } };
}

/** The member of the root that holds servers under the key of another client, when this client's own key is missing. */
export function foreignMember(root: Node | undefined, reading: Reading): Member | undefined {
  if (root?.kind !== 'map' || layoutsIn(root, reading).some((at) => findContainer(root, at) !== undefined)) return undefined;
  // A path of several keys is one place in a larger file; its first key being absent says nothing.
  const own = reading.layouts[0].path;
  if (own.length > 1) return undefined;
  return root.members.find((member) => member.key !== own[0] && serverKeys.includes(member.key) && holdsServers(member.value));
}

/** Whether a map has an entry that starts a program or names an address, in any client's spelling. */
export function holdsServers(node: Node): boolean {
  return node.kind === 'map' && node.members.some((member) => looksLikeServer(member.value));
}

/** Whether a value has a field that names a program or an address, in any client's spelling. */
export function looksLikeServer(node: Node): boolean {
  return node.kind === 'map' && node.members.some((member) => ['command', 'url', 'serverUrl', 'httpUrl', 'cmd'].includes(member.key));
}

function readServers(root: Node, text: string, reading: Reading): readonly ServerEntry[] {
  const layouts = layoutsIn(root, reading);
  return layouts.flatMap((at) => {
    const form = at.entry ?? reading.entry;
    const nested = new Set(
      layouts.filter((other) => other !== at && other.path.length > at.path.length).map((other) => other.path[at.path.length]),
    );
    // When a name is used twice, every parser keeps the last one.
    const entries = entriesOf(findContainer(root, at), at);
    const last = new Map(entries.map((entry, i) => [entry.name, i]));
    return entries
      .filter((entry, i) => !nested.has(entry.name) && last.get(entry.name) === i)
      .map((entry): ServerEntry => {
        const value = toValue(entry.fields);
        const server = readServer(form, value);
        // Lines of a large file are counted only when they are shown.
        let position: ReturnType<typeof positionAt> | undefined;
        return {
          name: entry.name,
          server,
          enabled: isEnabled(form, value),
          ours: isOurs(entry.name, server),
          value,
          at,
          fields: entry.fields,
          get line() {
            return (position ??= positionAt(text, entry.place.start)).line;
          },
          get column() {
            return (position ??= positionAt(text, entry.place.start)).column;
          },
        };
      });
  });
}
