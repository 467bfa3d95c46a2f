import { findNode, type Member } from '../../../formats/index.ts';
import { layoutsIn, serverKeys, type ServerEntry } from '../../../clients/index.ts';
import { nameOf } from '../../../machine/index.ts';
import type { FileFacts, Setup } from '../../setup.ts';
import { isOneOfMany } from '../files/file-readers.ts';
import { isServerAmongServers, isSurelyServer, serversIn } from './server-shape.ts';

/** Servers among the members of the root, and whether the map for them is missing. */
export function serversAtRoot(
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
export function serversInOldSettings({
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
export function* serversInEntries({
  servers,
}: FileFacts): Generator<{ readonly parent: ServerEntry; readonly member: Member; readonly own: string }> {
  for (const parent of servers) {
    if (parent.at.kind !== 'map' || !isServerAmongServers(parent.fields)) continue;
    for (const member of serversIn(parent.fields)) {
      if (!ownMaps.has(member.key)) yield { parent, member, own: parent.at.path.join('.') };
    }
  }
}
