import { findNode, parseJson, type Node } from '../../../formats/index.ts';
import { holdsServers, layoutsIn, looksLikeServer, serverKeys, type Reading } from '../../../clients/index.ts';

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
