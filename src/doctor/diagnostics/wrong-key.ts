import { foreignMember, looksLikeServer, clients, locate, readingOf, serverKeys, type ConfigPlace } from '../../clients/index.ts';
import { type Member, findMember, findNode, isMap, toValue, type Node, type Value } from '../../formats/index.ts';
import { maskText } from '../../secrets/index.ts';
import { defineDiagnostic, type Sighting, type Fix, type Setup, type FileFacts } from '../diagnostic.ts';
import { isMisspelt } from '../judging/entries/near-fields.ts';
import { clientsThat, quotedNames } from '../judging/wording.ts';
import { onlyNamedClients, othersWithKey, ownersByPath, whereOf } from '../judging/files/file-readers.ts';
import { renameRootKey, changedText, newText, readsAs, withHeadersRenamed } from '../judging/json/rewrite-file.ts';
import { mayFix } from '../judging/entries/fields.ts';
import { isServerAmongServers, serversIn } from '../judging/entries/server-shape.ts';

/** Each client keeps its servers under its own key and ignores the keys of other clients: see the registry (`layout`). */
export default defineDiagnostic({
  id: 'wrong-key',
  severity: 'error',
  summary: "The servers are under another assistant's key.",
  restsOn: ['entry'],
  *detect(setup) {
    yield* besideTheRightOne(setup);
    const here = new Map(setup.facts.clients.map(({ client, installed }) => [client.id, installed]));
    for (const owners of ownersByPath(setup.files)) {
      const [first] = owners;
      const { reading, root, state } = first;
      const foreign = state === 'wrong-key' ? foreignMember(root, reading) : undefined;
      const [at] = reading.layouts;
      const own = at.path[0];
      if (foreign === undefined || own === undefined || isMisspelt(foreign.key, own)) continue;
      // The file may be another client's, who reads it under this very key.
      const others = othersWithKey(setup, first, foreign.key);
      if (others.some(({ id }) => onlyNamedClients(setup) || here.get(id) === true || !first.installed)) continue;
      const edit = at.kind === 'map' && others.length === 0 ? renameRootKey(setup, first, foreign, own) : undefined;
      for (const file of owners) {
        yield {
          file,
          span: foreign.keySpan,
          message: `The servers are under "${foreign.key}"${namesOf(foreign)}. ${clientsThat(owners, 'read')} only "${own}" here, so none of them starts.`,
          hint:
            at.kind === 'map'
              ? `Call the key "${own}". What an entry looks like may differ too: run "snap mcp validate" again afterwards.`
              : `The assistant reads a list under "${own}". "snap tools print" shows one.`,
          detail: foreign.key,
          fix: edit === undefined ? undefined : ({ kind: 'confirm', says: `rename the key "${foreign.key}" to "${own}"`, edit } as const),
        };
      }
    }
  },
});

/** A block of a README, pasted into a file that has servers: only those under the right key are read. */
function* besideTheRightOne(setup: Setup): Generator<Sighting> {
  for (const owners of ownersByPath(setup.files)) {
    const [first] = owners;
    for (const found of serversBeside(setup, first)) {
      const { member, own, unread } = found;
      const fix = moveBesideFix(setup, first, found);
      const names = quotedNames(unread.map(({ key }) => key));
      const hasShape = first.reading.layouts[0].kind === member.value.kind;
      for (const file of owners) {
        yield {
          file,
          span: member.keySpan,
          message: `${names} ${unread.length === 1 ? 'is' : 'are'} under "${member.key}". ${clientsThat(owners, 'read')} only "${own}" here, so ${unread.length === 1 ? 'it never starts' : 'they never start'}.`,
          hint: hasShape
            ? `Move ${unread.length === 1 ? 'it' : 'them'} to "${own}". What an entry looks like may differ too: run "snap mcp validate" again afterwards.`
            : `The assistant reads a list under "${own}". "snap tools print" shows one.`,
          detail: member.key,
          fix,
        };
      }
    }
  }
}

/** The servers that are lost, so that each is found by its name. */
function namesOf({ value }: Member): string {
  const names = value.kind === 'map' ? value.members.filter((member) => looksLikeServer(member.value)).map(({ key }) => maskText(key)) : [];
  return names.length === 0 ? '' : ` (${quotedNames(names)})`;
}

/** Servers of a file that its client does not read, because they are under the key of another one, beside its own key. */
interface ServersBeside {
  readonly member: Member;
  /** Where the client looks. */
  readonly own: string;
  /** Those that are not under its own key too. */
  readonly unread: readonly Member[];
}

/** Such servers. None when some client reads the file under that key. */
function* serversBeside(setup: Setup, file: FileFacts): Generator<ServersBeside> {
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
function moveBesideFix(setup: Setup, file: FileFacts, { member, own, unread }: ServersBeside): Fix | undefined {
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
