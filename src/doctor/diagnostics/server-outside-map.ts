import { defineDiagnostic, type Sighting, type Fix, type Setup, type FileFacts } from '../diagnostic.ts';
import { quotedNames, clientsThat } from '../judging/wording.ts';
import { ownersByPath, isOneOfMany } from '../judging/files/file-readers.ts';
import { joinPath, nameOf } from '../../machine/index.ts';
import { isMap, toValue, type Member, type Node, type ServersAt, type Value, findNode } from '../../formats/index.ts';
import { liftOutOfMap, wrapInMap, changedText, newText, readsAs } from '../judging/json/rewrite-file.ts';
import { layoutsIn, serverKeys, type ServerEntry } from '../../clients/index.ts';
import { isServerAmongServers, isSurelyServer, serversIn } from '../judging/entries/server-shape.ts';

/** Claude Code reads a map without a wrapper in a plugin: https://code.claude.com/docs/en/mcp#plugin-provided-mcp-servers */
const pluginMarks = ['.claude-plugin/plugin.json', '.cursor-plugin/plugin.json'];

export default defineDiagnostic({
  id: 'server-outside-map',
  severity: 'error',
  summary: 'A server is beside the map of servers or inside another server, where it is not read.',
  restsOn: ['entry'],
  *looks({ facts }) {
    for (const mark of pluginMarks) yield joinPath(facts.workspace.path, mark, facts.platform);
  },
  *detect(setup) {
    const isPlugin = pluginMarks.some((mark) => setup.seen.has(joinPath(setup.facts.workspace.path, mark, setup.facts.platform)));
    for (const owners of ownersByPath(setup.files)) {
      const [{ scope, state }] = owners;
      if (state === 'ok' && !(isPlugin && scope === 'project')) yield* atRoot(setup, owners);
      if (state === 'ok' || state === 'wrong-key') yield* inOldSettings(setup, owners);
      yield* inEntries(setup, owners);
    }
  },
});

type Owners = ReturnType<typeof ownersByPath>[number];

function* atRoot(setup: Setup, owners: Owners): Generator<Sighting> {
  const [first] = owners;
  const { own, isBare, members } = serversAtRoot(first, setup.facts.platform);
  const [one] = members;
  if (one === undefined) return;
  if (isBare) {
    const fix = bareMapFix(setup, first, own, members);
    for (const file of owners) {
      yield {
        file,
        span: one.keySpan,
        message: `${quotedNames(members.map(({ key }) => key))} ${members.length === 1 ? 'is' : 'are'} at the root of the file. ${clientsThat(owners, 'look')} under "${own}", which does not exist, so nothing starts.`,
        hint: `Put { "${own}": … } around all of it.`,
        detail: 'bare',
        fix,
      };
    }
    return;
  }
  for (const member of members) {
    const fix = moveFix(setup, first, { name: member.key, value: member.value, from: { kind: 'root' } });
    for (const file of owners) {
      yield {
        file,
        span: member.keySpan,
        message: `"${member.key}" is beside "${own}" and not in it, so it never starts: ${clientsThat(owners, 'read')} no server there.`,
        hint: `Move it between the braces of "${own}".`,
        detail: member.key,
        fix,
      };
    }
  }
}

function* inOldSettings(setup: Setup, owners: Owners): Generator<Sighting> {
  const [first] = owners;
  const found = serversInOldSettings(first);
  // Another client may read servers there.
  if (
    found === undefined ||
    setup.files.some(({ path, reading }) => path === first.path && reading.layouts.some((at) => at.path[0] === 'mcp'))
  )
    return;
  const fix = liftFix(setup, first, found);
  for (const file of owners) {
    yield {
      file,
      span: found.outer.keySpan,
      message: `The servers are under "servers" in "mcp", the old form of VS Code's settings. ${clientsThat(owners, 'look')} under "${found.own}", which does not exist, so nothing starts.`,
      hint: `Move them to "${found.own}", without "mcp" around it.`,
      detail: 'mcp.servers',
      fix,
    };
  }
}

function* inEntries(setup: Setup, owners: Owners): Generator<Sighting> {
  const [first] = owners;
  for (const { parent, member, own } of serversInEntries(first)) {
    const fix = moveFix(setup, first, { name: member.key, value: member.value, from: { kind: 'entry', name: parent.name, at: parent.at } });
    for (const file of owners) {
      yield {
        file,
        span: member.keySpan,
        message: `"${member.key}" is inside the server "${parent.name}", so it never starts: ${clientsThat(owners, 'read')} it as a setting of that server.`,
        hint: `A brace is in the wrong place: close "${parent.name}" before "${member.key}", so that both are in "${own}".`,
        detail: `${parent.name}/${member.key}`,
        fix,
      };
    }
  }
}

/** A server that is outside the map of servers. */
interface Misplaced {
  readonly name: string;
  readonly value: Node;
  readonly from: { readonly kind: 'root' } | { readonly kind: 'entry'; readonly name: string; readonly at: ServersAt };
}

/** Moves one server into the map; `undefined` when its name is already used there, or the editor cannot do it. */
function moveFix(setup: Setup, file: FileFacts, { name, value, from }: Misplaced): Fix | undefined {
  const fields = toValue(value);
  if (file.scope === 'managed' || !isMap(fields) || file.servers.some((server) => server.name === name)) return undefined;
  const [first] = file.reading.layouts;
  const at = from.kind === 'entry' ? from.at : (file.servers[0]?.at ?? first);
  const away =
    from.kind === 'entry'
      ? { at, change: { kind: 'set', name: from.name, fields: new Map<string, Value>(), drop: [name] } as const }
      : { at: { kind: 'map', path: [] } as const, change: { kind: 'remove', name } as const };
  const text = changedText(file, [away, { at, change: { kind: 'set', name, fields, drop: [] } }]);
  if (text === undefined) return undefined;
  return { kind: 'confirm', says: `move "${name}" into "${at.path.join('.')}"`, edit: newText(setup, file, text) };
}

/** Puts the map around servers that are at the root; `undefined` when the root has other members too. */
function bareMapFix(setup: Setup, file: FileFacts, own: string, members: readonly Member[]): Fix | undefined {
  const { root, text, reading, scope } = file;
  const isMapOfServers = root?.kind === 'map' && root.members.length === members.length;
  if (!isMapOfServers || text === undefined || reading.format !== 'json' || scope === 'managed') return undefined;
  const result = wrapInMap(text, root, own);
  if (!readsAs(file, result, new Map([[own, toValue(root)]]))) return undefined;
  return { kind: 'confirm', says: `put "${own}" around the servers`, edit: newText(setup, file, result) };
}

/** Replaces a map that only holds a map of servers by that map, under the right key. */
function liftFix(
  setup: Setup,
  file: FileFacts,
  { outer, inner, own }: { readonly outer: Member; readonly inner: Member; readonly own: string },
): Fix | undefined {
  const { root, text, reading, scope } = file;
  const isOnly = outer.value.kind === 'map' && outer.value.members.length === 1;
  if (root?.kind !== 'map' || !isOnly || text === undefined || reading.format !== 'json' || scope === 'managed') return undefined;
  if (root.members.some(({ key }) => key === own)) return undefined;
  const moved = liftOutOfMap(text, outer.value, inner.value);
  const result = moved.slice(0, outer.keySpan.start) + JSON.stringify(own) + moved.slice(outer.keySpan.end);
  const wanted: Value = new Map(root.members.map((one) => (one === outer ? [own, toValue(inner.value)] : [one.key, toValue(one.value)])));
  if (!readsAs(file, result, wanted)) return undefined;
  return { kind: 'confirm', says: `put the servers under "${own}"`, edit: newText(setup, file, result) };
}

/** Servers among the members of the root, and whether the map for them is missing. */
function serversAtRoot(
  file: FileFacts,
  platform: Setup['facts']['platform'],
): { readonly own: string; readonly isBare: boolean; readonly members: readonly Member[] } {
  const [at, ...also] = file.reading.layouts;
  const own = at.path[0] ?? '';
  const none = { own, isBare: false, members: [] };
  // A longer path is one place in a larger file. One of many files may be a single server (Continue).
  if (file.root?.kind !== 'map' || layoutsIn(file.root, file.reading) !== file.reading.layouts) return none;
  if (at.kind !== 'map' || at.path.length !== 1 || isOneOfMany(file, platform)) return none;
  const isBare = [at, ...also].every(({ path }) => findNode(file.root, path) === undefined);
  const members = serversIn(file.root, holdsOnlyServers(file.path) ? isServerAmongServers : isSurelyServer).filter(
    ({ key }) => !serverKeys.includes(key),
  );
  return { own, isBare, members };
}

/**
 * The map of servers in `{ "mcp": { "servers": … } }`, the old form of VS Code's settings, in a file whose client reads another
 * key. https://code.visualstudio.com/updates/v1_102
 */
function serversInOldSettings({
  path,
  reading,
  root,
}: FileFacts): { readonly outer: Member; readonly inner: Member; readonly own: string } | undefined {
  const [at] = reading.layouts;
  const [own, ...more] = at.path;
  // Its own key again, one level deeper, is double-wrapped.
  if (own === undefined || own === 'servers' || more.length > 0 || at.kind !== 'map' || root?.kind !== 'map' || !holdsOnlyServers(path))
    return undefined;
  // Servers under the client's own key are read.
  if (reading.layouts.some((other) => other.path[0] === 'mcp' || findNode(root, other.path) !== undefined)) return undefined;
  const outer = root.members.find(({ key }) => key === 'mcp');
  const inner = outer?.value.kind === 'map' ? outer.value.members.find(({ key }) => key === 'servers') : undefined;
  return outer !== undefined && inner !== undefined && serversIn(inner.value, isServerAmongServers).length > 0
    ? { outer, inner, own }
    : undefined;
}

/** By its name. Others hold settings too, and a setting may name a program. */
function holdsOnlyServers(path: string): boolean {
  return (
    /mcp|^servers\.json$|^claude_desktop_config\.json$/i.test(nameOf(path)) &&
    !/settings\.json$|config\.(yaml|toml)$/.test(nameOf(path).replace(/mcp_settings/, ''))
  );
}

/** Members of an entry that hold further fields of the same entry in some client, or its form for one platform. */
const ownMaps = new Set(
  'transport oauth auth settings metadata dev sandbox env environment envs headers requestOptions windows linux osx macos darwin win32'.split(
    ' ',
  ),
);

/** Whole servers inside another one. */
function* serversInEntries({
  servers,
}: FileFacts): Generator<{ readonly parent: ServerEntry; readonly member: Member; readonly own: string }> {
  for (const parent of servers) {
    if (parent.at.kind !== 'map' || !isServerAmongServers(parent.fields)) continue;
    for (const member of serversIn(parent.fields)) {
      if (!ownMaps.has(member.key)) yield { parent, member, own: parent.at.path.join('.') };
    }
  }
}
