import { randomBytes } from 'node:crypto';
import { protocolVersions } from '../../handshake.ts';
import { isModern, modernVersions, readModern } from '../../modern.ts';
import { isRequest, type Request } from '../../message.ts';
import { answerEmpty, answerRefusal, badRequest, noSession, tooMany, tooManyStreams, type Headers } from './answers.ts';
import { askedWorkspace } from './asked-workspace.ts';
import { eventStream } from './event-stream.ts';
import type { FrontRequest, FrontClient, FrontParts } from './front-request.ts';
import { accepts, oneHeader } from './guards.ts';
import { notAcceptable, readMessage, type ReadMessage } from './read-message.ts';
import { wrongHeader } from './mirrored-headers.ts';
import { Session, type SessionReply } from './session.ts';
import { sessionStore } from './session-store.ts';
import { SharedConnection } from './shared-connection.ts';

/** Streamable HTTP, with sessions for clients of 2025 and before, without for those after. */
export interface StreamableHttp {
  post(asked: FrontRequest): Promise<void>;
  listen(asked: FrontRequest): void;
  delete(asked: FrontRequest): void;
  clients(): readonly FrontClient[];
  /** Whether a request is under way, or a client listens on the stream of its session. */
  isBusy(): boolean;
  close(): void;
}

type Carried = Extract<ReadMessage, { readonly kind: 'message' }>;

/** Milliseconds without a request after which an idle client counts as gone. */
const quietMs = 10 * 60_000;
const bothTypes = 'application/json and text/event-stream';

export function streamableHttp(parts: FrontParts): StreamableHttp {
  const { limits, count } = parts;
  const sessions = sessionStore<Session>(limits);
  const shared = sessionStore<SharedConnection>(limits);
  const answerModern = modernHttp(parts, shared);
  const answerSession = sessionHttp(parts, sessions);
  /** The session that is meant, if it is of this token. */
  const sessionOf = ({ request, principal }: FrontRequest): Session | undefined => {
    const found = sessions.get(oneHeader(request.rawHeaders, 'mcp-session-id') ?? '');
    return found?.principal.id === principal.id ? found : undefined;
  };

  return {
    async post(asked) {
      const { request, response } = asked;
      const { rawHeaders } = request;
      if (!accepts(rawHeaders, 'application/json') || !accepts(rawHeaders, 'text/event-stream'))
        return answerRefusal(response, notAcceptable(bothTypes));
      const read = await readMessage(asked, limits);
      if (read.kind === 'gone') return;
      if (read.kind === 'refused') return answerRefusal(response, read.refusal, read.id);
      const { message } = read;
      const version = oneHeader(rawHeaders, 'mcp-protocol-version');
      if (isModern(message) || modernVersions.some((known) => known === version)) return answerModern(asked, read);
      if (request.headers['mcp-session-id'] === undefined) return answerSession.begin(asked, read);
      const session = sessionOf(asked);
      if (session === undefined) return answerRefusal(response, noSession, isRequest(message) ? message.id : null);
      if (version !== undefined && !protocolVersions.some((known) => known === version))
        return answerRefusal(response, badRequest(`MCP-Protocol-Version must be one of ${protocolVersions.join(', ')}.`));
      return answerSession.goOn(asked, read, session);
    },
    listen(asked) {
      const { request, response, principal } = asked;
      if (!accepts(request.rawHeaders, 'text/event-stream')) return answerRefusal(response, notAcceptable('text/event-stream'));
      const session = sessionOf(asked);
      if (session === undefined) return answerRefusal(response, noSession);
      const giveBack = count.take(principal.id);
      if (giveBack === undefined) return answerRefusal(response, tooManyStreams(limits.streams));
      session.touch();
      const stream = eventStream(response, limits, giveBack, { 'Mcp-Session-Id': session.id });
      session.listen(stream, oneHeader(request.rawHeaders, 'last-event-id'));
    },
    delete(asked) {
      const session = sessionOf(asked);
      if (session === undefined) return answerRefusal(asked.response, noSession);
      sessions.end(session.id);
      answerEmpty(asked.response, 204);
    },
    clients: () =>
      [...sessions.all(), ...shared.all()].filter(isThere).map(({ client, root, since, calls }) => ({ client, root, since, calls })),
    isBusy: () => [...sessions.all(), ...shared.all()].some((one) => !one.isIdle()),
    close() {
      sessions.close();
      shared.close();
    },
  };
}

/** Few clients end their session, so one without a request and without a stream counts as connected for a while. */
function isThere(one: Session | SharedConnection): boolean {
  return !one.isIdle() || performance.now() - one.usedAt < quietMs;
}

/** Requests with a session, and the `initialize` that begins one. */
function sessionHttp({ options, limits, count }: FrontParts, sessions: ReturnType<typeof sessionStore<Session>>) {
  const replyOf = ({ response, principal }: FrontRequest, headers: Headers): SessionReply => ({
    response,
    limits,
    count,
    headers,
    principal: principal.id,
  });
  const ask = (asked: FrontRequest, message: Request, session: Session): void => {
    session.touch();
    if (!session.request(message, replyOf(asked, { 'Mcp-Session-Id': session.id })))
      answerRefusal(asked.response, badRequest('A request with this id is under way already.'), message.id);
  };
  return {
    async begin(asked: FrontRequest, { message, client }: Carried): Promise<void> {
      const { response, principal } = asked;
      if (!isRequest(message) || message.method !== 'initialize')
        return answerRefusal(
          response,
          badRequest('Send "initialize" first, and then the Mcp-Session-Id of its answer with every request.', -32000),
          isRequest(message) ? message.id : null,
        );
      const place = await askedWorkspace(asked, options);
      if ('status' in place) return answerRefusal(response, place, message.id);
      const { root, isFull } = place;
      const id = randomBytes(24).toString('base64url');
      const session = new Session({
        id,
        principal,
        root,
        client,
        open: (onMessage, onLater) => options.open(root, { isFull, client }, onMessage, onLater),
      });
      if (!sessions.add(id, principal.id, session))
        return answerRefusal(
          response,
          tooMany(`There are ${limits.sessions} sessions with work under way. End one of them.`, 5),
          message.id,
        );
      ask(asked, message, session);
    },
    async goOn(asked: FrontRequest, { message }: Carried, session: Session): Promise<void> {
      const { response } = asked;
      const place = await askedWorkspace(asked, options);
      if ('status' in place) return answerRefusal(response, place, isRequest(message) ? message.id : null);
      if (place.named !== undefined && place.root !== session.root)
        return answerRefusal(response, badRequest('A session keeps its workspace. Begin another one for this workspace.'));
      if (isRequest(message)) return ask(asked, message, session);
      session.touch();
      session.take(message);
      return answerEmpty(response, 202);
    },
  };
}

/** Requests that stand alone. */
function modernHttp({ options, limits, count }: FrontParts, shared: ReturnType<typeof sessionStore<SharedConnection>>) {
  return async (asked: FrontRequest, { message }: Carried): Promise<void> => {
    const { request, response, principal } = asked;
    // This version defines no notification from client to server over HTTP: closing the connection cancels a request.
    if (!isRequest(message))
      return 'method' in message
        ? answerEmpty(response, 202)
        : answerRefusal(response, badRequest('In this version of the protocol a client answers nothing.'));
    const read = readModern(message.params);
    const wrong = 'code' in read && read.code === -32602 ? undefined : wrongHeader(request.rawHeaders, message, options.inputSchema);
    if (wrong !== undefined) return answerRefusal(response, { status: 400, code: -32020, message: wrong }, message.id);
    if ('code' in read) return answerRefusal(response, { ...read, status: 400 }, message.id);
    const place = await askedWorkspace(asked, options);
    if ('status' in place) return answerRefusal(response, place, message.id);
    const { root, isFull } = place;
    const { client } = read;
    const key = JSON.stringify([principal.id, root ?? '', isFull, client ?? '']);
    const known = shared.get(key);
    const connection =
      known ?? new SharedConnection({ client, root }, (onMessage, onLater) => options.open(root, { isFull, client }, onMessage, onLater));
    if (known === undefined && !shared.add(key, principal.id, connection))
      return answerRefusal(response, tooMany('There are too many clients with work under way.', 5), message.id);
    connection.request(message, { response, limits, count, headers: {}, principal: principal.id });
  };
}
