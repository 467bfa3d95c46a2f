import type { Message, RequestId } from '../message.ts';
import { idAtTheEnds, isRecord } from '../../system/index.ts';
import type { Line } from './lines.ts';

/** An answer to a line that is not a message of the protocol. Its id is null only where none could be found. */
export interface Refusal {
  readonly jsonrpc: '2.0';
  readonly id: RequestId | null;
  readonly error: { readonly code: number; readonly message: string };
}

export type Received =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'refused'; readonly refusals: readonly Refusal[] }
  /** Input that gets no answer: an empty line, or a broken response. */
  | { readonly kind: 'ignored' };

/** Bytes of one line (16 MiB). A longer one is skipped and answered with an error. */
export const maxMessageBytes = 16 * 1024 * 1024;

const where = { line: 'on each line', body: 'in each request' } as const;

const parseError = -32700;
const invalidRequest = -32600;

/**
 * Reads one line. A message is exactly what the SDK's clients and servers accept as one.
 */
export function readMessage(line: Line): Received {
  switch (line.kind) {
    case 'too-long':
      return refused(
        idAtTheEnds(line.head, line.tail) ?? null,
        invalidRequest,
        `The message has ${line.length} bytes, which is more than the ${maxMessageBytes} that this server reads.`,
      );
    case 'not-text':
      return refused(null, parseError, 'The line is not UTF-8.');
    case 'text':
      return line.text.trim() === '' ? { kind: 'ignored' } : readText(line.text, 'line');
    default:
      return line satisfies never;
  }
}

/** Reads the text of one message: a line of a stream, or the body of a request over HTTP. */
export function readText(text: string, unit: 'line' | 'body'): Received {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // The parser's own message may quote text that must not be logged.
    return refused(null, parseError, `The ${unit} is not JSON: one JSON-RPC message is expected ${where[unit]}.`);
  }
  if (Array.isArray(value)) return refusedBatch(value, unit);
  if (!isRecord(value)) return refused(null, invalidRequest, 'A JSON-RPC message is an object.');
  const message = asMessage(value);
  if (message !== undefined) return { kind: 'message', message };
  // Answering a broken answer would start an exchange without end.
  if (!('method' in value) && ('result' in value || 'error' in value)) return { kind: 'ignored' };
  return refused(
    idOf(value),
    invalidRequest,
    'This is no JSON-RPC 2.0 request: "jsonrpc" must be "2.0", "method" a text, "id" a text or a whole number, "params" an object.',
  );
}

/** The fields of the protocol and no others. */
function asMessage(value: Readonly<Record<string, unknown>>): Message | undefined {
  const { jsonrpc, id, method, params, result, error } = value;
  if (jsonrpc !== '2.0') return undefined;
  if (typeof method === 'string') {
    if (params !== undefined && (!isRecord(params) || !hasMeta(params))) return undefined;
    const call = { jsonrpc: '2.0' as const, method, ...(params === undefined ? {} : { params }) };
    if (!('id' in value)) return call;
    return isId(id) ? { ...call, id } : undefined;
  }
  if (!isId(id)) return undefined;
  if (isRecord(result)) return hasMeta(result) ? { jsonrpc, id, result } : undefined;
  if (isRecord(error) && Number.isSafeInteger(error['code']) && typeof error['code'] === 'number' && typeof error['message'] === 'string') {
    return { jsonrpc, id, error: { code: error['code'], message: error['message'], data: error['data'] } };
  }
  return undefined;
}

/** Whether `_meta`, where it is there, has the shape the SDK asks for. https://modelcontextprotocol.io/specification/2025-11-25/basic#_meta */
function hasMeta({ _meta: meta }: Readonly<Record<string, unknown>>): boolean {
  if (meta === undefined) return true;
  if (!isRecord(meta)) return false;
  const { progressToken, 'io.modelcontextprotocol/related-task': task } = meta;
  return (
    (progressToken === undefined || isId(progressToken)) && (task === undefined || (isRecord(task) && typeof task['taskId'] === 'string'))
  );
}

/** Batches left the protocol with 2025-06-18. https://modelcontextprotocol.io/specification/2025-06-18/changelog */
function refusedBatch(items: readonly unknown[], unit: 'line' | 'body'): Received {
  const ids = items
    .filter(isRecord)
    .filter((item) => 'method' in item && isId(item['id']))
    .map(idOf);
  const message = `Batches are not supported: send one message ${where[unit]}.`;
  return { kind: 'refused', refusals: (ids.length === 0 ? [null] : ids).map((id) => refusal(id, invalidRequest, message)) };
}

function refused(id: RequestId | null, code: number, message: string): Received {
  return { kind: 'refused', refusals: [refusal(id, code, message)] };
}

function refusal(id: RequestId | null, code: number, message: string): Refusal {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function idOf(value: Readonly<Record<string, unknown>>): RequestId | null {
  return isId(value['id']) ? value['id'] : null;
}

function isId(value: unknown): value is RequestId {
  return typeof value === 'string' || (typeof value === 'number' && Number.isSafeInteger(value));
}
