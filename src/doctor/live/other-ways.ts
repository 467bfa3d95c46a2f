import type { UrlTarget } from '../../mcp-client/index.ts';
import type { Outcome, Way } from './url-attempt.ts';

/** Other ways to call a server than its client's own, in two rounds: the second is used when the first fails. */
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
 * What is worth trying after a failure; `undefined`: there is no answer yet. When the server asks for a sign-in or nothing listens, another
 * transport changes nothing.
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
