/** What a server answered at the level of HTTP: the last answer that counts. */
export interface Heard {
  readonly status?: number | undefined;
  readonly contentType?: string | undefined;
  readonly authenticate?: string | undefined;
  /** Scheme and host that a redirect leads to, where they are not those that were called: nobody follows there. */
  readonly redirectsTo?: string | undefined;
  /** What was thrown instead of an answer. */
  readonly failure?: unknown;
}

export interface RecordedFetch {
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  heard(): Heard;
}

const largestBody = 10 * 1024 * 1024;
/** How long a good-bye may take once the time is over. */
const goodbyeMs = 1_000;

/**
 * `fetch` with an ear. The SDK asks it for single steps (`redirect: 'manual'`), and follows to the same origin only, so the person's
 * headers go nowhere else.
 * @param counts the methods whose answers count: the optional GET of Streamable HTTP may well be refused.
 */
export function recordedFetch(signal: AbortSignal, counts: readonly string[]): RecordedFetch {
  let heard: Heard = {};
  return {
    heard: () => heard,
    async fetch(url, init = {}) {
      const { method = 'GET' } = init;
      const isCounted = counts.includes(method);
      // The end of a session is told to the server even when the time is over.
      const limit = method === 'DELETE' ? AbortSignal.timeout(goodbyeMs) : signal;
      try {
        const response = await fetch(url, { ...init, signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit });
        if (isCounted) heard = heardIn(response, url);
        return bounded(response);
      } catch (failure) {
        if (isCounted && !limit.aborted && init.signal?.aborted !== true) heard = { failure };
        throw failure;
      }
    },
  };
}

function heardIn({ headers, status }: Response, url: string | URL): Heard {
  const contentType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  const authenticate = schemeOf(headers.get('www-authenticate') ?? '');
  const redirectsTo = status >= 300 && status < 400 ? otherOrigin(headers.get('location') ?? '', url) : undefined;
  return {
    status,
    ...(contentType ? { contentType } : {}),
    authenticate,
    redirectsTo,
  };
}

/** The rest of the address may hold what is nobody's business. */
function otherOrigin(location: string, from: string | URL): string | undefined {
  if (location === '' || !URL.canParse(location, String(from))) return undefined;
  const { origin, protocol } = new URL(location, from);
  return /^https?:$/.test(protocol) && origin !== new URL(from).origin ? origin : undefined;
}

/** The rest of the header names realms and addresses. https://www.rfc-editor.org/rfc/rfc9110#name-www-authenticate */
function schemeOf(header: string): string | undefined {
  const scheme = /^\s*([\w-]{1,40})(\s|,|$)/.exec(header)?.[1];
  const error = /\berror\s*=\s*"?([a-z_]{1,40})\b/.exec(header)?.[1];
  return scheme === undefined || error === undefined ? scheme : `${scheme} ${error}`;
}

/** A body without end shall not fill the memory. */
function bounded(response: Response): Response {
  if (response.body === null) return response;
  let size = 0;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > largestBody) controller.error(new Error('the answer is too large'));
      else controller.enqueue(chunk);
    },
  });
  const { headers, status, statusText } = response;
  return new Response(response.body.pipeThrough(limit), { headers, status, statusText });
}
