import { liveTarget, type CommandTarget } from '../../mcp-client/index.ts';
import { pathOutside, timeLimit, type System } from '../../system/index.ts';
import type { SourceKind } from '../context.ts';
import type { CallEnd, Connection, ConnectEnd, Failure } from '../connection/connection.ts';
import type { FoundServer } from '../found/find-servers.ts';
import { isReadOnly, offerOf, propertiesOf, recipeFor } from '../recipes/recipes.ts';
import type { Offer, Recipe } from '../recipes/recipe.ts';
import { openAnswerCache } from './answer-cache.ts';
import { openBreaker } from './breaker.ts';

/** One connected server, for as long as the workspace is open: its connection, what it answered, how it fails. */
export interface Link {
  readonly server: FoundServer;
  readonly kind: SourceKind;
  /** What it offers; connects when that is not known. A start goes on after `signal`, so that a slow one is done for the next question. */
  offer(signal: AbortSignal): Promise<OfferEnd>;
  /** Answers from what is known where that is new enough, and where it is old but the server fails. Never rejects. */
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<Called>;
  /** Notes how a whole question ended: a server that fails every time is left alone for a while. */
  judge(failure: Failure | undefined): void;
  failing(): Failure | undefined;
  close(): Promise<void>;
}

/** What a server offers, as it was when it was connected last. */
export interface Offered {
  readonly tools: Connection['tools'];
  readonly recipe: Recipe;
  readonly offer: Offer;
}

export type OfferEnd = { readonly kind: 'offered'; readonly offered: Offered } | { readonly kind: 'failed'; readonly failure: Failure };

/** `age`: 0 for an answer that came now. */
export type Called = CallEnd & { readonly age: number };

/** `npx` may have to load the program first, and a container has to start. */
const connectMs = 30_000;
const callMs = 8_000;
const idleMs = 120_000;
const hour = 3_600_000;
/** How long an answer counts as new. */
const freshMs: Readonly<Record<SourceKind, number>> = { code_host: 5 * 60_000, error_tracker: 2 * 60_000, docs_source: 12 * hour };
const maxCallsAtOnce = 4;

/** @param workspace its root, for the variables of the entry. */
export function openLink(system: System, workspace: string, server: FoundServer, kind: SourceKind): Link {
  const breaker = openBreaker();
  const cache = openAnswerCache();
  const underWay = new Map<string, Promise<CallEnd>>();
  const gate = openGate(maxCallsAtOnce);
  const line = openLine((signal) => connectTo(system, workspace, server, signal), kind);
  const now = (): number => system.now().getTime();

  const ask = async (name: string, sent: Readonly<Record<string, unknown>>, key: string): Promise<CallEnd> => {
    const paused = breaker.paused(now());
    const end = paused === undefined ? await line.connected() : { kind: 'failed' as const, failure: paused };
    if (end.kind === 'failed') return end;
    const { connection } = end;
    if (refusal(connection.tools, end.offered.recipe, name, sent) !== undefined) return failed(`changed its tool ${name}. Ask again.`);
    const limit = timeLimit(callMs);
    const answer = await gate(() => connection.call(name, sent, limit.signal));
    limit.release();
    if (answer.kind === 'answered') cache.keep(key, answer, now());
    // What hangs may never answer again.
    else if (answer.failure.state === 'slow') await line.drop();
    return answer;
  };

  return {
    server,
    kind,
    failing: () => breaker.failing(),
    close: () => line.drop(),
    judge(failure) {
      if (failure === undefined) breaker.worked();
      else if (failure.state !== 'paused') breaker.failed(failure, now());
    },
    async offer(signal) {
      const known = line.known();
      if (known !== undefined) return { kind: 'offered', offered: known };
      const paused = breaker.paused(now());
      if (paused !== undefined) return { kind: 'failed', failure: paused };
      const offered = line.connected().then((end): OfferEnd => (end.kind === 'failed' ? end : { kind: 'offered', offered: end.offered }));
      return Promise.race([offered, stillStarting(signal)]);
    },
    async call(name, args) {
      const known = line.known();
      const tool = known?.tools.find((one) => one.name === name);
      if (known === undefined || tool === undefined) return { ...failed(`has no tool ${name}.`), age: 0 };
      const properties = propertiesOf(tool);
      const sent = Object.fromEntries(Object.entries(args).filter(([key, value]) => Object.hasOwn(properties, key) && value !== undefined));
      const refused = refusal(known.tools, known.recipe, name, sent);
      if (refused !== undefined) return { ...failed(refused), age: 0 };
      const key = JSON.stringify([name, sent]);
      const fresh = cache.find(key, freshMs[kind], now());
      if (fresh !== undefined) return { ...fresh.answer, age: fresh.age };
      const asked = underWay.get(key) ?? ask(name, sent, key).finally(() => underWay.delete(key));
      underWay.set(key, asked);
      const end = await asked;
      const stale = end.kind === 'failed' ? cache.find(key, hour, now()) : undefined;
      return stale === undefined ? { ...end, age: 0 } : { ...stale.answer, age: stale.age };
    },
  };
}

/** What is said where a server has not started before the signal fires. */
function stillStarting(signal: AbortSignal): Promise<OfferEnd> {
  return new Promise((settle) => {
    const say = (): void =>
      settle({ kind: 'failed', failure: { state: 'slow', why: 'is still starting. The next question may find it ready.' } });
    if (signal.aborted) say();
    signal.addEventListener('abort', say, { once: true });
  });
}

function failed(why: string): Extract<CallEnd, { kind: 'failed' }> {
  return { kind: 'failed', failure: { state: 'failed', why } };
}

/** Why a tool is not called. */
function refusal(tools: Connection['tools'], recipe: Recipe, name: string, sent: Readonly<Record<string, unknown>>): string | undefined {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined || !Object.hasOwn(recipe.tools, name)) return `has no tool ${name}.`;
  if (!isReadOnly(tool)) return `says that its tool ${name} changes something, so it is not called.`;
  const isMissing = tool.inputSchema.required?.some((key) => !Object.hasOwn(sent, key)) === true;
  return isMissing ? `wants other parameters for its tool ${name} than snap knows.` : undefined;
}

type Connected =
  | { readonly kind: 'connected'; readonly connection: Connection; readonly offered: Offered }
  | Extract<ConnectEnd, { kind: 'failed' }>;

interface Line {
  known(): Offered | undefined;
  connected(): Promise<Connected>;
  drop(): Promise<void>;
}

/** The connection: made when it is needed, ended when nobody needs it for a while. */
function openLine(connectOnce: (signal: AbortSignal) => Promise<ConnectEnd>, kind: SourceKind): Line {
  let starting = new AbortController();
  let current: Promise<Connected> | undefined;
  let offered: Offered | undefined;
  let idle: NodeJS.Timeout | undefined;
  const drop = async (): Promise<void> => {
    clearTimeout(idle);
    const ending = current;
    current = undefined;
    starting.abort();
    const end = await ending;
    if (end?.kind === 'connected') await end.connection.close();
  };
  const start = async (): Promise<Connected> => {
    starting = new AbortController();
    const end = recognised(await connectOnce(starting.signal), kind);
    offered = end.kind === 'connected' ? end.offered : offered;
    // The next question tries again.
    if (end.kind === 'failed') current = undefined;
    return end;
  };
  return {
    known: () => offered,
    drop,
    async connected() {
      clearTimeout(idle);
      idle = setTimeout(() => void drop(), idleMs).unref();
      const end = await (current ??= start());
      if (end.kind === 'failed' || end.connection.isOpen()) return end;
      await drop();
      return (current ??= start());
    },
  };
}

/** Starts or calls the server of an entry. The person has consented to it. */
export async function connectTo(system: System, workspace: string, server: FoundServer, signal: AbortSignal): Promise<ConnectEnd> {
  if (server.asksPerson)
    return failed(`needs a value that only ${server.clientName} asks for. Give its entry a variable of the environment instead.`);
  const live = await liveTarget(system, workspace, server.target, 'client');
  const target = live?.kind === 'command' ? await outsideProject(system, workspace, live) : live;
  if (target === undefined) return failed('has an entry that starts and calls nothing.');
  const { connect } = await import('../connection/connect.ts');
  const limit = timeLimit(connectMs, signal);
  const end = await connect(system, target, limit.signal);
  limit.release();
  return end;
}

/** npx and similar programs put the project's programs first in the PATH: one of them must not be started in place of the one that was shown. */
async function outsideProject(system: System, workspace: string, target: CommandTarget): Promise<CommandTarget> {
  const env = await Promise.all(
    Object.entries(target.env).map(async ([name, value]) => {
      return [name, name.toUpperCase() === 'PATH' ? await pathOutside(system, { workspace, path: value }) : value] as const;
    }),
  );
  return { ...target, env: Object.fromEntries(env) };
}

/** A server whose tools are not those of the kind that the person allowed is not asked. */
function recognised(end: ConnectEnd, kind: SourceKind): Connected {
  if (end.kind === 'failed') return end;
  const { connection } = end;
  const recipe = recipeFor(connection.tools, kind);
  const { tools } = connection;
  if (recipe !== undefined) return { kind: 'connected', connection, offered: { tools, recipe, offer: offerOf(tools, recipe) } };
  void connection.close();
  return failed(`does not offer the tools by which snap knows ${kindWords[kind]}.`);
}

/** The kinds as people say them. */
export const kindWords: Readonly<Record<SourceKind, string>> = {
  code_host: 'a code host',
  error_tracker: 'an error tracker',
  docs_source: 'a documentation source',
};

/** Lets so many run at once; the others wait in order. */
function openGate(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= max) await new Promise<void>((settle) => waiting.push(settle));
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  };
}
