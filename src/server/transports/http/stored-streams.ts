import type { EventStream } from './event-stream.ts';

// A client of 2025-11-25 that lost a stream asks for the rest of it with the id of the last event it got.
// https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery (2026-11-22)

/** A stream of a session, which outlives the connection that carries it. */
export interface StoredStream {
  send(data: string): void;
  /** Nothing follows. */
  finish(): void;
  /**
   * Carries it from now on; what was sent after event `last` is sent again.
   * @param isPrimed whether it begins with an event without content, whose id lets the client come back before there is another.
   */
  carry(stream: EventStream, last: number, isPrimed: boolean): void;
  /** Its client is asked to come back for the rest. */
  pause(): void;
  /** Whether a client reads it now. */
  readonly isCarried: boolean;
}

export interface StoredStreams {
  open(): StoredStream;
  /** The stream with that event, and the number of the event. */
  find(eventId: string): { readonly stream: StoredStream; readonly last: number } | undefined;
  /** Those that carry a stream now are ended. */
  close(): void;
}

/** Milliseconds after which a client that lost a stream asks for the rest. */
export const retryMs = 1_000;

/** Bytes of events that are kept for the streams of one session. */
const maxKeptBytes = 4 * 1024 * 1024;

interface Kept {
  readonly events: { readonly number: number; readonly data: string }[];
  isOver: boolean;
  carrier: EventStream | undefined;
}

export function storedStreams(): StoredStreams {
  const streams = new Map<number, { readonly kept: Kept; readonly stream: StoredStream }>();
  let opened = 0;
  let bytes = 0;

  const forget = (number: number): void => {
    for (const { data } of streams.get(number)?.kept.events ?? []) bytes -= data.length;
    streams.delete(number);
  };
  /** Forgets the oldest first. Of a stream that still runs only the kept events are lost, and only for a client that reconnects. */
  const makeRoom = (): void => {
    for (const [number, { kept }] of streams) {
      if (bytes <= maxKeptBytes) return;
      if (kept.isOver) forget(number);
      else for (const { data } of kept.events.splice(0)) bytes -= data.length;
    }
  };

  const open = (): StoredStream => {
    opened += 1;
    const number = opened;
    const kept: Kept = { events: [], isOver: false, carrier: undefined };
    let sent = 0;
    const stream: StoredStream = {
      send(data) {
        sent += 1;
        kept.events.push({ number: sent, data });
        bytes += data.length;
        kept.carrier?.send(data, { event: 'message', id: `${number}-${sent}` });
        makeRoom();
      },
      finish() {
        kept.isOver = true;
        if (kept.carrier?.isOpen !== true) return;
        kept.carrier.end();
        // Kept a little longer, for a client that has lost the last event.
        setTimeout(() => forget(number), 10 * retryMs).unref();
      },
      carry(carrier, last, isPrimed) {
        kept.carrier?.end();
        kept.carrier = carrier;
        if (isPrimed) carrier.send(undefined, { id: `${number}-${last}`, retry: retryMs });
        for (const event of kept.events)
          if (event.number > last) carrier.send(event.data, { event: 'message', id: `${number}-${event.number}` });
        if (kept.isOver) carrier.end();
      },
      pause() {
        kept.carrier?.end();
        kept.carrier = undefined;
      },
      get isCarried() {
        return kept.carrier?.isOpen === true;
      },
    };
    streams.set(number, { kept, stream });
    return stream;
  };

  return {
    open,
    find(eventId) {
      const [, number, last] = /^(\d{1,9})-(\d{1,9})$/.exec(eventId) ?? [];
      const found = number === undefined ? undefined : streams.get(Number(number));
      return found === undefined ? undefined : { stream: found.stream, last: Number(last) };
    },
    close() {
      for (const { kept } of streams.values()) kept.carrier?.end();
      streams.clear();
    },
  };
}
