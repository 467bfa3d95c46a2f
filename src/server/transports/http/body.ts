import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FrontLimits } from './options.ts';
import { isWithinBounds } from './json-bounds.ts';

/** A body as text, or what is wrong with it. */
export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'refused'; readonly status: number; readonly code: number; readonly why: string }
  | { readonly kind: 'gone' };

type Bounds = Pick<FrontLimits, 'bodyBytes' | 'depth' | 'elements'>;

/** Reads a body as it comes, and no further than the bound: what is announced as too long is not read at all. */
export async function readBody(request: IncomingMessage, bounds: Bounds): Promise<Body> {
  if (Number(request.headers['content-length'] ?? 0) > bounds.bodyBytes) return tooLong(bounds);
  const bytes = await collect(request, bounds.bodyBytes);
  if (bytes === 'gone') return { kind: 'gone' };
  if (bytes === 'too-long') return tooLong(bounds);
  if (!isUtf8(bytes)) return refused(400, -32700, 'The body is not UTF-8.');
  if (!isWithinBounds(bytes, bounds))
    return refused(
      400,
      -32600,
      `The body is nested deeper than ${bounds.depth} levels, or has more than ${bounds.elements} values. Send less at once.`,
    );
  const text = bytes.toString('utf8');
  return { kind: 'text', text: text.startsWith('\uFEFF') ? text.slice(1) : text };
}

/** Not by iterating: leaving a loop early ends the connection, and with it the answer. */
function collect(request: IncomingMessage, most: number): Promise<Buffer | 'too-long' | 'gone'> {
  return new Promise((settle) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request
      .on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size <= most) return void chunks.push(chunk);
        chunks.length = 0;
        request.pause();
        settle('too-long');
      })
      .once('end', () => settle(Buffer.concat(chunks)))
      // Its sender has left, or was too slow.
      .once('error', () => settle('gone'))
      .once('close', () => settle('gone'));
  });
}

function tooLong({ bodyBytes }: Bounds): Body {
  return refused(413, -32600, `The body is longer than ${bodyBytes} bytes. Send less at once.`);
}

function refused(status: number, code: number, why: string): Body {
  return { kind: 'refused', status, code, why };
}
