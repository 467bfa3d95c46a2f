import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { ClientConnection, Request } from './client-connection.ts';
import { isUpdate, updated, type Explained } from './error-text.ts';
import type { Replies } from './replies.ts';
import type { ToolServer } from './server.ts';
import { errorStack } from '../system/index.ts';

/** The part of the server that runs tools, not loaded yet. Messages are held until it is. */
export interface LateToolServer {
  /** Loads it once; the messages held so far are handed over then. */
  load(): void;
  take(message: JSONRPCMessage): void;
  /** Hands over an `initialize` that was answered already; its second answer is dropped. */
  replay(initialize: Request): void;
  close(): void;
}

const notLoaded: Explained = {
  code: 'INTERNAL',
  reason: 'snap could not load its tools',
  hint: 'The reason is in the log of this MCP server.',
};

/** An id that no client gives. */
const replayId = 'snap: initialize again';

/**
 * @param load makes the tool server; where it fails, calls are refused with the reason.
 * @param log keeps the reason for the person.
 */
export function lateToolServer(
  client: ClientConnection,
  replies: Replies,
  load: () => Promise<ToolServer>,
  log: (text: string) => void,
): LateToolServer {
  const held: JSONRPCMessage[] = [];
  let deliver = (message: JSONRPCMessage): void => void held.push(message);
  let loading: Promise<void> | undefined;
  let isClosed = false;
  let close = (): void => undefined;

  const connect = async (): Promise<void> => {
    const { server, connection } = await load();
    const relay = relayOf(client);
    await server.connect(relay);
    close = () => {
      relay.onclose?.();
      connection.close();
    };
    deliver = (message) => relay.onmessage?.(message);
    if (isClosed) close();
  };

  const loadOnce = async (): Promise<void> => {
    // Reading the libraries blocks: the answer is on its way first, and the end of the input is seen before.
    await nextTurn();
    await nextTurn();
    try {
      await connect();
    } catch (error) {
      const isGone = isUpdate(error);
      if (!isGone) log(`snap: ${errorStack(error)}\n`);
      deliver = (message) => replies.refuse(message, isGone ? updated : notLoaded);
    }
    client.renew?.();
    for (const message of held.splice(0)) deliver(message);
  };

  // One turn later, so that the end of an input that came with the message is known before a tool blocks.
  const take = (message: JSONRPCMessage): void => void setImmediate(() => deliver(message));
  return {
    load: () => void (loading ??= loadOnce()),
    take,
    replay: (initialize) => take({ ...initialize, id: replayId }),
    close() {
      isClosed = true;
      close();
    },
  };
}

/** The connection as the SDK sees it: without the second answer to `initialize`. */
function relayOf(client: ClientConnection): Transport {
  return {
    start: async () => undefined,
    send: async (message, options) => {
      if (!('method' in message) && message.id === replayId) return;
      await client.send(message, options?.relatedRequestId);
    },
    close: () => client.close(),
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resume) => void setImmediate(resume));
}
