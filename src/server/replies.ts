import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { errorText, type Explained } from './error-text.ts';
import type { StdioTransport } from './transports/stdio.ts';

/** A message that wants an answer. */
export type Request = JSONRPCMessage & { readonly id: string | number };

/** The answers that are given without the SDK. */
export interface Replies {
  answer(request: Request, result: object): void;
  /** With a JSON-RPC error; a message that wants no answer gets none. */
  fail(message: JSONRPCMessage, code: number, text: string): void;
  /** Because what runs tools could not be loaded: a call of a tool still gets the answer of a tool that failed. */
  refuse(message: JSONRPCMessage, why: Explained): void;
}

export function repliesTo(transport: Pick<StdioTransport, 'send'>): Replies {
  const answer: Replies['answer'] = ({ id }, result) => void transport.send({ jsonrpc: '2.0', id, result: { ...result } });
  const fail: Replies['fail'] = (message, code, text) => {
    if ('method' in message && 'id' in message) void transport.send({ jsonrpc: '2.0', id: message.id, error: { code, message: text } });
  };
  return {
    answer,
    fail,
    refuse(message, why) {
      if (!('method' in message && 'id' in message)) return;
      if (message.method !== 'tools/call') fail(message, -32603, `${why.reason}. ${why.hint}`);
      else answer(message, { content: [{ type: 'text', text: errorText('snap', why, false) }], isError: true });
    },
  };
}
