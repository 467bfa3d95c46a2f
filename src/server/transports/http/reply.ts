import type { ServerResponse } from 'node:http';
import type { Message } from '../../message.ts';
import { answerJson, answerRefusal, tooManyStreams, type Headers } from './answers.ts';
import { eventStream, type EventStream, type StreamCount } from './event-stream.ts';
import type { FrontLimits } from './options.ts';

/** The answer to one request over HTTP: JSON if the result comes soon and is the first message, else a stream of events. */
export interface Reply {
  /** What belongs to the request and comes before its result. */
  send(message: Message): void;
  /** Its result, or error. */
  finish(message: Message): void;
  /** Makes it a stream now. */
  stream(): void;
}

export interface ReplyOptions {
  readonly response: ServerResponse;
  readonly limits: FrontLimits;
  /** Who asks. */
  readonly principal: string;
  readonly count: StreamCount;
  readonly headers: Headers;
  /** The status of an answer as JSON; 200 when absent. */
  readonly status?: ((message: Message) => number) | undefined;
  /** Called once there is a stream, which it may carry on by itself. */
  onStream(stream: EventStream): StreamWriter;
  /** The client has left before the result came. */
  onGone(): void;
}

/** What writes messages to a stream. */
export interface StreamWriter {
  send(data: string): void;
  finish(): void;
}

/** Writes to a stream as it is: nothing is kept for a client that comes back. */
export function plainWriter(stream: EventStream): StreamWriter {
  return { send: (data) => stream.send(data, { event: 'message' }), finish: () => stream.end() };
}

export function replyTo({ response, limits, principal, count, headers, status, onStream, onGone }: ReplyOptions): Reply {
  let writer: StreamWriter | undefined;
  let isOver = false;
  const over = (): void => {
    clearTimeout(timer);
    if (isOver) return;
    isOver = true;
    onGone();
  };
  const stream = (): StreamWriter | undefined => {
    if (writer !== undefined || isOver) return writer;
    clearTimeout(timer);
    // It was refused meanwhile.
    if (response.headersSent) return undefined;
    const giveBack = count.take(principal);
    if (giveBack === undefined) {
      answerRefusal(response, tooManyStreams(limits.streams));
      over();
      return undefined;
    }
    writer = onStream(eventStream(response, limits, giveBack, namesOf(headers)));
    return writer;
  };
  const timer = setTimeout(stream, limits.patience);
  response.once('close', over);
  return {
    stream: () => void stream(),
    send: (message) => stream()?.send(JSON.stringify(message)),
    finish(message) {
      if (isOver && writer === undefined) return;
      isOver = true;
      clearTimeout(timer);
      if (writer === undefined) return answerJson(response, status?.(message) ?? 200, message, headers);
      writer.send(JSON.stringify(message));
      writer.finish();
    },
  };
}

function namesOf(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
