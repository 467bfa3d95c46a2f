import { isUtf8 } from 'node:buffer';
import { idAtTheEnds, isRecord, type LineBytes, type SnapError } from '../../system/index.ts';
import { errorCodes, maxFrameBytes } from '../protocol.ts';
import { snapErrorOf, wireError } from '../wire-error.ts';

export type FrameId = string | number;

/** One message, as it was read. */
export type Frame =
  | { readonly kind: 'request'; readonly id: FrameId; readonly method: string; readonly params: Readonly<Record<string, unknown>> }
  | { readonly kind: 'notification'; readonly method: string; readonly params: Readonly<Record<string, unknown>> }
  | { readonly kind: 'result'; readonly id: FrameId; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: FrameId | null; readonly error: RemoteError }
  | { readonly kind: 'invalid'; readonly id: FrameId | null; readonly code: number; readonly message: string };

export interface RemoteError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** Reads one line. Nothing that comes makes it throw. */
export function readFrame(line: LineBytes): Frame {
  const { parse, invalidRequest, invalidParams } = errorCodes;
  if (line.kind === 'too-long') {
    const id = idAtTheEnds(line.head.toString('latin1'), line.tail.toString('latin1'));
    return invalid(isId(id) ? id : null, invalidRequest, `The message has ${line.length} bytes; ${maxFrameBytes} are read at most.`);
  }
  if (!isUtf8(line.bytes)) return invalid(null, parse, 'The line is not UTF-8.');
  let value: unknown;
  try {
    value = JSON.parse(line.bytes.toString('utf8'));
  } catch {
    // The parser's own message may quote text that must not be logged.
    return invalid(null, parse, 'The line is not JSON: one message is expected on each line.');
  }
  if (!isRecord(value)) return invalid(null, invalidRequest, 'A message is an object. Batches are not supported.');
  const { jsonrpc, id, method, params = {}, error } = value;
  const knownId = isId(id) ? id : null;
  if (jsonrpc !== '2.0') return invalid(knownId, invalidRequest, '"jsonrpc" must be "2.0".');
  if (typeof method === 'string') {
    if ('id' in value && knownId === null) return invalid(null, invalidRequest, '"id" must be a text or a whole number.');
    if (!isRecord(params)) return invalid(knownId, invalidParams, '"params" must be an object.');
    return knownId === null ? { kind: 'notification', method, params } : { kind: 'request', id: knownId, method, params };
  }
  if (isRecord(error) && typeof error['code'] === 'number' && typeof error['message'] === 'string') {
    return { kind: 'error', id: knownId, error: { code: error['code'], message: error['message'], data: error['data'] } };
  }
  if ('result' in value && knownId !== null) return { kind: 'result', id: knownId, result: value['result'] };
  return invalid(knownId, invalidRequest, 'This is no request: "method" must be a text.');
}

export function requestLine(id: FrameId, method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}

export function notificationLine(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

/** A result that is too long for one message, or that JSON does not have, becomes an error. */
export function resultLine(id: FrameId, result: unknown): string {
  let text: string;
  try {
    text = JSON.stringify({ jsonrpc: '2.0', id, result: result === undefined ? null : result });
  } catch {
    // A circle, a bigint: what was called has a bug, and its caller still gets an answer.
    return errorLine(id, errorCodes.internal, 'The result cannot be sent.');
  }
  // Most are far shorter; only the others are counted in bytes.
  if (text.length * 3 < maxFrameBytes || Buffer.byteLength(text) < maxFrameBytes) return text;
  return errorLine(id, errorCodes.internal, `The result has more than ${maxFrameBytes} bytes.`);
}

export function errorLine(id: FrameId | null, code: number, message: string, data?: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message, ...(data === undefined ? {} : { data }) } });
}

/** An expected failure, so that {@link expectedError} makes it again. */
export function failureLine(id: FrameId, error: SnapError): string {
  return errorLine(id, errorCodes.refused, error.message, wireError(error));
}

/** The SnapError that the other side has thrown; `undefined` where the error is another one. */
export function expectedError({ code, data }: RemoteError): SnapError | undefined {
  return code === errorCodes.refused ? snapErrorOf(data) : undefined;
}

function isId(value: unknown): value is FrameId {
  return (typeof value === 'string' && value.length <= 200) || (typeof value === 'number' && Number.isSafeInteger(value));
}

function invalid(id: FrameId | null, code: number, message: string): Frame {
  return { kind: 'invalid', id, code, message };
}
