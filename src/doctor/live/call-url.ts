import { outputRedactor, timeBox, type TimeBox } from '../../mcp-client/talking.ts';
import type { UrlTarget } from '../../mcp-client/index.ts';
import type { System } from '../../system/index.ts';
import type { LiveAnswer } from './answer.ts';
import { otherWays, ownTransports } from './other-ways.ts';
import { findSignIn } from './sign-in.ts';
import { attempt, type Outcome, type Way } from './url-attempt.ts';
import { urlAnswer, type Try } from './url-answer.ts';

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
