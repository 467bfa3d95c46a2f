import type { ServerResponse } from 'node:http';
import { maskTokens } from '../../../secrets/index.ts';
import { cleanLine, type SnapError } from '../../../system/index.ts';

/** In every answer: it is not cached, and its type is not guessed. There are no CORS headers, so no web page may read an answer. */
const always = { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' } as const;

export type Headers = Readonly<Record<string, string | number>>;

/** An answer with a JSON value. */
export function answerJson(response: ServerResponse, status: number, value: unknown, headers: Headers = {}): void {
  if (response.headersSent || response.destroyed) return;
  const body = JSON.stringify(value);
  response.writeHead(status, {
    ...always,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...endIfUnread(response),
    ...headers,
  });
  response.end(body);
}

/** The rest of a body that was refused is not read, so the connection ends with the answer. */
function endIfUnread({ req }: ServerResponse): Headers {
  const hasBody = req.headers['transfer-encoding'] !== undefined || Number(req.headers['content-length'] ?? 0) > 0;
  return hasBody && !req.complete ? { Connection: 'close' } : {};
}

/** An answer without a body. */
export function answerEmpty(response: ServerResponse, status: number, headers: Headers = {}): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { ...always, 'Content-Length': 0, ...endIfUnread(response), ...headers });
  response.end();
}

/** Why a request is not answered, as a JSON-RPC error; its id where it is known. */
export interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  readonly headers?: Headers | undefined;
}

export function answerRefusal(response: ServerResponse, refusal: Refusal, id: string | number | null = null): void {
  const { status, code, message, data, headers } = refusal;
  const error = data === undefined ? { code, message } : { code, message, data };
  // Each try without the token costs a new connection.
  const close = status === 401 || status === 403 ? { Connection: 'close' } : {};
  answerJson(response, status, { jsonrpc: '2.0', id, error }, { ...close, ...headers });
}

/** The same for every path, so that it does not tell which paths exist. */
export const unauthorized: Refusal = {
  status: 401,
  code: -32001,
  message:
    'Send "Authorization: Bearer <token>". The token is in a file that "snap daemon status" names. It is a new one at each start of the daemon: "snap daemon start" writes it into the entries that hold the one of before.',
  headers: { 'WWW-Authenticate': 'Bearer' },
};

export const forbidden: Refusal = {
  status: 403,
  code: -32000,
  message:
    'This server answers programs of this machine, which ask for it as 127.0.0.1, localhost or [::1] with its port, and no web page.',
};

export const noSession: Refusal = {
  status: 404,
  code: -32001,
  message: 'There is no such session: it has ended, or the daemon was restarted. Send "initialize" again.',
};

/** @param only what of that needs something more. */
export function notAllowed(allow: string, only = ''): Refusal {
  const more = only === '' ? '' : ` (${only})`;
  return { status: 405, code: -32000, message: `This method is not offered here. Offered: ${allow}${more}.`, headers: { Allow: allow } };
}

/** What the tools need could not be opened. */
export function failed(error: SnapError): Refusal {
  const hint = error.hintFor('model');
  return { status: 503, code: -32000, message: maskTokens(cleanLine(hint === undefined ? error.message : `${error.message} ${hint}`)) };
}

export function badRequest(message: string, code = -32600): Refusal {
  return { status: 400, code, message };
}

/** This token has as many streams open as it may. */
export function tooManyStreams(most: number): Refusal {
  return tooMany(`There are ${most} streams open already. End one of them.`, 1);
}

export function tooMany(message: string, seconds: number): Refusal {
  return { status: 429, code: -32000, message, headers: { 'Retry-After': seconds } };
}

/** Too many requests are under way whose bodies do not come. */
export const tooManyIncomplete: Refusal = {
  status: 503,
  code: -32000,
  message: 'Too many requests are under way that are not complete. Ask again in a moment.',
  headers: { 'Retry-After': 1 },
};
