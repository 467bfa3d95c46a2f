import { findMember, type MapNode, type Member, type Node, findNode, parseJson } from '../../../formats/index.ts';
import { holdsServers, layoutsIn, looksLikeServer, serverKeys, type Reading } from '../../../clients/index.ts';

/** Whether a map starts a program with arguments, or names an address: only servers have this form. */
export function isSurelyServer(node: Node): node is MapNode {
  if (node.kind !== 'map') return false;
  const command = findMember(node, 'command')?.value;
  if (command?.kind === 'scalar' && typeof command.value === 'string') return findMember(node, 'args')?.value.kind === 'list';
  if (command?.kind === 'list') return findMember(node, 'type') !== undefined;
  return ['url', 'serverUrl', 'httpUrl'].some((key) => isAddress(findMember(node, key)?.value));
}

/** The same for a file that contains only servers: there, a program without arguments is a server too. */
export function isServerAmongServers(node: Node): node is MapNode {
  if (isSurelyServer(node)) return true;
  const command = findMember(node, 'command')?.value;
  return command?.kind === 'scalar' && typeof command.value === 'string' && command.value !== '';
}

/** Members of a map that are servers. */
export function serversIn(node: Node | undefined, isServer: (value: Node) => boolean = isSurelyServer): readonly Member[] {
  return node?.kind === 'map'
    ? node.members.filter(({ key, value }) => !isPutAside(key) && value.end - value.start < maxEntryLength && isServer(value))
    : [];
}

/** No entry is longer than this, but the state of a client may be. */
const maxEntryLength = 50_000;

/** `_note`, `//`, `$schema`: disabled on purpose, or not a name. Other signs begin names of servers: `[team] search`, `🔍 search`. */
export function isPutAside(key: string): boolean {
  return /^[_/#$!.~*;%-]/.test(key) || key === '';
}

function isAddress(node: Node | undefined): boolean {
  return node?.kind === 'scalar' && typeof node.value === 'string' && /^https?:\/\//i.test(node.value);
}

/** The names of the servers in a JSON text, under any client's key; empty when it has none or does not parse. */
export function serverNamesIn(text: string): readonly string[] {
  const parsed = parseJson(text, 'comments-and-commas');
  const root = parsed.kind === 'tree' ? parsed.root : undefined;
  if (root?.kind !== 'map') return namesOfTables(text);
  const maps = root.members.filter(({ key, value }) => serverKeys.includes(key) && holdsServers(value));
  return [...new Set(maps.flatMap(({ value }) => namesOf(value)))];
}

/** `[mcp_servers.name]` of a text in TOML. */
function namesOfTables(text: string): readonly string[] {
  const found = text.matchAll(/^[ \t]*\[(?:mcp_servers|mcpServers)\.(?:"([^"\n]+)"|([\w-]+))\]/gm);
  return [...new Set([...found].map(([, quoted, bare]) => quoted ?? bare ?? ''))];
}

/** The same, only where this client would look. */
export function serverNamesFor(text: string, reading: Reading): readonly string[] {
  const parsed = parseJson(text, 'comments-and-commas');
  const root = parsed.kind === 'tree' ? parsed.root : undefined;
  return [...new Set(layoutsIn(root, reading).flatMap((at) => namesOf(findNode(root, at.path))))];
}

function namesOf(node: Node | undefined): readonly string[] {
  return node?.kind === 'map' ? node.members.filter(({ value }) => looksLikeServer(value)).map(({ key }) => key) : [];
}
