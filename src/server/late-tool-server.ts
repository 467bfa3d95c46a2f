import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isUpdate, updated, type Explained } from './error-text.ts';
import type { Replies, Request } from './replies.ts';
import type { ToolServer } from './server.ts';
import type { StdioTransport } from './transports/stdio.ts';

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

/** @param load makes the tool server; where it fails, calls are refused with the reason. */
export function lateToolServer(transport: StdioTransport, replies: Replies, load: () => Promise<ToolServer>): LateToolServer {
  const held: JSONRPCMessage[] = [];
  let deliver = (message: JSONRPCMessage): void => void held.push(message);
  let loading: Promise<void> | undefined;
  let close = (): void => undefined;

  const connect = async (): Promise<void> => {
    const { server, connection } = await load();
    const relay = relayOf(transport);
    await server.connect(relay);
    close = () => {
      relay.onclose?.();
      connection.close();
    };
    deliver = (message) => relay.onmessage?.(message);
  };

  const loadOnce = async (): Promise<void> => {
    // Reading the libraries blocks: the answer is on its way first, and the end of the input is seen before.
    await nextTurn();
    await nextTurn();
    try {
      await connect();
    } catch (error) {
      const isGone = isUpdate(error);
      if (!isGone) process.stderr.write(`snap: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      deliver = (message) => replies.refuse(message, isGone ? updated : notLoaded);
    }
    transport.renew();
    for (const message of held.splice(0)) deliver(message);
  };

  // One turn later, so that the end of an input that came with the message is known before a tool blocks.
  const take = (message: JSONRPCMessage): void => void setImmediate(() => deliver(message));
  return {
    load: () => void (loading ??= loadOnce()),
    take,
    replay: (initialize) => take({ ...initialize, id: replayId }),
    close: () => close(),
  };
}

/** The transport as the SDK sees it: without the second answer to `initialize`. */
function relayOf(transport: StdioTransport): Transport {
  return {
    start: async () => undefined,
    send: async (message) => {
      if (!('method' in message) && message.id === replayId) return;
      await transport.send(message);
    },
    close: () => transport.close(),
  };
}

function nextTurn(): Promise<void> {
  return new Promise((resume) => void setImmediate(resume));
}
