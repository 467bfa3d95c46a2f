import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { isRecord, type System, type WritableSystem } from '../system/index.ts';
import { errorText, isUpdate, updated, type Explained } from './error-text.ts';
import { initializeResult, listResult, type ListedTool } from './handshake.ts';
import type { ToolServerOptions } from './server.ts';
import type { Tool } from './tool.ts';
import { spellingFor } from './tool-names.ts';
import { stdioTransport, type Ending, type Stdio } from './transports/stdio.ts';
import listed from './listed.json' with { type: 'json' };
import type { Workbench, Workbenches } from '../workbench/index.ts';

export interface ServeOptions extends Stdio, Omit<ToolServerOptions, 'system'> {
  /** Asked for when tools are. */
  system(): Promise<System>;
  /** Ends the server before its input does. */
  readonly signal: AbortSignal;
}

/** Tools, beforehand what `tools/list` says of them, and what they work on. */
export interface ToolSet {
  readonly listed: readonly ListedTool[];
  /** One of those: the others are not loaded for its call. */
  load(name: string): Promise<Tool>;
  open(root: string, client: string | undefined): Promise<Workbench>;
}

/** Serves our tools to one client until its input ends. */
export function serveStdio({ writable, ...options }: ServeOptions & { writable(): Promise<WritableSystem> }): Promise<Ending> {
  let workbenches: Workbenches | undefined;
  const tools: ToolSet = {
    listed,
    load: async (name) => (await import('./tools/by-name.ts')).toolOf(name),
    async open(root, client) {
      const [{ createWorkbenches }, system] = await Promise.all([import('../workbench/index.ts'), writable()]);
      // The global of that name would load all of WebCrypto.
      const nonce = process.getBuiltinModule('node:crypto').randomUUID();
      const owner = { kind: 'connection', run: system.run, nonce, ...(client === undefined ? {} : { client }) } as const;
      return (workbenches ??= createWorkbenches(system)).open(root, owner);
    },
  };
  return serveTools(tools, options);
}

/** After the list a person or a model has to think: so long after it the rest is loaded, unless a call asks for it before. */
const idleMs = 100;

const notLoaded: Explained = {
  code: 'INTERNAL',
  reason: 'snap could not load its tools',
  hint: 'The reason is in the log of this MCP server.',
};

/** What the SDK is told again has an id that no client gives. */
const replayId = 'snap: initialize again';

/**
 * Serves any tools. `initialize`, `ping` and `tools/list` are answered from what is in memory; the SDK and the tools are loaded when
 * the list was asked for, or when something else is. Then the SDK gets every message it is to know of, also those from before.
 */
export async function serveTools(set: ToolSet, { input, output, signal, system, ...options }: ServeOptions): Promise<Ending> {
  const transport = stdioTransport({ input, output });
  const held: JSONRPCMessage[] = [];
  let take: (message: JSONRPCMessage) => void = (message) => void held.push(message);
  let loading: Promise<void> | undefined;
  let close = (): void => undefined;
  let client: string | undefined;

  const answer = (message: JSONRPCMessage & { readonly id: string | number }, result: object): void =>
    void transport.send({ jsonrpc: '2.0', id: message.id, result: { ...result } });
  const fail = (message: JSONRPCMessage, code: number, text: string): void => {
    if ('method' in message && 'id' in message) void transport.send({ jsonrpc: '2.0', id: message.id, error: { code, message: text } });
  };
  /** Without what runs tools, a call of one still gets the answer of a tool that failed. */
  const refuse = (message: JSONRPCMessage, why: Explained): void => {
    if (!('method' in message && 'id' in message)) return;
    if (message.method !== 'tools/call') fail(message, -32603, `${why.reason}. ${why.hint}`);
    else answer(message, { content: [{ type: 'text', text: errorText('snap', why, false) }], isError: true });
  };

  const load = (): Promise<void> => (loading ??= reallyLoad());
  const reallyLoad = async (): Promise<void> => {
    // Reading the libraries blocks: the answer is on its way first, and an input that is over is seen before.
    await nextTurn();
    await nextTurn();
    try {
      const [{ toolServer }, known] = await Promise.all([import('./server.ts'), system()]);
      const { server, connection } = toolServer(set, { ...options, system: known });
      const relay: Transport = {
        start: async () => undefined,
        send: async (message) => {
          if (!('method' in message) && message.id === replayId) return;
          await transport.send(message);
        },
        close: () => transport.close(),
      };
      await server.connect(relay);
      close = () => {
        relay.onclose?.();
        connection.close();
      };
      take = (message) => relay.onmessage?.(message);
    } catch (error) {
      const isGone = isUpdate(error);
      if (!isGone) process.stderr.write(`snap: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      take = (message) => refuse(message, isGone ? updated : notLoaded);
    }
    transport.renew();
    for (const message of held.splice(0)) take(message);
  };

  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's interface has no other way to listen.
  transport.onmessage = (message) => {
    if (!('method' in message && 'id' in message)) {
      later(message);
      return;
    }
    switch (message.method) {
      case 'initialize': {
        const { protocolVersion, clientInfo } = message.params ?? {};
        if (typeof protocolVersion !== 'string') {
          fail(message, -32602, 'initialize: "protocolVersion" must be a text, such as "2025-11-25".');
          return;
        }
        client = isRecord(clientInfo) && typeof clientInfo['name'] === 'string' ? clientInfo['name'] : undefined;
        answer(message, initializeResult(protocolVersion, options.about.version));
        later({ ...message, id: replayId });
        return;
      }
      case 'ping':
        answer(message, {});
        return;
      case 'tools/list':
        answer(message, listResult(set.listed, options.isFull, spellingFor(client)));
        // Whoever only wanted the list leaves by then, and has not paid for the rest.
        setTimeout(() => void load(), idleMs).unref();
        return;
      default:
        void load();
        later(message);
    }
  };
  // One turn later, so that the end of an input that came with the message is known before a tool blocks.
  const later = (message: JSONRPCMessage): void => void setImmediate(() => take(message));
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above.
  transport.onclose = () => close();

  await transport.start();
  if (signal.aborted) await transport.close();
  signal.addEventListener('abort', () => void transport.close());
  return transport.ended;
}

function nextTurn(): Promise<void> {
  return new Promise((resume) => void setImmediate(resume));
}
