import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import type { System } from '../system/index.ts';
import {
  cancelledRequest,
  clientName,
  isRequest,
  type ClientConnection,
  type OnMessage,
  type OpenConnection,
} from './client-connection.ts';
import { initializeResult, listResult } from './handshake.ts';
import { lateToolServer, type LateToolServer } from './late-tool-server.ts';
import type { ModernAnswers } from './modern/answers.ts';
import { isModern } from './modern/request.ts';
import { repliesTo, type Replies } from './replies.ts';
import type { ToolServerOptions } from './server.ts';
import type { ToolSet } from './tool-set.ts';
import { spellingFor } from './tool-names.ts';

/** What is served to one client, and how. */
export interface ConnectionOptions extends Omit<ToolServerOptions, 'system'> {
  /** Asked for when tools are. */
  system(): Promise<System>;
  /** False: the tools are not loaded before one is called. */
  readonly isPrepared?: boolean;
}

/** Milliseconds after `tools/list` until the rest is loaded, unless a call needs it before. A client that only wants the list leaves by then. */
const idleMs = 100;

/**
 * Serves any tools to one client. `initialize`, `ping` and `tools/list` are answered from memory; the SDK and the tools are loaded when the
 * list was asked for, or when something else is. Then the SDK gets every message that it has to know of, also the earlier ones.
 */
export function serveConnection(set: ToolSet, client: ClientConnection, { system, ...options }: ConnectionOptions): void {
  const { about, isFull, log } = options;
  const reached = set.beside === undefined ? client : { ...delegate(client), send: sendNotices(client, () => modern) };
  const replies = repliesTo(client);
  const load = async () => {
    const [{ toolServer }, known] = await Promise.all([import('./server.ts'), system()]);
    return toolServer(set, { ...options, system: known });
  };
  const late = lateToolServer(reached, replies, load, log);
  const first = firstAnswers(set, options, replies, late);
  let modern: ModernAnswers | undefined;
  /** Messages of the newer protocol, and all after them, until what answers it is loaded. */
  let waiting: JSONRPCMessage[] | undefined;

  const take = (message: JSONRPCMessage): void => {
    if (waiting !== undefined) return void waiting.push(message);
    const cancelled = cancelledRequest(message);
    if (cancelled !== undefined && modern?.cancel(cancelled) === true) return;
    if (!isModern(message)) return first(message);
    if (modern !== undefined) return modern.take(message);
    waiting = [message];
    void import('./modern/answers.ts').then(
      ({ modernAnswers }) => {
        modern = modernAnswers({ set, version: about.version, isFull, isPrepared: options.isPrepared ?? true, client, replies, late });
        goOn();
      },
      // The files of the program are gone: the tools cannot be loaded either, and their refusal says so.
      () => {
        for (const held of waiting?.splice(0) ?? []) late.take(held);
        waiting = undefined;
        late.load();
      },
    );
  };
  const goOn = (): void => {
    const held = waiting ?? [];
    waiting = undefined;
    for (const message of held) take(message);
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the SDK's interface has no other way to listen.
  client.onmessage = take;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above.
  client.onclose = () => {
    modern?.close();
    late.close();
  };
}

/**
 * As {@link serveConnection}, for a caller that carries the messages itself.
 */
export function openToolConnection(set: ToolSet, options: ConnectionOptions, onMessage: OnMessage): OpenConnection {
  let isOpen = true;
  const client: ClientConnection = {
    async send(message, related) {
      if (isOpen) onMessage(message, related);
    },
    async close() {
      if (!isOpen) return;
      client.onclose?.();
      isOpen = false;
    },
  };
  serveConnection(set, client, options);
  return {
    send(message) {
      if (isOpen) client.onmessage?.(message);
    },
    close: () => void client.close(),
  };
}

/** Answers what can be answered from memory, and hands over everything else. */
function firstAnswers(
  { listed, beside }: ToolSet,
  { about, isFull, isPrepared = true }: Pick<ConnectionOptions, 'about' | 'isFull' | 'isPrepared'>,
  { answer, fail }: Replies,
  late: LateToolServer,
): (message: JSONRPCMessage) => void {
  let client: string | undefined;
  return (message) => {
    if (!isRequest(message)) return late.take(message);
    switch (message.method) {
      case 'initialize': {
        const { protocolVersion, clientInfo } = message.params ?? {};
        if (typeof protocolVersion !== 'string')
          return fail(message, -32602, 'initialize: "protocolVersion" must be a text, such as "2025-11-25".');
        client = clientName(clientInfo);
        answer(message, initializeResult(protocolVersion, about.version, beside?.capabilities));
        return late.replay(message);
      }
      case 'ping':
        return answer(message, {});
      case 'tools/list':
        answer(message, listResult(listed, isFull, spellingFor(client)));
        if (isPrepared) setTimeout(() => late.load(), idleMs).unref();
        return;
      default:
        late.load();
        return late.take(message);
    }
  };
}

/** A notice of a changed list also goes to the subscriptions of the newer protocol. */
function sendNotices(client: ClientConnection, modern: () => ModernAnswers | undefined): ClientConnection['send'] {
  return async (message, related) => {
    if ('method' in message && !('id' in message)) modern()?.publish(message);
    await client.send(message, related);
  };
}

function delegate(client: ClientConnection): Omit<ClientConnection, 'send'> {
  return { close: () => client.close(), renew: () => client.renew?.() };
}
