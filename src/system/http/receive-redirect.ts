import type { ServerResponse } from 'node:http';
import { type Exchange, listenOnLoopback } from './listen.ts';
import { targetOf } from './request-checks.ts';

export interface Redirect {
  /** Where the browser is to be sent. */
  readonly address: string;
  /** The query of the request that was expected; `undefined` when the time is up. */
  readonly answer: Promise<URLSearchParams | undefined>;
  close(): Promise<void>;
}

const page =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>snap</title><p>snap has got the answer. You may close this page and go back to the terminal.</p></html>';

const headers = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'referrer-policy': 'no-referrer',
  connection: 'close',
};

/**
 * Waits on a free port of this machine for a browser that another server sends here, and takes the first request that `isExpected`. Any program and
 * any web page of this machine can send requests to this port: all others are answered with 404, and it goes on waiting.
 */
export async function receiveRedirect(options: {
  readonly path: string;
  /** Whether the query is the one that is waited for: it holds a secret that nobody else knows. */
  readonly isExpected: (query: URLSearchParams) => boolean;
  readonly maxMs: number;
  readonly signal: AbortSignal;
}): Promise<Redirect> {
  let settle: (answer: URLSearchParams | undefined) => void = () => undefined;
  const answer = new Promise<URLSearchParams | undefined>((resolve) => (settle = resolve));
  let isTaken = false;
  const take = ({ request, response }: Exchange): void => {
    const target = request.method === 'GET' ? targetOf(request.url) : undefined;
    const isOwn = target?.path === options.path && request.headersDistinct['host']?.join() === host;
    if (!isOwn || isTaken || !options.isExpected(target.query)) return notFound(response);
    isTaken = true;
    // At its end, so that the browser shows the page; a browser that has left does not get it.
    response.once('close', () => settle(target.query));
    response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(page);
  };
  const listener = await listenOnLoopback(0, take);
  if (!('close' in listener)) throw new Error('No port of this machine is free.');
  const host = `127.0.0.1:${listener.port}`;
  const timer = setTimeout(() => settle(undefined), options.maxMs);
  const onAbort = (): void => settle(undefined);
  options.signal.addEventListener('abort', onAbort, { once: true });
  return {
    address: `http://${host}${options.path}`,
    answer,
    async close() {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', onAbort);
      await listener.close();
    },
  };
}

function notFound(response: ServerResponse): void {
  response.writeHead(404, headers).end();
}
