import { timeLimit } from '../system/index.ts';
import { tooLarge } from './program-transport.ts';

/** The last HTTP answer of a server that counts. */
export interface Heard {
  readonly status?: number | undefined;
  readonly contentType?: string | undefined;
  readonly authenticate?: string | undefined;
  /** It names the metadata by which a client signs in. */
  readonly namesMetadata?: boolean | undefined;
  /** Scheme and host of a redirect to another origin, which is not followed. */
  readonly redirectsTo?: string | undefined;
  /** What was thrown instead of an answer. */
  readonly failure?: unknown;
}

export interface RecordedFetch {
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  heard(): Heard;
}

const largestBody = 10 * 1024 * 1024;
/** How long the end of a session may take after the time limit. */
const goodbyeMs = 1_000;

/**
 * `fetch` that records the answers. The SDK requests single steps (`redirect: 'manual'`) and only follows to the same origin, so the
 * headers of the entry are not sent elsewhere.
 * @param counts the methods whose answers count: the optional GET of Streamable HTTP may well be refused.
 */
export function recordedFetch(signal: AbortSignal, counts: readonly string[], maxBodyBytes = largestBody): RecordedFetch {
  let heard: Heard = {};
  return {
    heard: () => heard,
    async fetch(url, init = {}) {
      const { method = 'GET' } = init;
      const isCounted = counts.includes(method);
      // The end of a session is sent to the server even after the time limit.
      const limit = method === 'DELETE' ? timeLimit(goodbyeMs).signal : signal;
      try {
        const response = await fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
        if (isCounted) heard = heardIn(response, url);
        return bounded(response, maxBodyBytes);
      } catch (failure) {
        if (isCounted && !limit.aborted && init.signal?.aborted !== true) heard = { failure };
        throw failure;
      }
    },
  };
}

function heardIn({ headers, status }: Response, url: string | URL): Heard {
  const contentType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const challenge = headers.get('www-authenticate') ?? '';
  return {
    status,
    contentType: contentType ? contentType : undefined,
    authenticate: schemeOf(challenge),
    namesMetadata: /\bresource_metadata\s*=/i.test(challenge),
    redirectsTo: redirectsTo(status, headers.get('location') ?? '', url),
  };
}

/** The origin of a redirect to another one; the rest of the address may be private. */
export function redirectsTo(status: number, location: string, from: string | URL): string | undefined {
  if (status < 300 || status > 399 || location === '' || !URL.canParse(location, String(from))) return undefined;
  const { origin, protocol } = new URL(location, from);
  return /^https?:$/.test(protocol) && origin !== new URL(from).origin ? origin : undefined;
}

/** Only the scheme and the error word: the rest of the header may name realms and addresses. https://www.rfc-editor.org/rfc/rfc9110#name-www-authenticate */
function schemeOf(header: string): string | undefined {
  const scheme = /^\s*([\w-]{1,40})(\s|,|$)/.exec(header)?.[1];
  const error = /\berror\s*=\s*"?([a-z_]{1,40})\b/.exec(header)?.[1];
  return scheme === undefined || error === undefined ? scheme : `${scheme} ${error}`;
}

/** Limits the size of a body, so that an endless one does not fill the memory. */
export function bounded(response: Response, maxBodyBytes = largestBody): Response {
  if (response.body === null) return response;
  let size = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) controller.error(new Error(tooLarge));
      else controller.enqueue(chunk);
    },
  });
  const { headers, status, statusText } = response;
  return new Response(response.body.pipeThrough(limit), { headers, status, statusText });
}
