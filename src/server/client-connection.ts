import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../system/index.ts';

/** What carries messages to one client and back: two streams, a session over HTTP, a thread. */
export interface ClientConnection {
  /** Set by the server; called with each message of the client. */
  onmessage?: (message: JSONRPCMessage) => void;
  /** Set by the server; called once, when no message comes any more. */
  onclose?: () => void;
  /** @param related the request of the client because of which this is sent; an answer names its own. */
  send(message: JSONRPCMessage, related?: RequestId): Promise<void>;
  close(): Promise<void>;
  /** The age of the open requests counts from now: until then the server kept them waiting. */
  renew?(): void;
}

/** A message that wants an answer. */
export type Request = Extract<JSONRPCMessage, { readonly method: string; readonly id: RequestId }>;

export function isRequest(message: JSONRPCMessage): message is Request {
  return 'method' in message && 'id' in message;
}

/** The id of the request that a message cancels. A cancelled request gets no answer. */
export function cancelledRequest(message: JSONRPCMessage): RequestId | undefined {
  if (!('method' in message) || message.method !== 'notifications/cancelled') return undefined;
  const id = message.params?.['requestId'];
  return typeof id === 'string' || typeof id === 'number' ? id : undefined;
}

/** The name that a client gives itself in `clientInfo`. */
export function clientName(clientInfo: unknown): string | undefined {
  return isRecord(clientInfo) && typeof clientInfo['name'] === 'string' ? clientInfo['name'] : undefined;
}

/**
 * Receives the messages of a server.
 * @param related the request of the client because of which the message is sent; an answer names its own.
 */
export type OnMessage = (message: JSONRPCMessage, related?: RequestId) => void;

/** A connection to a server whose messages are carried by functions. */
export interface OpenConnection {
  send(message: JSONRPCMessage): void;
  close(): void;
}
