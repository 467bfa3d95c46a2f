import { findMember, sameValue, type MapNode, type Node, type Value } from '../syntax/node.ts';
import type { Splice } from '../edit/format.ts';

/** A candidate with what it says. */
export interface Read extends Candidate {
  readonly value: Value;
  readonly root: Node;
  /** It could also be that something was lost here. It is still compared with the others. */
  readonly isDoubtful: boolean;
}

/**
 * The candidate that all agree with, when one of them is beyond doubt. Candidates that give a well-known key another shape than it has
 * everywhere (`args` as a list in a list) do not count while there are others.
 */
export function theOnly(found: readonly Read[]): Candidate | undefined {
  const odd = found.map(({ root }) => oddities(root));
  const fewest = Math.min(...odd);
  const likely = found.filter((_, i) => odd[i] === fewest);
  const certain = likely.find(({ isDoubtful }) => !isDoubtful);
  return certain !== undefined && likely.every(({ value }) => sameValue(value, certain.value)) ? certain : undefined;
}

/** Keys that hold a list of texts in every client that has them. */
const flatLists: ReadonlySet<string> = new Set(
  (
    'args alwaysAllow autoApprove disabledTools disabled_tools enabledTools enabled_tools excludeTools includeTools ' +
    'allowedTools available_tools env_keys env_vars roles include exclude'
  ).split(' '),
);
/** Keys that hold a map in every client that has them. */
const maps: ReadonlySet<string> = new Set(
  'mcpServers context_servers mcp_servers headers http_headers requestOptions envs environment'.split(' '),
);
const texts: ReadonlySet<string> = new Set(['url', 'serverUrl', 'httpUrl', 'uri', 'cwd', '$schema']);

const fields: ReadonlySet<string> = new Set(
  'command cmd type transport env enabled disabled name display_name description timeout bundled'.split(' '),
);

/** Keys that an entry may have. */
export function isFieldOfServer(key: string): boolean {
  return texts.has(key) || flatLists.has(key) || maps.has(key) || fields.has(key);
}

/** All of them. */
export function fieldsOfServer(): readonly string[] {
  return [...texts, ...flatLists, ...maps, ...fields];
}

/** Whether a value that starts with this bracket is what the key holds in every client. */
export function isUsual(key: string, bracket: string): boolean {
  return (bracket === '[' && flatLists.has(key)) || (bracket === '{' && (maps.has(key) || key === 'env'));
}

/** How many well-known keys have a value of another shape than everywhere else, and how many maps hold what no server has. */
export function oddities(node: Node): number {
  if (node.kind === 'scalar') return 0;
  if (node.kind === 'list') return node.items.reduce((sum, item) => sum + oddities(item), 0);
  const own = node.members.reduce((sum, { key, value }) => sum + (isOdd(key, value, node) ? 1 : 0) + oddities(value), 0);
  return own + (isOddServer(node) ? 1 : 0);
}

function isOdd(key: string, value: Node, parent: Node): boolean {
  if (flatLists.has(key)) return value.kind !== 'list' || value.items.some(({ kind }) => kind !== 'scalar');
  if (texts.has(key)) return value.kind !== 'scalar';
  if (key === 'type' && value.kind === 'scalar' && typeof value.value === 'string' && value.value.includes('://')) return true;
  if (key === 'env' && findMember(parent, 'command') !== undefined && value.kind === 'scalar') return true;
  if (isFlatMap(key) && value.kind === 'map' && value.members.some((member) => member.value.kind !== 'scalar')) return true;
  if (mapsOfServers.has(key) && value.kind === 'map' && value.members.some((member) => member.value.kind !== 'map')) return true;
  return maps.has(key) && value.kind === 'scalar';
}

const mapsOfServers: ReadonlySet<string> = new Set(['mcpServers', 'context_servers', 'mcp_servers']);

/** Keys of maps in which every value is a text. */
function isFlatMap(key: string): boolean {
  return key === 'headers' || key === 'http_headers' || key === 'envs' || key === 'env';
}

const addresses: readonly string[] = ['url', 'serverUrl', 'httpUrl', 'uri'];

/** A server that is both a program and an address, that has arguments for no program, that holds another server, or that has one name twice. */
function isOddServer(node: MapNode): boolean {
  const has = (key: string): boolean => findMember(node, key)?.value.kind === 'scalar';
  const isProgram = has('command') || has('cmd');
  const isAddress = addresses.some(has);
  if (!isProgram && !isAddress) return false;
  const isRepeated = new Set(node.members.map(({ key }) => key)).size < node.members.length;
  const isMixed = isAddress && (isProgram || findMember(node, 'args') !== undefined);
  return isRepeated || isMixed || node.members.some(({ value }) => value.kind === 'map' && isServer(value));
}

/** Whether a map has what starts a server or its address. */
export function isServer(node: MapNode): boolean {
  return ['command', 'cmd', ...addresses].some((key) => findMember(node, key)?.value.kind === 'scalar');
}

/** One repair: what changes in the text, and what was wrong there in words ("a comma was missing"). */
export interface Patch {
  readonly splices: readonly Splice[];
  /** Where a person looks for it: an offset into the unpatched text. */
  readonly at: number;
  readonly says: string;
}

/** A text that reads, and how it came about. */
export interface Candidate {
  readonly text: string;
  readonly patches: readonly Patch[];
}

/** The text with all patches in it; `undefined` when two of them change the same place. */
export function applyPatches(text: string, patches: readonly Patch[]): string | undefined {
  const splices = patches.flatMap((patch) => patch.splices).toSorted((a, b) => a.start - b.start || a.end - b.end);
  let result = '';
  let at = 0;
  for (const { start, end, text: insert } of splices) {
    if (start < at) return undefined;
    result += text.slice(at, start) + insert;
    at = end;
  }
  return result + text.slice(at);
}
