import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnLoopback } from './listen.ts';

export interface Redirect {
  /** Where the browser is to be sent. */
  readonly address: string;
  /** The query of the one request that is taken; `undefined` when the time is up. */
  readonly answer: Promise<URLSearchParams | undefined>;
  close(): Promise<void>;
}

const page =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>snap</title><p>snap has got the answer. You may close this page and go back to the terminal.</p></html>';

/**
 * Waits on a free port of this machine for a browser that another server sends here. One request is taken, whatever it brings; then nobody listens any
 * more. Requests for another path, or under another name than this machine's, are not looked at.
 */
export async function receiveRedirect(options: {
  readonly path: string;
  readonly maxMs: number;
  readonly signal: AbortSignal;
}): Promise<Redirect> {
  let settle: (answer: URLSearchParams | undefined) => void = () => undefined;
  const answer = new Promise<URLSearchParams | undefined>((resolve) => (settle = resolve));
  let isTaken = false;
  const take = (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const isAsked = request.method === 'GET' && url.pathname === options.path && request.headers.host === host && !isTaken;
    const headers = {
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
      connection: 'close',
    };
    if (!isAsked) return void response.writeHead(404, headers).end();
    isTaken = true;
    response.writeHead(200, { ...headers, 'content-type': 'text/html; charset=utf-8' }).end(page, () => settle(url.searchParams));
  };
  const listener = await listenOnLoopback(0, ({ request, response }) => take(request, response));
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
