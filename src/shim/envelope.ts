import { isRecord } from '../system/index.ts';

export type Id = string | number;

/** What has to be known of a message in order to pass it on. `value` is there where the whole message was parsed. */
export type Envelope =
  | { readonly kind: 'request'; readonly id: Id; readonly method: string; readonly value?: JsonObject | undefined }
  | { readonly kind: 'notification'; readonly method: string; readonly value?: JsonObject | undefined }
  /** An id of null: an error about a request whose id the sender had not read. */
  | { readonly kind: 'response'; readonly id: Id | null; readonly value?: JsonObject | undefined }
  /** Several messages in a list, from protocol 2025-03-26 alone. */
  | { readonly kind: 'batch'; readonly values: readonly unknown[] }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'not-a-message'; readonly id: Id | null };

type JsonObject = Readonly<Record<string, unknown>>;

/** One message in the pieces in which it came. */
export interface Message {
  readonly pieces: readonly Buffer[];
  readonly length: number;
}

export function messageOf(bytes: Buffer): Message {
  return { pieces: [bytes], length: bytes.length };
}

/** Up to this length a message is parsed: it takes less time than a look at every byte by a script. */
const maxParsedBytes = 64 * 1024;
const headBytes = 1024;
const tailBytes = 256;

/** What a message is. A long one is parsed only where it does not show itself at its ends, where nearly all writers put the id. */
export function envelopeOf(message: Message): Envelope {
  if (message.length <= maxParsedBytes) return parsed(joined(message));
  return envelopeOfEnds(headOf(message), tailOf(message)) ?? parsed(joined(message));
}

export function joined({ pieces, length }: Message): Buffer {
  const [only] = pieces;
  return pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces, length);
}

/** Parses a whole message; `undefined` for what is no object of JSON. */
export function valueOf(message: Message): JsonObject | undefined {
  const value = parseJson(joined(message));
  return isRecord(value) ? value : undefined;
}

function parseJson(bytes: Buffer): unknown {
  try {
    const text = bytes.toString('utf8');
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return undefined;
  }
}

function parsed(bytes: Buffer): Envelope {
  const value = parseJson(bytes);
  if (value === undefined) return { kind: 'not-json' };
  if (Array.isArray(value)) return { kind: 'batch', values: value };
  return isRecord(value) ? envelopeOfValue(value) : { kind: 'not-a-message', id: null };
}

/** What a parsed message is. */
export function envelopeOfValue(value: JsonObject): Envelope {
  const { id, method } = value;
  if (typeof method === 'string') {
    if (!('id' in value)) return { kind: 'notification', method, value };
    return isId(id) ? { kind: 'request', id, method, value } : { kind: 'not-a-message', id: null };
  }
  if ('result' in value || 'error' in value) return { kind: 'response', id: isId(id) ? id : null, value };
  return { kind: 'not-a-message', id: isId(id) ? id : null };
}

/**
 * Why an answer is none of JSON-RPC 2.0, so that a strict client would drop it and wait on. Of a long one, whose ends alone were looked at, the ends have
 * to name the version. A `null` beside the other of the two is what servers of JSON-RPC 1.0 write.
 */
export function faultIn({ value }: Extract<Envelope, { kind: 'response' }>, message: Message): string | undefined {
  const hasVersion =
    value === undefined ? [headOf(message), tailOf(message)].some((end) => versionPattern.test(end)) : value['jsonrpc'] === '2.0';
  if (!hasVersion) return '"jsonrpc": "2.0" is missing';
  if (value === undefined || !('error' in value)) return undefined;
  const { error, result = null } = value;
  if (error !== null && result !== null) return 'it has a "result" and an "error"';
  const isError = isRecord(error) && Number.isInteger(error['code']) && typeof error['message'] === 'string';
  return isError || result !== null ? undefined : 'its "error" is no object with a "code" and a "message"';
}

const idPattern = String.raw`(-?\d{1,15}|"[^"\\]{0,200}")`;
const version = String.raw`"jsonrpc"\s*:\s*"2\.0"`;
const versionPattern = new RegExp(version);
const start = new RegExp(
  String.raw`^\s*\{\s*(?:${version}\s*,\s*)?(?:"id"\s*:\s*${idPattern}\s*,\s*)?(?:${version}\s*,\s*)?"(method|result|error)"\s*:`,
);
const methodStart = new RegExp(String.raw`^\s*"([^"\\]{1,200})"\s*,(?:\s*"id"\s*:\s*${idPattern}\s*,)?`);
// The last brace closes the outermost object, so a name right in front of it is one of that object's.
const end = new RegExp(String.raw`,\s*"id"\s*:\s*${idPattern}\s*(?:,\s*${version}\s*)?\}\s*$`);

/** The same from both ends of a long message (as latin1); `undefined` where they do not show it. */
export function envelopeOfEnds(head: string, tail: string): Envelope | undefined {
  const begins = start.exec(head);
  if (begins === null) return undefined;
  const [whole, first, name] = begins;
  const last = end.exec(tail)?.[1];
  if (name !== 'method') {
    const id = idOf(first ?? last);
    return id === undefined ? undefined : { kind: 'response', id };
  }
  const [, method, next] = methodStart.exec(head.slice(whole.length)) ?? [];
  const id = idOf(first ?? next ?? last);
  return method === undefined || id === undefined ? undefined : { kind: 'request', id, method };
}

function idOf(token: string | undefined): Id | undefined {
  if (token === undefined) return undefined;
  const id = parseJson(Buffer.from(token, 'latin1'));
  return isId(id) ? id : undefined;
}

export function headOf({ pieces, length }: Message): string {
  return Buffer.concat(pieces.slice(0, headBytes), Math.min(length, headBytes)).toString('latin1');
}

export function tailOf({ pieces }: Message): string {
  let tail = Buffer.alloc(0);
  for (let i = pieces.length - 1; i >= 0 && tail.length < tailBytes; i--) tail = Buffer.concat([pieces[i] ?? tail, tail]);
  return tail.subarray(-tailBytes).toString('latin1');
}

function isId(value: unknown): value is Id {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
}
