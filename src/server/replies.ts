import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isRequest, type ClientConnection, type Request } from './client-connection.ts';
import { errorText, type Explained } from './error-text.ts';

/** The answers that are given without the SDK. */
export interface Replies {
  answer(request: Request, result: object): void;
  /** With a JSON-RPC error; a message that wants no answer gets none. */
  fail(message: JSONRPCMessage, code: number, text: string, data?: object): void;
  /** Because what runs tools could not be loaded: a call of a tool still gets the answer of a tool that failed. */
  refuse(message: JSONRPCMessage, why: Explained): void;
}

export function repliesTo(connection: Pick<ClientConnection, 'send'>): Replies {
  const answer: Replies['answer'] = ({ id }, result) => void connection.send({ jsonrpc: '2.0', id, result: { ...result } });
  const fail: Replies['fail'] = (message, code, text, data) => {
    if (!isRequest(message)) return;
    const error = data === undefined ? { code, message: text } : { code, message: text, data };
    void connection.send({ jsonrpc: '2.0', id: message.id, error });
  };
  return {
    answer,
    fail,
    refuse(message, why) {
      if (!isRequest(message)) return;
      if (message.method !== 'tools/call') fail(message, -32603, `${why.reason}. ${why.hint}`);
      else answer(message, { content: [{ type: 'text', text: errorText('snap', why, false) }], isError: true });
    },
  };
}
