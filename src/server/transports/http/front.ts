import type { IncomingMessage, ServerResponse } from 'node:http';
import { SnapError } from '../../../system/index.ts';
import { targetOf } from '../../../system/http/index.ts';
import { bugReport } from '../../error-text.ts';
import type { FrontRequest, FrontClient, FrontParts } from './front-request.ts';
import {
  answerEmpty,
  answerRefusal,
  failed,
  forbidden,
  notAllowed,
  tooMany,
  tooManyIncomplete,
  unauthorized,
  type Refusal,
} from './answers.ts';
import { noticeStreams, type NoticeStreams } from './notices.ts';
import { bearerOf, isAllowedOrigin, isOwnHost } from './guards.ts';
import { frontLimits, type FrontOptions } from './options.ts';
import { openSse, type SseSessions } from './sse.ts';
import { defaultRate, rates } from './rates.ts';
import { streamCount } from './event-stream.ts';
import { streamableHttp, type StreamableHttp } from './streamable.ts';

/** The HTTP front: what it is asked, guarded, and handed to connections. It knows no tool and no daemon. */
export interface Front {
  take(exchange: { readonly request: IncomingMessage; readonly response: ServerResponse; trust(): Promise<boolean> }): void;
  clients(): readonly FrontClient[];
  /** Milliseconds since the last request; 0 while one is under way or a client listens. A session alone is no use: few clients end theirs. */
  idleMs(): number;
  /** Ends every session and every stream. */
  close(): void;
}

/** https://modelcontextprotocol.io/specification/2025-11-25/basic/transports (2026-11-22); docs/http.md says what is on which path. */
export function createFront(options: FrontOptions): Front {
  const limits = { ...frontLimits, ...options.limits };
  const count = streamCount(limits.streams);
  const parts: FrontParts = { options, limits, count };
  const streamable = streamableHttp(parts);
  const sse = openSse(parts);
  const events = noticeStreams(parts);
  const rate = rates();
  let usedAt = performance.now();

  const answer = async ({ request, response, trust }: Parameters<Front['take']>[0]): Promise<void> => {
    const { rawHeaders, url } = request;
    const refuse = (refusal: Refusal): void => answerRefusal(response, refusal);
    const target = targetOf(url);
    // In this order: a page that may not ask is told so whatever else it sends.
    if (target === undefined || !isOwnHost(rawHeaders, options.ports)) return refuse(forbidden);
    if (!isAllowedOrigin(rawHeaders, options.ports, options.origins)) return refuse(forbidden);
    const bearer = bearerOf(rawHeaders);
    const principal = bearer === undefined ? undefined : await options.tokens.check(bearer);
    if (principal === undefined) return refuse(unauthorized);
    if (!(await trust())) return refuse(tooManyIncomplete);
    usedAt = performance.now();
    const wait = rate.take(principal.id, principal.rate ?? defaultRate);
    if (wait > 0) return refuse(tooMany('There were too many requests at once.', wait));
    const { path, query } = target;
    return route(path, { request, response, principal, query }, { streamable, sse, events });
  };

  return {
    take(exchange) {
      answer(exchange).catch((error: unknown) => {
        const { response } = exchange;
        if (error instanceof SnapError && !response.headersSent) return answerRefusal(response, failed(error));
        options.log(bugReport(error));
        if (response.headersSent) response.destroy();
        else
          answerRefusal(response, {
            status: 500,
            code: -32603,
            message: 'snap failed; this is a bug in it. Its stack is in the log of the daemon.',
          });
      });
    },
    clients: () => [...streamable.clients(), ...sse.clients()],
    idleMs() {
      const now = performance.now();
      if (streamable.isBusy() || sse.clients().length > 0) usedAt = now;
      return now - usedAt;
    },
    close() {
      streamable.close();
      sse.close();
    },
  };
}

/** Something that is not offered is 405: a 404 on the stream of its own ends clients of the SDK. */
async function route(
  path: string,
  asked: FrontRequest,
  { streamable, sse, events }: { readonly streamable: StreamableHttp; readonly sse: SseSessions; readonly events: NoticeStreams },
): Promise<void> {
  const { request, response } = asked;
  const { method = '' } = request;
  const hasSession = request.headers['mcp-session-id'] !== undefined;
  const refuse = (refusal: Refusal): void => answerRefusal(response, refusal);
  switch (path) {
    case '/events':
    case '/mcp':
      if (method === 'POST') return streamable.post(asked);
      if (method === 'DELETE') return streamable.delete(asked);
      if (method === 'GET' && hasSession) return streamable.listen(asked);
      if (method === 'GET' && path === '/events') return sse.open(asked);
      return refuse(notAllowed('GET, POST, DELETE', path === '/mcp' ? 'GET and DELETE with Mcp-Session-Id' : ''));
    case '/messages':
      return method === 'POST' ? sse.post(asked) : refuse(notAllowed('POST'));
    case '/notices':
      return method === 'GET' ? events.open(asked) : refuse(notAllowed('GET'));
    default:
      return answerEmpty(response, 404);
  }
}
