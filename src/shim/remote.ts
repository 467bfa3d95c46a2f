import { HttpFailure, type HttpAnswer, type HttpClient, type StreamEvent } from '../system/http/index.ts';
import { errorAnswer, errorTextIn, type Fault, statusFault, tooLongFault } from './faults.ts';
import { envelopeOf, type Envelope, envelopeOfEnds, headOf, messageOf, type Message, tailOf } from './envelope.ts';
import type { Flow } from './flow.ts';
import { isActing, type Pending } from './pending.ts';
import { maxMessageBytes, readMessage } from './read-stream.ts';
import type { Target } from './target.ts';

/**
 * The outcome of a request. `answered`: the client has its answer. `not-here`: a status that a server of another transport, or one that does not
 * know the session, answers with; nothing was run. `answer`: what it says about this request, for the client if nothing else helps. `failed`: everything else; `isLost` where the connection was the cause.
 */
export type Outcome =
  | { readonly kind: 'answered' }
  | { readonly kind: 'not-here'; readonly fault: Fault; readonly answer?: Message | undefined }
  | { readonly kind: 'unauthorized'; readonly fault: Fault }
  | { readonly kind: 'failed'; readonly fault: Fault; readonly mayHaveRun: boolean; readonly isLost: boolean };

export const answered: Outcome = { kind: 'answered' };

/** A connection to the remote server in one of the two transports. */
export interface Remote {
  /** Whether the server gave it a session, which the server may forget. */
  readonly hasSession: boolean;
  /** Sends a request and waits for its answer. @param next called when the next message may be sent. Never rejects. */
  ask(request: Pending, next: () => void): Promise<Outcome>;
  /** Sends a message that wants no answer. Settles when the server has it. Never rejects. */
  tell(bytes: Buffer, headers: Readonly<Record<string, string>>): Promise<Outcome>;
  /** The client is initialized: messages that answer no request may come from now on. */
  listen(): void;
  /** @param isOver the client has left, so the server may forget the session. */
  close(isOver: boolean): Promise<void>;
}

/** What both transports work with. */
export interface RemoteContext {
  readonly target: Target;
  readonly client: HttpClient;
  readonly flow: Flow;
  /** A whole message has come. */
  receive(message: Message): void;
  /** The server knows the session no more, or its stream has ended: it has to be made again, also without a request. */
  onLost(remote: Remote): void;
}

/** Bytes of a body that belongs to a status of failure. */
const maxErrorBytes = 64 * 1024;

/** Passes an event on. One that was too long becomes an error, where its ends show which request it answers. */
export function receiveEvent(context: RemoteContext, { name, data, isTooLong }: StreamEvent): void {
  // Other names are not for this protocol.
  if (name !== '' && name !== 'message') return;
  if (!isTooLong) return context.receive(data);
  const envelope: Envelope | undefined = envelopeOfEnds(headOf(data), tailOf(data));
  if (envelope?.kind === 'response') context.receive(errorAnswer(envelope.id, tooLongFault(context.target, maxMessageBytes)));
}

/**
 * What a status without success means. An answer to the request in its body is passed on.
 * @param request undefined for a message that wants no answer.
 * @param isServer a server of MCP has answered at this address before.
 */
export async function outcomeOfStatus(
  context: RemoteContext,
  answer: HttpAnswer,
  request: Pending | undefined,
  isServer: boolean,
): Promise<Outcome> {
  const { target } = context;
  const { status, headers } = answer;
  const read = await readMessage(answer, context.flow, maxErrorBytes);
  const body = typeof read === 'string' ? undefined : read;
  const isJson = body !== undefined && /json/.test(headers['content-type'] ?? '');
  const envelope = isJson && request !== undefined ? envelopeOf(body) : undefined;
  const own = envelope?.kind === 'response' && envelope.id === request?.id ? body : undefined;
  const text = isJson ? errorTextIn(body) : undefined;
  const fault = statusFault(target, {
    status,
    said: text === undefined ? undefined : target.shownText(text),
    retryAfter: headers['retry-after'],
    isServer,
    isActing: request !== undefined && isActing(request),
  });
  // "404" is told with its cure.
  if (status === 400 || status === 404 || status === 405) return { kind: 'not-here', fault, answer: status === 400 ? own : undefined };
  if (status === 401) return { kind: 'unauthorized', fault };
  if (own !== undefined) {
    context.receive(own);
    return answered;
  }
  return { kind: 'failed', fault, mayHaveRun: status >= 500, isLost: false };
}

/** Turns what a request throws into an `HttpFailure`. */
export function asFailure(error: unknown): HttpFailure {
  return error instanceof HttpFailure
    ? error
    : new HttpFailure('failed', 'the request could not be made', { wasSent: false, cause: error });
}

/** A message of the bridge's own. */
export function ownMessage(value: object): Message {
  return messageOf(Buffer.from(JSON.stringify(value)));
}
