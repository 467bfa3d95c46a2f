import { fileURLToPath } from 'node:url';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../system/index.ts';
import { cancelledRequest, isRequest, type OnMessage, type OpenConnection, type Request } from './client-connection.ts';
import { errorText, type Explained } from './error-text.ts';
import { modernResult, readModern, isModern } from './modern/request.ts';
import { openToolConnection, type ConnectionOptions } from './serve-connection.ts';
import { snapTools } from './serve.ts';

/** What serves a client that has not named its workspace. */
export interface UnboundOptions {
  readonly about: ConnectionOptions['about'];
  readonly isFull: boolean;
  /** The real path of a workspace that may be worked in, or `undefined`. */
  workspace(named: string): Promise<string | undefined>;
  /** The connection that takes over. */
  connect(root: string, onMessage: OnMessage): OpenConnection;
  log(text: string): void;
}

const fromMemory: ReadonlySet<string> = new Set(['initialize', 'ping', 'tools/list', 'server/discover', 'subscriptions/listen']);
/** How long to wait for the client's roots. */
const rootsMs = 3_000;
/** An id that no client gives. */
const own = 'snap: ';

const noWorkspace: Explained = {
  code: 'NO_WORKSPACE',
  reason: 'no workspace was named, and none of the folders of the client was opened with snap on this machine',
  hint: 'Add ?workspace=/path/of/the/project to the address of this server (or the header X-Snap-Workspace), and run "snap snapshot create" there once.',
};

/**
 * Answers what needs no workspace, and nothing that does: the first call asks the client for its folders, and the first of them that may be worked in
 * gets the connection from then on.
 */
export function openUnboundConnection(options: UnboundOptions, onMessage: OnMessage): OpenConnection {
  return new UnboundConnection(options, onMessage);
}

class UnboundConnection implements OpenConnection {
  readonly #options: UnboundOptions;
  readonly #onMessage: OnMessage;
  /** Answers from memory, and loads no tools. */
  readonly #memory: OpenConnection;
  #bound: OpenConnection | undefined;
  #initialize: Request | undefined;
  #binding: Promise<void> | undefined;
  #isClosed = false;
  #asked = 0;
  /** What ends the wait for the client's roots, by the id of the question. */
  readonly #answers = new Map<string | number, (message: JSONRPCMessage) => void>();
  readonly #cancelled = new Set<RequestId>();

  constructor(options: UnboundOptions, onMessage: OnMessage) {
    this.#options = options;
    this.#onMessage = onMessage;
    const { about, isFull, log } = options;
    const nowhere = async (): Promise<never> => Promise.reject(new Error('There is no workspace.'));
    this.#memory = openToolConnection(
      snapTools(nowhere),
      { about, isFull, log, namedWorkspace: undefined, system: nowhere, isPrepared: false },
      onMessage,
    );
  }

  send(message: JSONRPCMessage): void {
    if (this.#bound !== undefined) return this.#bound.send(message);
    if (!isRequest(message)) return this.#take(message);
    if (message.method === 'initialize' && !isModern(message)) this.#initialize = message;
    if (fromMemory.has(message.method)) return this.#memory.send(message);
    if (message.method === 'tools/call') void this.#toTools(message);
    else this.#onMessage(refusal(message, this.#options.about.version));
  }

  close(): void {
    this.#isClosed = true;
    this.#memory.close();
    this.#bound?.close();
    for (const answered of this.#answers.values()) answered({ jsonrpc: '2.0', method: 'closed' });
  }

  #take(message: JSONRPCMessage): void {
    if (!('method' in message)) {
      const answered = message.id === undefined ? undefined : this.#answers.get(message.id);
      return answered?.(message);
    }
    const cancelled = cancelledRequest(message);
    if (cancelled === undefined) return;
    this.#cancelled.add(cancelled);
    // The request may be a subscription, which is answered from memory.
    this.#memory.send(message);
  }

  async #toTools(request: Request): Promise<void> {
    this.#binding ??= this.#bind(request).finally(() => (this.#binding = undefined));
    await this.#binding;
    if (this.#isClosed || this.#cancelled.delete(request.id)) return;
    if (this.#bound !== undefined) return this.#bound.send(request);
    this.#onMessage(refusal(request, this.#options.about.version));
  }

  async #bind(request: Request): Promise<void> {
    for (const uri of await this.#roots(request)) {
      const path = pathOf(uri);
      const root = path === undefined ? undefined : await this.#options.workspace(path);
      if (root === undefined || this.#isClosed) continue;
      const replayId = `${own}initialize again`;
      this.#bound = this.#options.connect(root, (message, related) => {
        if (!('method' in message) && message.id === replayId) return;
        this.#onMessage(message, related);
      });
      if (this.#initialize !== undefined) this.#bound.send({ ...this.#initialize, id: replayId });
      this.#bound.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
      return;
    }
  }

  async #roots({ id }: Request): Promise<readonly string[]> {
    const capabilities = this.#initialize?.params?.['capabilities'];
    if (!isRecord(capabilities) || capabilities['roots'] === undefined) return [];
    this.#asked += 1;
    const question = `${own}roots ${this.#asked}`;
    const answer = await new Promise<JSONRPCMessage | undefined>((settle) => {
      const timer = setTimeout(() => settle(undefined), rootsMs);
      this.#answers.set(question, (message) => {
        clearTimeout(timer);
        settle(message);
      });
      this.#onMessage({ jsonrpc: '2.0', id: question, method: 'roots/list' }, id);
    });
    this.#answers.delete(question);
    const listed = answer !== undefined && 'result' in answer ? answer.result['roots'] : undefined;
    return Array.isArray(listed) ? listed.flatMap((root) => (isRecord(root) && typeof root['uri'] === 'string' ? [root['uri']] : [])) : [];
  }
}

function refusal({ id, method, params }: Request, version: string): JSONRPCMessage {
  if (method !== 'tools/call') return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found.' } };
  const given = params?.['arguments'];
  const isCompact = isRecord(given) && given['compact'] === true;
  const text = errorText(typeof params?.['name'] === 'string' ? params['name'].slice(0, 60) : 'snap', noWorkspace, isCompact);
  const result = { content: [{ type: 'text', text }], isError: true };
  const read = readModern(params);
  return { jsonrpc: '2.0', id, result: 'code' in read ? result : modernResult(result, version) };
}

function pathOf(address: string): string | undefined {
  try {
    return /^file:/i.test(address) ? fileURLToPath(address) : undefined;
  } catch {
    // Another machine's address, or none at all.
    return undefined;
  }
}
