import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isRecord, type System, type WritableSystem } from '../system/index.ts';
import { initializeResult, listResult } from './handshake.ts';
import { lateToolServer, type LateToolServer } from './late-tool-server.ts';
import { repliesTo, type Replies } from './replies.ts';
import type { ToolServerOptions } from './server.ts';
import type { ToolSet } from './tool-set.ts';
import { spellingFor } from './tool-names.ts';
import { stdioTransport, type Ending, type Stdio } from './transports/stdio.ts';
import listed from './listed.json' with { type: 'json' };
import type { Workbenches } from '../workbench/index.ts';

export interface ServeOptions extends Stdio, Omit<ToolServerOptions, 'system'> {
  /** Asked for when tools are. */
  system(): Promise<System>;
  /** Ends the server before its input does. */
  readonly signal: AbortSignal;
}

/** Serves the tools of snap to one client until its input ends. */
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

/** Milliseconds after `tools/list` until the rest is loaded, unless a call needs it before. A client that only wants the list leaves by then. */
const idleMs = 100;

/**
 * Serves any tools. `initialize`, `ping` and `tools/list` are answered from memory; the SDK and the tools are loaded when the list was
 * asked for, or when something else is. Then the SDK gets every message that it has to know of, also the earlier ones.
 */
export async function serveTools(set: ToolSet, { input, output, signal, system, ...options }: ServeOptions): Promise<Ending> {
  const transport = stdioTransport({ input, output });
  const replies = repliesTo(transport);
  const late = lateToolServer(transport, replies, async () => {
    const [{ toolServer }, known] = await Promise.all([import('./server.ts'), system()]);
    return toolServer(set, { ...options, system: known });
  });
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's interface has no other way to listen.
  transport.onmessage = firstAnswers(set, options, replies, late);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above.
  transport.onclose = () => late.close();
  await transport.start();
  if (signal.aborted) await transport.close();
  signal.addEventListener('abort', () => void transport.close());
  return transport.ended;
}

/** Answers what can be answered from memory, and hands over everything else. */
function firstAnswers(
  { listed }: ToolSet,
  { about, isFull }: Pick<ServeOptions, 'about' | 'isFull'>,
  { answer, fail }: Replies,
  late: LateToolServer,
): (message: JSONRPCMessage) => void {
  let client: string | undefined;
  return (message) => {
    if (!('method' in message && 'id' in message)) return late.take(message);
    switch (message.method) {
      case 'initialize': {
        const { protocolVersion, clientInfo } = message.params ?? {};
        if (typeof protocolVersion !== 'string')
          return fail(message, -32602, 'initialize: "protocolVersion" must be a text, such as "2025-11-25".');
        client = isRecord(clientInfo) && typeof clientInfo['name'] === 'string' ? clientInfo['name'] : undefined;
        answer(message, initializeResult(protocolVersion, about.version));
        return late.replay(message);
      }
      case 'ping':
        return answer(message, {});
      case 'tools/list':
        answer(message, listResult(listed, isFull, spellingFor(client)));
        return void setTimeout(() => late.load(), idleMs).unref();
      default:
        late.load();
        return late.take(message);
    }
  };
}
