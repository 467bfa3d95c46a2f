import { eventStreamReader, onOneLine, type HttpAnswer, type StreamEvent } from '../system/http/index.ts';
import type { Message } from './envelope.ts';
import type { Flow } from './flow.ts';

/** Bytes of one message. */
export const maxMessageBytes = 64 * 1024 * 1024;

/** How a stream ended, and where to go on. */
export interface StreamEnd {
  /** `ended`: the server closed it. `lost`: the connection broke. */
  readonly how: 'ended' | 'lost';
  readonly lastId: string | undefined;
  readonly retryMs: number | undefined;
}

interface Reading {
  readonly flow: Flow;
  readonly onEvent: (event: StreamEvent) => void;
  /** Bytes have come. */
  readonly onBytes?: (() => void) | undefined;
}

/** Reads a stream of events to its end, as fast as the client takes them. Never rejects. */
export async function readEvents({ body }: HttpAnswer, { flow, onEvent, onBytes }: Reading): Promise<StreamEnd> {
  return new Promise((resolve) => {
    const reader = eventStreamReader(maxMessageBytes, onEvent);
    const remove = flow.add(body);
    const end = (how: StreamEnd['how']): void => {
      remove();
      resolve({ how, lastId: reader.lastId, retryMs: reader.retryMs });
    };
    body.on('data', (chunk: Buffer) => {
      onBytes?.();
      reader.push(chunk);
    });
    body.once('end', () => end('ended'));
    body.once('error', () => end('lost'));
    body.once('close', () => end('lost'));
  });
}

/**
 * Reads one message that is the whole body.
 * @returns `lost` for one that broke off, `too-long` for one that was not read to its end.
 */
export async function readMessage({ body }: HttpAnswer, flow: Flow, maxBytes = maxMessageBytes): Promise<Message | 'lost' | 'too-long'> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let length = 0;
    const remove = flow.add(body);
    const end = (read: Message | 'lost' | 'too-long'): void => {
      remove();
      resolve(read);
    };
    body.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxBytes) {
        body.destroy();
        return end('too-long');
      }
      pieces.push(chunk);
    });
    body.once('end', () => end({ pieces: onOneLine(pieces), length }));
    body.once('error', () => end('lost'));
    body.once('close', () => end('lost'));
  });
}
