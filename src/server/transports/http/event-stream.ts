import type { ServerResponse } from 'node:http';
import type { FrontLimits } from './options.ts';

/** One answer of `text/event-stream`. https://html.spec.whatwg.org/multipage/server-sent-events.html (2026-11-22) */
export interface EventStream {
  /** @param data one line; `undefined` ends up as an event without content. */
  send(data: string | undefined, fields?: EventFields): void;
  end(): void;
  readonly isOpen: boolean;
}

export interface EventFields {
  readonly event?: string | undefined;
  readonly id?: string | undefined;
  /** Milliseconds after which a client that lost the stream asks again. */
  readonly retry?: number | undefined;
}

/** Counts the open streams of each token. */
export interface StreamCount {
  /** @returns what gives the place back, or `undefined` when there is none. */
  take(principal: string): (() => void) | undefined;
}

export function streamCount(most: number): StreamCount {
  const open = new Map<string, number>();
  const change = (principal: string, by: number): void => {
    const next = (open.get(principal) ?? 0) + by;
    if (next <= 0) open.delete(principal);
    else open.set(principal, next);
  };
  return {
    take(principal) {
      if ((open.get(principal) ?? 0) >= most) return undefined;
      change(principal, 1);
      let isHeld = true;
      return () => {
        if (isHeld) change(principal, -1);
        isHeld = false;
      };
    },
  };
}

/**
 * Begins the answer. It is kept alive with comments, and dropped where its client does not read.
 * @param onClose called once: `end` was called, the client has left, or it does not read.
 */
export function eventStream(
  response: ServerResponse,
  { keepAlive, unread }: Pick<FrontLimits, 'keepAlive' | 'unread'>,
  onClose: () => void,
  headers: Readonly<Record<string, string>> = {},
): EventStream {
  let isOpen = true;
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    'Cache-Control': 'no-cache, no-transform',
    'X-Content-Type-Options': 'nosniff',
    'X-Accel-Buffering': 'no',
    ...headers,
  });
  response.flushHeaders();
  const write = (text: string): void => {
    if (!isOpen) return;
    if (response.writableLength > unread) return void response.destroy();
    response.write(text);
    timer.refresh();
  };
  const timer = setInterval(() => write(': still here\n\n'), keepAlive).unref();
  response.once('close', () => {
    isOpen = false;
    clearInterval(timer);
    onClose();
  });
  return {
    send(data, { event, id, retry } = {}) {
      const lines = [
        event === undefined ? '' : `event: ${event}\n`,
        id === undefined ? '' : `id: ${id}\n`,
        retry === undefined ? '' : `retry: ${retry}\n`,
      ];
      write(`${lines.join('')}data: ${data ?? ''}\n\n`);
    },
    end() {
      if (!isOpen) return;
      isOpen = false;
      clearInterval(timer);
      response.end();
    },
    get isOpen() {
      return isOpen;
    },
  };
}
