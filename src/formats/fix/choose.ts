import { findMember, sameValue, type Node, type Value } from '../syntax/node.ts';
import type { Candidate } from './patch.ts';

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
const flatLists: ReadonlySet<string> = new Set([
  'args',
  'alwaysAllow',
  'autoApprove',
  'disabledTools',
  'disabled_tools',
  'enabledTools',
  'enabled_tools',
  'excludeTools',
  'includeTools',
  'allowedTools',
  'available_tools',
  'env_keys',
  'env_vars',
]);
/** Keys that hold a map in every client that has them. */
const maps: ReadonlySet<string> = new Set([
  'mcpServers',
  'context_servers',
  'mcp_servers',
  'headers',
  'http_headers',
  'requestOptions',
  'envs',
  'environment',
]);
const texts: ReadonlySet<string> = new Set(['url', 'serverUrl', 'httpUrl', 'uri', 'cwd', '$schema']);

/** Keys with which an entry may begin. */
export function isFieldOfServer(key: string): boolean {
  return texts.has(key) || flatLists.has(key) || ['command', 'type', 'transport', 'enabled', 'disabled', 'name'].includes(key);
}

/** Whether a value that starts with this bracket is what the key holds in every client. */
export function isUsual(key: string, bracket: string): boolean {
  return (bracket === '[' && flatLists.has(key)) || (bracket === '{' && (maps.has(key) || key === 'env'));
}

/** How many well-known keys have a value of another shape than everywhere else. */
export function oddities(node: Node): number {
  if (node.kind === 'scalar') return 0;
  if (node.kind === 'list') return node.items.reduce((sum, item) => sum + oddities(item), 0);
  return node.members.reduce((sum, { key, value }) => sum + (isOdd(key, value, node) ? 1 : 0) + oddities(value), 0);
}

function isOdd(key: string, value: Node, parent: Node): boolean {
  if (flatLists.has(key)) return value.kind === 'scalar' || (value.kind === 'list' && value.items.some(({ kind }) => kind !== 'scalar'));
  if (texts.has(key)) return value.kind !== 'scalar';
  if (key === 'env' && findMember(parent, 'command') !== undefined) return value.kind === 'scalar';
  return maps.has(key) && value.kind === 'scalar';
}
