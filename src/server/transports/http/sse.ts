import { randomBytes } from 'node:crypto';
import { answerRefusal, badRequest, noSession, tooManyStreams } from './answers.ts';
import { askedWorkspace } from './asked-workspace.ts';
import { eventStream, type EventStream } from './event-stream.ts';
import type { FrontRequest, FrontClient, FrontParts } from './front-request.ts';
import { accepts } from './guards.ts';
import { notAcceptable, readMessage } from './read-message.ts';
import type { OpenConnection } from '../../message.ts';

// The transport of 2024-11-05: a stream with everything the server says, and an address to which its client posts.
// https://modelcontextprotocol.io/specification/2024-11-05/basic/transports#http-with-sse (2026-11-22)

export interface SseSessions {
  open(asked: FrontRequest): Promise<void>;
  post(asked: FrontRequest): Promise<void>;
  clients(): readonly FrontClient[];
  close(): void;
}

interface SseSession {
  readonly principal: string;
  readonly root: string | undefined;
  readonly stream: EventStream;
  readonly connection: OpenConnection;
  readonly since: Date;
  client: string | undefined;
}

export function openSse({ options, limits, count }: FrontParts): SseSessions {
  const sessions = new Map<string, SseSession>();
  return {
    async open(asked) {
      const { request, response, principal } = asked;
      if (!accepts(request.rawHeaders, 'text/event-stream')) return answerRefusal(response, notAcceptable('text/event-stream'));
      const place = await askedWorkspace(asked, options);
      if ('status' in place) return answerRefusal(response, place);
      const giveBack = count.take(principal.id);
      if (giveBack === undefined) return answerRefusal(response, tooManyStreams(limits.streams));
      const id = randomBytes(24).toString('base64url');
      const stream = eventStream(response, limits, () => {
        giveBack();
        sessions.get(id)?.connection.close();
        sessions.delete(id);
      });
      stream.send(`/messages?sessionId=${id}`, { event: 'endpoint' });
      const { root, isFull } = place;
      // Clients of this transport cannot ask for the rest of a stream, so the server does not close one early.
      const connection = options.open(
        root,
        { isFull, client: undefined },
        (message) => stream.send(JSON.stringify(message), { event: 'message' }),
        () => undefined,
      );
      if (stream.isOpen) sessions.set(id, { principal: principal.id, root, stream, connection, since: new Date(), client: undefined });
      else connection.close();
    },
    async post(asked) {
      const { response, principal, query } = asked;
      const session = sessions.get(query.get('sessionId') ?? '');
      // A session of another token is answered as if it did not exist.
      if (session === undefined || session.principal !== principal.id) return answerRefusal(response, noSession);
      const read = await readMessage(asked, limits);
      if (read.kind === 'refused') return answerRefusal(response, read.refusal, read.id);
      if (read.kind === 'gone') return;
      if (!session.stream.isOpen) return answerRefusal(response, badRequest('The stream of this session has ended.'));
      session.client ??= read.client;
      response.writeHead(202, { 'Cache-Control': 'no-store', 'Content-Type': 'text/plain', 'Content-Length': 8 }).end('Accepted');
      session.connection.send(read.message);
    },
    clients: () => [...sessions.values()].map(({ client, root, since }) => ({ client, root, since, calls: 0 })),
    close() {
      for (const { stream, connection } of sessions.values()) {
        connection.close();
        stream.end();
      }
      sessions.clear();
    },
  };
}
