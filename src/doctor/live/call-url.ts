import { outputRedactor, timeBox, type TimeBox } from '../../mcp-client/talking.ts';
import type { UrlTarget } from '../../mcp-client/index.ts';
import { type System, isRecord, jsonIn } from '../../system/index.ts';
import { HttpFailure, httpClient, readBody, type HttpClient } from '../../system/http/index.ts';
import type { LiveAnswer } from './answer.ts';
import { attempt, type Outcome, type Way, urlAnswer, type Try } from './url-attempt.ts';

/**
 * Calls the address as its client would. When that fails it tries every other way that might work, to distinguish a server that does not
 * exist from one that is called with the wrong transport or address.
 */
export async function callUrl(
  system: System,
  target: UrlTarget,
  { milliseconds, signal }: { readonly milliseconds: number; readonly signal: AbortSignal },
): Promise<LiveAnswer> {
  signal.throwIfAborted();
  const redact = outputRedactor(system.home, target);
  const problem = urlProblem(target.url);
  if (problem !== undefined) return { kind: 'unreachable', reason: 'other', message: problem, attempts: [] };

  const box = timeBox(milliseconds, signal);
  const half = timeBox(milliseconds / 2, box.signal);
  const ownBox = timeBox(milliseconds, box.signal);
  const begun: Try[] = [];
  const own = callOwnWay(target, begun, ownBox.signal);
  let others: Promise<Way | undefined> = Promise.resolve(undefined);
  try {
    // A call that hangs continues while the others are tried: its server may only be slow.
    const early = await Promise.race([own, half.over]);
    let works: Way | undefined;
    if (early === 'over' || early.outcome?.kind !== 'answered') {
      others = callOtherWays(target, early === 'over' ? undefined : early.outcome, begun, box, milliseconds / 4);
      works = await Promise.race([others, onceAnswered(own)]);
      // The server answers in another way, so it is not slow.
      if (works !== undefined) ownBox.close();
    }
    const { outcome } = await own;
    const offersSignIn = works === undefined ? await signInOf(outcome, target, box.signal) : undefined;
    signal.throwIfAborted();
    return urlAnswer(outcome, begun, { works, offersSignIn }, redact);
  } finally {
    for (const each of [half, ownBox, box]) each.close();
    await Promise.all([own, others]);
  }
}

/** Whether a server that wants a key lets a client sign in; `undefined` for every other outcome, and when it is not known. */
async function signInOf(outcome: Outcome, { headers, url }: UrlTarget, signal: AbortSignal): Promise<boolean | undefined> {
  if (outcome.kind !== 'status' || outcome.heard.status !== 401) return undefined;
  if (outcome.heard.namesMetadata === true) return true;
  // A key that was sent is the matter then.
  return headers.size > 0 ? undefined : findSignIn(new URL(url), signal);
}

/** Why no client could call it. Does not quote the address, which may hold a secret. */
function urlProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return 'The address is not a URL.';
  const { password, protocol, username } = new URL(text);
  if (!/^https?:$/.test(protocol)) return `An address begins with http:// or https://, not with ${protocol.slice(0, 20)}`;
  return username === '' && password === ''
    ? undefined
    : 'The address holds a user name or a password, which clients refuse: use a header.';
}

/** The outcome of the transport that worked, or of the first one when neither did. */
async function callOwnWay(target: UrlTarget, begun: Try[], signal: AbortSignal): Promise<{ readonly outcome: Outcome }> {
  const [first = 'http', second] = ownTransports(target);
  const way = { url: new URL(target.url), headers: target.headers };
  const outcome = await begin({ ...way, transport: first }, begun, signal);
  // https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#backwards-compatibility
  const fallsBack = outcome.kind === 'status' && [400, 404, 405].includes(outcome.heard.status);
  if (second === undefined || !fallsBack) return { outcome };
  const fallback = await begin({ ...way, transport: second }, begun, signal);
  return { outcome: fallback.kind === 'answered' ? fallback : outcome };
}

/** The first that works. One that hangs takes the first round `patience` at most. */
async function callOtherWays(
  target: UrlTarget,
  failure: Outcome | undefined,
  begun: Try[],
  box: TimeBox,
  patience: number,
): Promise<Way | undefined> {
  const { elsewhere, here } = otherWays(target, failure);
  for (const ways of [here, elsewhere]) {
    const untried = ways.filter(({ transport, url }) => !begun.some(({ way }) => way.transport === transport && way.url.href === url.href));
    const found = box.signal.aborted ? undefined : await firstThatWorks(untried, begun, timeBox(patience, box.signal));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** All at the same time; when one answers, the others are cancelled. */
async function firstThatWorks(ways: readonly Way[], begun: Try[], round: TimeBox): Promise<Way | undefined> {
  let found: Way | undefined;
  await Promise.all(
    ways.map(async (way) => {
      const { kind } = await begin(way, begun, round.signal);
      if (kind !== 'answered' || found !== undefined) return;
      found = way;
      round.close();
    }),
  );
  round.close();
  return found;
}

async function begin(way: Way, begun: Try[], signal: AbortSignal): Promise<Outcome> {
  const one: Try = { way };
  begun.push(one);
  one.outcome = await attempt(way, signal);
  return one.outcome;
}

/** Never, when it does not. */
function onceAnswered(own: Promise<{ readonly outcome: Outcome }>): Promise<undefined> {
  return new Promise((settle) => void own.then(({ outcome }) => outcome.kind === 'answered' && settle(undefined)));
}

/**
 * Whether a server has the metadata by which a client signs in: at the places of the specification, on the server's own origin, asked without
 * the headers of the entry. `undefined`: it did not answer.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#authorization-server-discovery
 */
async function findSignIn(url: URL, signal: AbortSignal): Promise<boolean | undefined> {
  const path = url.pathname.replace(/\/+$/, '');
  const places = ['oauth-protected-resource', 'oauth-authorization-server'].flatMap((name) =>
    [...new Set([`/.well-known/${name}${path}`, `/.well-known/${name}`])].map((place) => new URL(place, url.origin)),
  );
  const client = httpClient();
  const found = await Promise.all(places.map((place) => isMetadata(client, place, signal)));
  client.close();
  if (found.includes(true)) return true;
  return found.includes(undefined) ? undefined : false;
}

const maxMetadataBytes = 1024 * 1024;

async function isMetadata(client: HttpClient, place: URL, signal: AbortSignal): Promise<boolean | undefined> {
  try {
    const { body, status } = await client.send({ url: place, signal, headers: { accept: 'application/json' } });
    if (status < 200 || status > 299) {
      body.destroy();
      // A redirect may lead to it.
      return status >= 300 && status < 400 ? undefined : false;
    }
    const document = jsonIn((await readBody(body, maxMetadataBytes)).toString('utf8'));
    return isRecord(document) && ['authorization_servers', 'authorization_endpoint', 'issuer'].some((key) => key in document);
  } catch (error) {
    // No answer in time, or none at all.
    if (error instanceof HttpFailure) return undefined;
    throw error;
  }
}

/** Other ways to call a server than its client's own, in two rounds: the second is used when the first fails. */
interface OtherWays {
  /** The same address with the other transport. */
  readonly here: readonly Way[];
  /** The other addresses of this machine. */
  readonly elsewhere: readonly Way[];
}

/** The transports a client tries, in its order. */
function ownTransports({ transport }: UrlTarget): readonly Way['transport'][] {
  return transport === 'either' ? ['http', 'sse'] : [transport];
}

/**
 * What is worth trying after a failure; `undefined`: there is no answer yet. When the server asks for a sign-in or nothing listens, another
 * transport changes nothing.
 */
function otherWays(target: UrlTarget, failure: Outcome | undefined): OtherWays {
  const own = ownTransports(target);
  const all = [...own, ...(['http', 'sse'] as const).filter((transport) => !own.includes(transport))];
  const url = new URL(target.url);
  const { headers } = target;
  const isTold = failure?.kind === 'status' && [401, 403].includes(failure.heard.status);
  const isNobody = failure?.kind === 'failed' && !['timeout', 'reset'].includes(failure.reason);
  const here = isTold || isNobody ? [] : all.filter((transport) => transport !== own[0]);
  const isUnauthorized = failure?.kind === 'status' && failure.heard.status === 401;
  // `localhost` means both addresses. Another program may listen at an address that was not named, so it must not get the headers.
  const given = url.hostname === 'localhost' ? headers : new Map<string, string>();
  const addresses = isUnauthorized ? [] : (otherAddresses[url.hostname] ?? []);
  return {
    here: here.map((transport) => ({ transport, url, headers })),
    elsewhere: addresses.flatMap((address) => all.map((transport) => ({ transport, url: at(url, address), headers: given }))),
  };
}

/** A local host name, and the local addresses that may have been meant instead. */
const otherAddresses: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '[::1]'],
  '127.0.0.1': ['[::1]'],
  '[::1]': ['127.0.0.1'],
};

function at(url: URL, address: string): URL {
  const moved = new URL(url);
  moved.hostname = address;
  return moved;
}
