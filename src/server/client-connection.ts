import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';

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
