import { locate, type Client } from '../../../clients/index.ts';
import { isRecord, jsonIn } from '../../../system/index.ts';
import { matches } from '../../../machine/index.ts';
import type { EntryFacts, Setup } from '../../setup.ts';
import { whereOf } from '../files/file-readers.ts';

/** The lists an administrator has deployed for one client. */
export interface Policy {
  readonly path: string;
  /** `undefined`: everything that is not denied is allowed. */
  readonly allowed?: readonly PolicyItem[] | undefined;
  readonly denied: readonly PolicyItem[];
}

/** A server by its name, its whole command line, or its address (with `*`). */
type PolicyItem =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'command'; readonly words: readonly string[] }
  | { readonly kind: 'url'; readonly pattern: string };

/** The files in which administrators deploy policies. */
export function* policyFiles(setup: Omit<Setup, 'seen' | 'texts'>): Generator<string> {
  for (const { policy } of new Set(setup.files.map((file) => file.client)))
    if (policy !== undefined) yield* locate(policy.in, whereOf(setup));
}

/** The policy of a client; `undefined` where none is deployed. */
export function policyOf(setup: Setup, client: Client): Policy | undefined {
  const { policy } = client;
  if (policy === undefined) return undefined;
  for (const path of locate(policy.in, whereOf(setup))) {
    const value = jsonIn(setup.texts.get(path) ?? '');
    if (!isRecord(value)) continue;
    const allowed = itemsOf(value[policy.allowed]);
    const denied = itemsOf(value[policy.denied]);
    if (allowed === undefined && denied === undefined) continue;
    return { path, denied: denied ?? [], allowed };
  }
  return undefined;
}

function itemsOf(list: unknown): readonly PolicyItem[] | undefined {
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((item): readonly PolicyItem[] => {
    if (!isRecord(item)) return [];
    const { serverCommand, serverName, serverUrl } = item;
    if (typeof serverName === 'string') return [{ kind: 'name', name: serverName }];
    if (typeof serverUrl === 'string') return [{ kind: 'url', pattern: serverUrl }];
    return Array.isArray(serverCommand) ? [{ kind: 'command', words: serverCommand.map(String) }] : [];
  });
}

/**
 * Whether a policy blocks an entry. A denial wins; where the list of what is allowed has command lines, a local server has to be one of
 * them and its name does not help, and so with addresses. https://code.claude.com/docs/en/mcp
 */
export function blockedBy({ allowed, denied }: Policy, target: EntryFacts): 'denied' | 'not-allowed' | undefined {
  if (denied.some((item) => fits(item, target))) return 'denied';
  if (allowed === undefined) return undefined;
  const { kind } = target.entry.server;
  const strict = kind === 'other' ? [] : allowed.filter((item) => item.kind === kind);
  const candidates = strict.length > 0 ? strict : allowed.filter((item) => item.kind === 'name');
  return candidates.some((item) => fits(item, target)) ? undefined : 'not-allowed';
}

function fits(item: PolicyItem, { entry }: EntryFacts): boolean {
  const { server } = entry;
  switch (item.kind) {
    case 'name':
      return item.name === entry.name;
    case 'command': {
      if (server.kind !== 'command') return false;
      const words = [server.command, ...server.args];
      return words.length === item.words.length && words.every((word, i) => word === item.words[i]);
    }
    case 'url':
      return server.kind === 'url' && matches(item.pattern, server.url);
    default:
      return item satisfies never;
  }
}
