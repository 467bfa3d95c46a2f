import { clients, locate, readingOf, serverKeys, type ConfigPlace } from '../../../clients/index.ts';
import { findMember, findNode, isMap, toValue, type Member, type Node, type Value } from '../../../formats/index.ts';
import type { Fix } from '../../diagnostic.ts';
import type { FileFacts, Setup } from '../../setup.ts';
import { mayFix } from '../entries/fields.ts';
import { isMisspelt } from '../entries/near-fields.ts';
import { isServerAmongServers, serversIn } from '../entries/server-shape.ts';
import { whereOf } from '../files/file-readers.ts';
import { changedText, newText, readsAs, withHeadersRenamed } from './rewrite-file.ts';

/** Servers of a file that its client does not read, because they are under the key of another one, beside its own key. */
export interface ServersBeside {
  readonly member: Member;
  /** Where the client looks. */
  readonly own: string;
  /** Those that are not under its own key too. */
  readonly unread: readonly Member[];
}

/** Such servers. None when some client reads the file under that key. */
export function* serversBeside(setup: Setup, file: FileFacts): Generator<ServersBeside> {
  const { reading, root, state } = file;
  if (root?.kind !== 'map' || state !== 'ok') return;
  const own = reading.layouts[0].path;
  // Without the right key it is "wrong-key" itself, or "misspelt-key". A longer path is one place in a larger file.
  if (own.length === 1 && reading.layouts.every(({ path }) => findNode(root, path) === undefined)) return;
  const readHere = new Set(file.servers.map(({ name }) => name));
  for (const member of root.members) {
    const isOfServers = (serverKeys.includes(member.key) && !member.key.includes('.')) || isMisspelt(member.key, own.join('.'));
    if (!isOfServers || isRead(setup, file, member.key)) continue;
    // "servers" and the like may be a setting of another kind.
    const isCertain = /mcp|context/i.test(member.key) && member.key !== 'mcp';
    const found = isCertain ? serversIn(named(member.value, reading), isServerAmongServers) : serversIn(named(member.value, reading));
    const unread = found.filter(({ key }) => !readHere.has(key));
    if (unread.length > 0) yield { member, own: own.join('.'), unread };
    yield* inSettings(member, file, readHere);
  }
}

/** A list of entries with names as a map of them, where the client reads a list. */
function named(node: Node, { layouts: [{ kind }] }: FileFacts['reading']): Node {
  if (kind !== 'list' || node.kind !== 'list') return node;
  const members = node.items.flatMap((value): readonly Member[] => {
    const name = findMember(value, 'name')?.value;
    if (name?.kind !== 'scalar' || typeof name.value !== 'string') return [];
    return [{ key: name.value, keySpan: name, value, start: value.start, end: value.end }];
  });
  return { kind: 'map', start: node.start, end: node.end, members };
}

/** `mcp` with `servers` in it, the old form of VS Code's settings, which READMEs still show. */
function* inSettings({ key, value }: Member, { reading }: FileFacts, readHere: ReadonlySet<string>): Generator<ServersBeside> {
  if (key !== 'mcp' || value.kind !== 'map') return;
  for (const inner of value.members.filter((one) => serverKeys.includes(one.key))) {
    const unread = serversIn(inner.value).filter((server) => !readHere.has(server.key));
    const member = { ...inner, key: `${key}.${inner.key}` };
    if (unread.length > 0) yield { member, own: reading.layouts[0].path.join('.'), unread };
  }
}

/** Whether any client of the registry reads servers from this file under this key of the root. */
function isRead(setup: Setup, file: FileFacts, key: string): boolean {
  if (file.reading.layouts.some(({ path }) => path[0] === key)) return true;
  const where = whereOf(setup);
  return clients.some((client) =>
    client.files.some((place) => isAt(setup, file, place) && readingOf(client, place, where).layouts.some(({ path }) => path[0] === key)),
  );
}

/** Whether a place is this file, for a file of the project on any platform: others work in it too. */
function isAt(setup: Setup, { path, scope }: FileFacts, { at }: ConfigPlace): boolean {
  const where = whereOf(setup);
  if (locate(at, where).includes(path)) return true;
  if (scope !== 'project' || 'from' in at) return false;
  const name = path.slice(setup.facts.workspace.path.length + 1).replaceAll('\\', '/');
  return Object.values(at).some((place) => place.from === 'workspace' && place.path === name);
}

/** Moves the servers under the client's own key; `undefined` where a name is used on both sides, or a comment would be lost. */
export function moveBesideFix(setup: Setup, file: FileFacts, { member, own, unread }: ServersBeside): Fix | undefined {
  const { root, text } = file;
  const [at] = file.reading.layouts;
  if (!mayFix({ file }) || root?.kind !== 'map' || text === undefined || at.kind !== 'map' || member.value.kind !== 'map') return undefined;
  // What is no server would be moved too.
  if (member.value.members.length !== unread.length || root.members.filter(({ key }) => key === member.key).length !== 1) return undefined;
  const moved = file.reading.format === 'toml' ? withHeadersRenamed(text, member.key, own) : movedText(file, member, text);
  if (moved === undefined || !readsAs(file, moved, wanted(file, member))) return undefined;
  return { kind: 'confirm', says: `move the servers from "${member.key}" to "${own}"`, edit: newText(setup, file, moved) };
}

function movedText(file: FileFacts, member: Member, text: string): string | undefined {
  const [at] = file.reading.layouts;
  const servers = toValue(member.value);
  if (!isMap(servers) || hasComments(text.slice(member.value.start, member.value.end), file)) return undefined;
  const sets = [...servers].flatMap(([name, fields]) =>
    isMap(fields) ? [{ at, change: { kind: 'set', name, fields, drop: [] } as const }] : [],
  );
  if (sets.length !== servers.size) return undefined;
  return changedText(file, [{ at: { kind: 'map', path: [] }, change: { kind: 'remove', name: member.key } }, ...sets]);
}

/** The entries are written again, without what is between their fields. */
function hasComments(text: string, { reading }: FileFacts): boolean {
  if (reading.format === 'yaml') return /(^|\s)#/.test(text);
  try {
    JSON.parse(text);
    return false;
  } catch {
    // More than plain JSON.
    return true;
  }
}

/** The value of the file after the move. */
function wanted({ reading, root }: FileFacts, member: Member): Value {
  const [at] = reading.layouts;
  const add = (path: readonly string[], value: Value | undefined): Value => {
    const [key, ...rest] = path;
    const map = isMap(value) ? value : new Map<string, Value>();
    const moved = toValue(member.value);
    if (key === undefined) return new Map([...map, ...(isMap(moved) ? moved : [])]);
    return new Map([...map, [key, add(rest, map.get(key))]]);
  };
  const before = root === undefined ? new Map<string, Value>() : toValue(root);
  const others = new Map(isMap(before) ? [...before].filter(([key]) => key !== member.key) : []);
  return add(at.path, others);
}
