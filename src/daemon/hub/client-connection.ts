import { SnapError, type LineBytes } from '../../system/index.ts';
import type { LineSocket } from '../../system/sockets/index.ts';
import { cancelMethod, endingMethod, errorCodes, eventMethod, protocol, type EndingReason, type Hello } from '../protocol.ts';
import type { SnapEvent } from '../events/event.ts';
import { errorLine, failureLine, notificationLine, readFrame, resultLine, type Frame, type FrameId } from '../rpc/frame.ts';
import type { HubLimits } from './limits.ts';
import { helloIn, InvalidParams } from './params.ts';

/** One client of the hub. */
export interface ClientConnection {
  /** What it said of itself; `undefined` before its hello. */
  readonly hello: Hello | undefined;
  readonly since: string;
  /** Calls under way. */
  readonly calls: number;
  /** Bytes it makes the daemon hold: an incomplete line, and its calls under way. */
  readonly heldBytes: number;
  onLine(line: LineBytes): void;
  onDrain(): void;
  /** An event that it has subscribed to. Dropped when the client does not read. */
  sendEvent(event: SnapEvent): void;
  /** Says why the daemon ends, gives up its calls, and closes it. */
  leave(reason: EndingReason): void;
  /** Gives up its calls: the connection is gone. */
  ended(): void;
}

/** What a connection asks of the hub. */
export interface ConnectionHub {
  readonly limits: HubLimits;
  /** Why a call cannot be taken now; `undefined` where it can. */
  refusal(): { readonly code: number; readonly message: string } | undefined;
  welcome(connection: ClientConnection, hello: Hello): object;
  /** Does what a request asks for. @throws SnapError, {@link InvalidParams}, {@link UnknownMethod}. */
  answer(connection: ClientConnection, method: string, params: Readonly<Record<string, unknown>>, signal: AbortSignal): unknown;
  /** A bug: what was called has thrown what nobody expected. */
  reportBug(method: string, error: unknown): void;
}

export class UnknownMethod extends Error {}

interface Pending {
  readonly stop: AbortController;
  readonly bytes: number;
}

/** Reads the messages of one client and answers each request once, whatever comes. */
export function clientConnection(socket: LineSocket, since: string, hub: ConnectionHub): ClientConnection {
  const { limits } = hub;
  const pending = new Map<FrameId, Pending>();
  let hello: Hello | undefined;
  let pendingBytes = 0;
  let isLeaving = false;

  const send = (line: string): void => {
    socket.send(line);
    // One that never reads would otherwise fill the memory with answers.
    if (socket.unsent > limits.unsent.close) socket.destroy();
    else if (socket.unsent > limits.unsent.pause) socket.pause();
  };
  const refuse = (id: FrameId | null, code: number, message: string, data?: object): void => {
    send(errorLine(id, code, message, data));
    socket.close();
  };
  const greet = (frame: Frame): void => {
    const said = frame.kind === 'request' && frame.method === 'hello' ? helloIn(frame.params) : undefined;
    if (frame.kind !== 'request' || said === undefined) {
      const id = 'id' in frame ? frame.id : null;
      return refuse(id, errorCodes.hello, 'The first message must be the request "hello".');
    }
    if (said.protocol !== protocol) {
      return refuse(frame.id, errorCodes.hello, `This daemon has protocol ${protocol}, the client has ${said.protocol}.`, { protocol });
    }
    hello = said;
    send(resultLine(frame.id, hub.welcome(connection, said)));
  };
  const answer = async ({ id, method, params }: Extract<Frame, { kind: 'request' }>, bytes: number): Promise<void> => {
    const stop = new AbortController();
    pending.set(id, { stop, bytes });
    pendingBytes += bytes;
    let line: string;
    try {
      line = resultLine(id, await hub.answer(connection, method, params, stop.signal));
    } catch (error) {
      // The daemon's connection handler: every failure becomes an answer.
      line = failure(id, method, error, stop.signal);
    }
    if (pending.delete(id)) pendingBytes -= bytes;
    send(line);
  };
  const failure = (id: FrameId, method: string, error: unknown, signal: AbortSignal): string => {
    if (isLeaving) return errorLine(id, errorCodes.ending, 'The daemon is ending.');
    if (signal.aborted) return errorLine(id, errorCodes.cancelled, 'The call was given up.');
    if (error instanceof SnapError) return failureLine(id, error);
    if (error instanceof InvalidParams) return errorLine(id, errorCodes.invalidParams, error.message);
    if (error instanceof UnknownMethod) return errorLine(id, errorCodes.unknownMethod, error.message);
    hub.reportBug(method, error);
    return errorLine(id, errorCodes.internal, 'The daemon failed. Its log says how.');
  };
  const request = (frame: Extract<Frame, { kind: 'request' }>, bytes: number): void => {
    const refusal = hub.refusal();
    if (refusal !== undefined) return send(errorLine(frame.id, refusal.code, refusal.message));
    if (pending.has(frame.id)) return send(errorLine(frame.id, errorCodes.invalidRequest, 'A request with this id is under way.'));
    if (pending.size >= limits.maxCalls)
      return send(errorLine(frame.id, errorCodes.busy, `This client has ${limits.maxCalls} calls under way.`));
    void answer(frame, bytes);
  };

  const connection: ClientConnection = {
    get hello() {
      return hello;
    },
    since,
    get calls() {
      return pending.size;
    },
    get heldBytes() {
      return socket.held + pendingBytes;
    },
    onLine(line) {
      const frame = readFrame(line);
      if (hello === undefined) return greet(frame);
      switch (frame.kind) {
        case 'request':
          return request(frame, line.kind === 'whole' ? line.bytes.length : 0);
        case 'notification':
          // Any other is one of a later build.
          if (frame.method === cancelMethod) pending.get(idIn(frame.params['id']))?.stop.abort();
          return;
        case 'invalid':
          return send(errorLine(frame.id, frame.code, frame.message));
        // The daemon asks its clients nothing.
        case 'result':
        case 'error':
          return;
        default:
          return frame satisfies never;
      }
    },
    onDrain: () => socket.resume(),
    sendEvent(event) {
      if (socket.unsent < limits.unsent.dropEvents) socket.send(notificationLine(eventMethod, { event }));
    },
    leave(reason) {
      isLeaving = true;
      socket.send(notificationLine(endingMethod, { reason }));
      connection.ended();
      // After the answers to the calls that were given up.
      setImmediate(() => socket.close(500));
    },
    ended() {
      for (const { stop } of pending.values()) stop.abort();
    },
  };
  return connection;
}

function idIn(id: unknown): FrameId {
  return typeof id === 'string' || typeof id === 'number' ? id : '';
}
