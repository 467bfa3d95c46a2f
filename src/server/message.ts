import { isRecord } from '../system/index.ts';

// The messages of JSON-RPC 2.0, as MCP uses them. https://modelcontextprotocol.io/specification/2025-11-25/basic (2026-11-22)

export type RequestId = string | number;

export type Params = Readonly<Record<string, unknown>>;

/** A message that wants an answer. */
export interface Request {
  readonly jsonrpc: '2.0';
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Params | undefined;
}

export interface Notification {
  readonly jsonrpc: '2.0';
  readonly method: string;
  readonly params?: Params | undefined;
}

export interface ProtocolError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** The answer to a request. An error about a request whose id could not be read names none. */
export type Answer =
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly result: Params }
  | { readonly jsonrpc: '2.0'; readonly id: RequestId; readonly error: ProtocolError };

export type Message = Request | Notification | Answer;

/** A request that is wrong as such, answered with a JSON-RPC error. What a tool cannot do is a result instead. */
export class RequestError extends Error {
  readonly code: number;

  constructor(code: -32601 | -32602, message: string) {
    super(message);
    this.name = 'RequestError';
    this.code = code;
  }
}

export function isRequest(message: Message): message is Request {
  return 'method' in message && 'id' in message;
}

/** The id of the request that a message cancels. A cancelled request gets no answer. */
export function cancelledRequest(message: Message): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** The name that a client gives itself in `clientInfo`. */
export function clientName(clientInfo: unknown): string | undefined {
  return isRecord(clientInfo) && typeof clientInfo['name'] === 'string' ? clientInfo['name'] : undefined;
}

/** What the notices of a request's progress carry; absent where its sender did not ask for them. */
export function progressTokenOf({ params }: Request): RequestId | undefined {
  const meta = params?.['_meta'];
  const token = isRecord(meta) ? meta['progressToken'] : undefined;
  return typeof token === 'string' || typeof token === 'number' ? token : undefined;
}

/** What carries messages to one client and back: two streams, a session over HTTP. */
export interface ClientConnection {
  /** Set by the server; called with each message of the client. */
  onmessage?: (message: Message) => void;
  /** Set by the server; called once, when no message comes any more. */
  onclose?: () => void;
  /** @param related the request of the client because of which this is sent; an answer names its own. */
  send(message: Message, related?: RequestId): Promise<void>;
  close(): Promise<void>;
  /** The age of the open requests counts from now: until then the server kept them waiting. */
  renew?(): void;
}

/**
 * Receives the messages of a server.
 * @param related the request of the client because of which the message is sent; an answer names its own.
 */
export type OnMessage = (message: Message, related?: RequestId) => void;

/** A connection to a server whose messages are carried by functions. */
export interface OpenConnection {
  send(message: Message): void;
  close(): void;
}
