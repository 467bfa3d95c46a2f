import { defineDiagnostic, atMost, entrySeverity, type EntryFacts, type FileFacts, type Setup } from '../diagnostic.ts';
import { closedByAdministrator } from '../judging/entries/gates.ts';
import { pathForMessage } from '../judging/wording.ts';
import { holdsGate, matches } from '../../machine/index.ts';
import { locate, type Client } from '../../clients/index.ts';
import { isRecord, jsonIn } from '../../system/index.ts';
import { whereOf } from '../judging/files/file-readers.ts';

/** Decisions of an administrator are reported, never worked around. */
export default defineDiagnostic({
  id: 'managed-policy',
  severity: 'warning',
  summary: 'An administrator decides which servers this assistant may run.',
  restsOn: ['switches'],
  reads: policyFiles,
  *detect(setup) {
    for (const file of setup.files) {
      if (
        file.scope !== 'managed' ||
        file.state !== 'ok' ||
        (file.servers.length === 0 && !holdsGate(file.client, file) && file.place.exclusive === undefined)
      )
        continue;
      yield {
        file,
        severity: 'info',
        message: `An administrator's settings for ${file.client.name} are in force${file.place.exclusive === undefined ? '' : '; the servers of every other file are ignored'}.`,
        hint: 'Only an administrator can change them.',
      };
    }
    for (const client of new Set(setup.files.map((file) => file.client))) {
      const policy = policyOf(setup, client);
      if (policy === undefined) continue;
      yield {
        client,
        path: policy.path,
        severity: 'info',
        message: `An administrator has listed which servers ${client.name} may run.`,
        hint: 'Only an administrator can change the list. A server with another name or other arguments may no longer match the list.',
      };
    }
    for (const target of setup.entries) {
      const blocked = blockOf(setup, target);
      if (blocked === undefined) continue;
      yield {
        entry: target,
        severity: atMost(entrySeverity(target, 'warning'), 'warning'),
        message: `"${target.entry.name}" does not run in ${target.client.name}: ${blocked}.`,
        hint: 'Ask your administrator to allow it.',
      };
    }
  },
});

function blockOf(setup: Setup, target: EntryFacts): string | undefined {
  if (target.file.scope === 'managed') return undefined;
  const exclusive = exclusiveFile(setup, target);
  if (exclusive !== undefined) return `an administrator's file is the only one that is read (${pathForMessage(setup, exclusive.path)})`;
  const policy = policyOf(setup, target.client);
  const blocked = policy === undefined ? undefined : blockedBy(policy, target);
  if (policy !== undefined && blocked !== undefined)
    return `${blocked === 'denied' ? "an administrator's list forbids it" : "it is not in an administrator's list of allowed servers"} (${pathForMessage(setup, policy.path)})`;
  const closed = closedByAdministrator(setup, target);
  return closed === undefined ? undefined : `in an administrator's settings, ${closed.because} (${pathForMessage(setup, closed.path)})`;
}

function exclusiveFile({ files }: Setup, { client }: EntryFacts): FileFacts | undefined {
  return files.find((file) => file.client === client && file.place.exclusive === true && file.state === 'ok');
}

/** The lists an administrator has deployed for one client. */
interface Policy {
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
function* policyFiles(setup: Omit<Setup, 'seen' | 'texts'>): Generator<string> {
  for (const { policy } of new Set(setup.files.map((file) => file.client)))
    if (policy !== undefined) yield* locate(policy.in, whereOf(setup));
}

/** The policy of a client; `undefined` where none is deployed. */
function policyOf(setup: Setup, client: Client): Policy | undefined {
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
function blockedBy({ allowed, denied }: Policy, target: EntryFacts): 'denied' | 'not-allowed' | undefined {
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
