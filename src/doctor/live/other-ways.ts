import type { UrlTarget } from './target.ts';
import type { Outcome, Way } from './url-attempt.ts';

/** The ways to call a server beside its client's own, in two rounds: the second is for when the first brings nothing. */
export interface OtherWays {
  /** The same address with the other transport. */
  readonly here: readonly Way[];
  /** The other addresses of this machine. */
  readonly elsewhere: readonly Way[];
}

/** The transports a client tries, in its order. */
export function ownTransports({ transport }: UrlTarget): readonly Way['transport'][] {
  return transport === 'either' ? ['http', 'sse'] : [transport];
}

/**
 * What is worth trying after a failure; `undefined`: there is no answer yet. Where the server asks who we are, or nobody is there,
 * another transport changes nothing.
 */
export function otherWays(target: UrlTarget, failure: Outcome | undefined): OtherWays {
  const own = ownTransports(target);
  const all = [...own, ...(['http', 'sse'] as const).filter((transport) => !own.includes(transport))];
  const url = new URL(target.url);
  const { headers } = target;
  const isTold = failure?.kind === 'status' && [401, 403].includes(failure.heard.status);
  const isNobody = failure?.kind === 'failed' && !['timeout', 'reset'].includes(failure.reason);
  const here = isTold || isNobody ? [] : all.filter((transport) => transport !== own[0]);
  const isUnauthorized = failure?.kind === 'status' && failure.heard.status === 401;
  // `localhost` means both addresses. Behind one that was not named may listen somebody else, who shall not get the headers.
  const given = url.hostname === 'localhost' ? headers : new Map<string, string>();
  const addresses = isUnauthorized ? [] : (otherAddresses[url.hostname] ?? []);
  return {
    here: here.map((transport) => ({ transport, url, headers })),
    elsewhere: addresses.flatMap((address) => all.map((transport) => ({ transport, url: at(url, address), headers: given }))),
  };
}

/** A name of this machine, and the addresses it might have been instead. */
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
