import { SnapError, type LineBytes } from '../../system/index.ts';
import type { LineSocket } from '../../system/sockets/index.ts';
import { cancelMethod, endingMethod, errorCodes, eventMethod, protocol, type EndingReason, type Hello } from '../protocol.ts';
import type { SnapEvent } from '../events/event.ts';
import { errorLine, failureLine, notificationLine, readFrame, resultLine, type Frame, type FrameId } from '../rpc/frame.ts';
import type { HubLimits } from './limits.ts';
import { helloIn, InvalidParams } from './params.ts';
import { Busy } from './workspaces.ts';

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
  /** Tells the client why the daemon ends, cancels its calls, and closes the connection. */
  leave(reason: EndingReason): void;
  /** The connection has ended: cancels its calls. */
  ended(): void;
}

/** What a connection asks of the hub. */
export interface ConnectionHub {
  readonly limits: HubLimits;
  /** Why a call cannot be taken now; `undefined` where it can. */
  refusal(): Refusal | undefined;
  welcome(connection: ClientConnection, hello: Hello): object;
  /** Does what a request asks for. @throws SnapError, {@link InvalidParams}, {@link UnknownMethod}. */
  answer(connection: ClientConnection, method: string, params: Readonly<Record<string, unknown>>, signal: AbortSignal): unknown;
  /** Logs an unexpected error: a bug. */
  reportBug(method: string, error: unknown): void;
}

export interface Refusal {
  readonly code: number;
  readonly message: string;
}

export class UnknownMethod extends Error {}

interface Pending {
  readonly stop: AbortController;
  readonly bytes: number;
}

/** Reads the messages of one client and answers each request once, whatever comes. */
export function clientConnection(socket: LineSocket, since: string, hub: ConnectionHub): ClientConnection {
  return new Connection(socket, since, hub);
}

class Connection implements ClientConnection {
  readonly since: string;
  readonly #socket: LineSocket;
  readonly #hub: ConnectionHub;
  readonly #pending = new Map<FrameId, Pending>();
  #pendingBytes = 0;
  #hello: Hello | undefined;
  #isLeaving = false;

  constructor(socket: LineSocket, since: string, hub: ConnectionHub) {
    this.since = since;
    this.#socket = socket;
    this.#hub = hub;
  }

  get hello(): Hello | undefined {
    return this.#hello;
  }

  get calls(): number {
    return this.#pending.size;
  }

  get heldBytes(): number {
    return this.#socket.held + this.#pendingBytes;
  }

  onLine(line: LineBytes): void {
    const frame = readFrame(line);
    if (this.#hello === undefined) return this.#greet(frame);
    switch (frame.kind) {
      case 'request':
        return this.#request(frame, line.kind === 'whole' ? line.bytes.length : 0);
      case 'notification':
        // Unknown notifications come from later builds, and are ignored.
        if (frame.method === cancelMethod) this.#pending.get(idIn(frame.params['id']))?.stop.abort();
        return;
      case 'invalid':
        return this.#send(errorLine(frame.id, frame.code, frame.message));
      // The daemon sends no requests, so it expects no answers.
      case 'result':
      case 'error':
        return;
      default:
        return frame satisfies never;
    }
  }

  onDrain(): void {
    this.#socket.resume();
  }

  sendEvent(event: SnapEvent): void {
    if (this.#socket.unsent < this.#hub.limits.unsent.dropEvents) this.#socket.send(notificationLine(eventMethod, { event }));
  }

  leave(reason: EndingReason): void {
    this.#isLeaving = true;
    this.#socket.send(notificationLine(endingMethod, { reason }));
    this.ended();
    // After the answers to the cancelled calls.
    setImmediate(() => this.#socket.close(500));
  }

  ended(): void {
    for (const { stop } of this.#pending.values()) stop.abort();
  }

  #greet(frame: Frame): void {
    const said = frame.kind === 'request' && frame.method === 'hello' ? helloIn(frame.params) : undefined;
    if (frame.kind !== 'request' || said === undefined) {
      return this.#refuse('id' in frame ? frame.id : null, 'The first message must be the request "hello".');
    }
    if (said.protocol !== protocol) {
      return this.#refuse(frame.id, `This daemon has protocol ${protocol}, the client has ${said.protocol}.`, { protocol });
    }
    this.#hello = said;
    this.#send(resultLine(frame.id, this.#hub.welcome(this, said)));
  }

  #refuse(id: FrameId | null, message: string, data?: object): void {
    this.#socket.send(errorLine(id, errorCodes.hello, message, data));
    this.#socket.close();
  }

  #request(frame: Extract<Frame, { kind: 'request' }>, bytes: number): void {
    const refusal = this.#hub.refusal() ?? this.#ownRefusal(frame.id);
    if (refusal !== undefined) return this.#send(errorLine(frame.id, refusal.code, refusal.message));
    void this.#answer(frame, bytes);
  }

  #ownRefusal(id: FrameId): Refusal | undefined {
    const { maxCalls } = this.#hub.limits;
    if (this.#pending.has(id)) return { code: errorCodes.invalidRequest, message: 'A request with this id is under way.' };
    return this.#pending.size < maxCalls ? undefined : { code: errorCodes.busy, message: `This client has ${maxCalls} calls under way.` };
  }

  async #answer({ id, method, params }: Extract<Frame, { kind: 'request' }>, bytes: number): Promise<void> {
    const stop = new AbortController();
    this.#pending.set(id, { stop, bytes });
    this.#pendingBytes += bytes;
    let line: string;
    try {
      line = resultLine(id, await this.#hub.answer(this, method, params, stop.signal));
    } catch (error) {
      // The daemon's connection handler: every failure becomes an answer.
      line = this.#failure(id, method, error, stop.signal);
    }
    this.#pending.delete(id);
    this.#pendingBytes -= bytes;
    this.#send(line);
  }

  #failure(id: FrameId, method: string, error: unknown, signal: AbortSignal): string {
    if (this.#isLeaving) return errorLine(id, errorCodes.ending, 'The daemon is ending.');
    if (signal.aborted) return errorLine(id, errorCodes.cancelled, 'The call was cancelled.');
    if (error instanceof SnapError) return failureLine(id, error);
    if (error instanceof Busy) return errorLine(id, errorCodes.busy, error.message);
    if (error instanceof InvalidParams) return errorLine(id, errorCodes.invalidParams, error.message);
    if (error instanceof UnknownMethod) return errorLine(id, errorCodes.unknownMethod, error.message);
    this.#hub.reportBug(method, error);
    return errorLine(id, errorCodes.internal, 'The daemon failed. Its log says how.');
  }

  #send(line: string): void {
    const { unsent } = this.#hub.limits;
    this.#socket.send(line);
    // Answers to a client that does not read would fill the memory.
    if (this.#socket.unsent > unsent.close) this.#socket.destroy();
    else if (this.#socket.unsent > unsent.pause) this.#socket.pause();
  }
}

function idIn(id: unknown): FrameId {
  return typeof id === 'string' || typeof id === 'number' ? id : '';
}
