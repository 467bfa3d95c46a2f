import { comparisonKey, isOursByShape, showServer, type Scope, type Server } from '../../clients/index.ts';
import type { EntryFacts, LiveFacts, Setup } from '../../doctor/index.ts';
import { closedGates, placed, type ClosedGate } from '../../machine/index.ts';
import { callResult } from './calls-text.ts';

/**
 * Whether a server answers: `partly` where it does in one assistant and not in another, `broken` where the entry names nothing to
 * start or call, `built-in` where the assistant or an extension brings it.
 */
export type ServerState = 'answers' | 'sign-in' | 'fails' | 'partly' | 'not-asked' | 'off' | 'broken' | 'built-in';

/** One server of that name, and where it is configured. */
export interface ListedServer {
  readonly name: string;
  /** `undefined` where that is not known. */
  readonly kind: 'stdio' | 'http' | 'sse' | undefined;
  readonly isOurs: boolean;
  readonly state: ServerState;
  /** The entry of the first place: the others start or call the same. */
  readonly server: Server;
  readonly places: readonly ListedPlace[];
}

/** One entry of a server. */
export interface ListedPlace {
  readonly entry: EntryFacts;
  readonly scope: Scope;
  readonly state: ServerState;
  readonly live: LiveFacts | undefined;
  /** Why it does not run although its entry is on; words for people. */
  readonly stopped: string | undefined;
}

/** The servers by name. Entries of a name that start or call the same are one server, whatever variables and headers they give it. */
export function serverList(setup: Setup): readonly ListedServer[] {
  const found = new Map<string, EntryFacts[]>();
  for (const entry of setup.entries) {
    const key = serverKey(entry);
    const known = found.get(key);
    if (known === undefined) found.set(key, [entry]);
    else known.push(entry);
  }
  return [...found.values()]
    .flatMap(([first, ...others]) => (first === undefined ? [] : [listed(first, [first, ...others], setup)]))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** snap's own entries differ between assistants on purpose. */
function serverKey({ client, entry, file }: EntryFacts): string {
  const { name, server } = entry;
  const what = isOursByShape(server)
    ? 'snap'
    : [comparisonKey(placed({ entry, file }, client)), server.kind === 'other' ? server.says : ''];
  return JSON.stringify([name, server.kind, kindOf(server) ?? '', what]);
}

function kindOf(server: Server): ListedServer['kind'] {
  const { transport } = showServer(server);
  return transport === 'unknown' ? undefined : transport;
}

function listed({ entry: { name, server } }: EntryFacts, entries: readonly EntryFacts[], setup: Setup): ListedServer {
  const places = entries.map((entry) => placeOf(entry, setup));
  return { name, kind: kindOf(server), isOurs: isOursByShape(server), state: wholeState(places), server, places };
}

function placeOf(entry: EntryFacts, setup: Setup): ListedPlace {
  const live = entry.live.find(({ as }) => as === 'client') ?? entry.live[0];
  const gate = entry.isOn ? stopOf(entry, setup) : undefined;
  return { entry, scope: entry.file.scope, state: stateOf(entry, live), live, stopped: gate && stopText(gate) };
}

function stateOf(entry: EntryFacts, live: LiveFacts | undefined): ServerState {
  const { server } = entry.entry;
  if (!entry.isOn) return 'off';
  if (server.kind === 'other') {
    // Where entries of several files become one, each may hold a part of it.
    const isPart = entry.file.reading.entry.withoutStart?.merges === true;
    return server.isIncomplete && !isPart ? 'broken' : 'built-in';
  }
  if (live === undefined) return 'not-asked';
  return stateOfCall[callResult(entry, live)];
}

/** A server's state by what came of calling it. */
export const stateOfCall = { answered: 'answers', 'sign-in': 'sign-in', failed: 'fails' } as const;

/** What stops a server from outside of its entry. */
export function stopOf({ client, entry, file }: EntryFacts, { decisions, facts }: Setup): ClosedGate | undefined {
  const found = facts.clients.find((one) => one.client === client);
  return found === undefined ? undefined : closedGates(decisions, found, file, entry)[0];
}

function stopText({ isDecided, kind }: ClosedGate): string {
  return kind === 'not-approved' && isDecided ? 'refused' : kind.replaceAll('-', ' ');
}

/** Of the places that were asked; else of those that are on. */
function wholeState(places: readonly ListedPlace[]): ServerState {
  const states = new Set(places.map(({ state }) => state));
  const asked = (['answers', 'sign-in', 'fails'] as const).filter((state) => states.has(state));
  const [first] = asked;
  if (first !== undefined) return asked.length === 1 ? first : 'partly';
  return (['broken', 'not-asked', 'built-in', 'off'] as const).find((state) => states.has(state)) ?? 'off';
}

/** What `snap mcp scan --by server --json` prints (docs/schemas/list.json). Holds no value of a variable or header. */
export function serverListDocument(setup: Setup, asked: 'none' | 'own' | 'all') {
  return {
    schemaVersion: 1,
    workspace: setup.facts.workspace.path,
    asked,
    servers: serverList(setup).map(({ isOurs, kind, name, places, server, state }) => {
      const { args, command, url } = showServer(server);
      return { name, kind: kind ?? null, ours: isOurs, state, command, args, url, places: places.map(placeDocument) };
    }),
    unread: unreadFiles(setup).map(({ client, error, path, scope, state }) => ({
      client: client.id,
      scope,
      path,
      state,
      message: error?.message ?? null,
    })),
  };
}

function placeDocument({ entry, live, scope, state, stopped }: ListedPlace) {
  const { client, entry: own, file, isEffective } = entry;
  const { envNames, headerNames } = showServer(own.server);
  const answer = live?.answer;
  const answered = answer?.kind === 'answered' ? answer : undefined;
  const has = { message: null, status: null, ...answer };
  return {
    client: client.id,
    scope,
    path: file.path,
    line: own.line,
    state,
    stopped: stopped ?? null,
    effective: isEffective,
    envNames,
    headerNames,
    milliseconds: answered?.milliseconds ?? null,
    tools: answered?.tools.length ?? null,
    tokens: answered?.tokens ?? null,
    status: has.status,
    message: has.message,
  };
}

/** What an entry starts or calls, in one line; the secrets in it are masked. */
export function startText(server: Server): string {
  if (server.kind === 'other') return server.says;
  const { args, command, url } = showServer(server);
  return url ?? [command ?? '', ...args].join(' ').trim();
}

/** Files that are there and whose servers are not known. */
export function unreadFiles({ files }: Setup) {
  return files.filter(({ ignored, state }) => !ignored && ['unparsable', 'unreadable', 'not-a-file', 'wrong-key'].includes(state));
}
