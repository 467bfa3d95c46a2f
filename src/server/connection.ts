import { errorStack, isRecord } from '../system/index.ts';
import { callOrder } from './call-order.ts';
import { errorText, isUpdate, updated, type Explained } from './error-text.ts';
import { initializeResult, instructions, listResult } from './handshake.ts';
import {
  cancelledRequest,
  clientName,
  isRequest,
  progressTokenOf,
  RequestError,
  type Answer,
  type ClientConnection,
  type Message,
  type OnMessage,
  type OpenConnection,
  type Params,
  type ProtocolError,
  type Request,
  type RequestId,
} from './message.ts';
import { cached, isModern, modernResult, modernVersions, readModern, removedMethods, subscriptions, type ModernRequest } from './modern.ts';
import { spellingFor } from './tool-names.ts';
import type { Notify, Reach, ServedOptions, ToolRunner, ToolSet } from './tool-set.ts';

export interface ConnectionOptions extends ServedOptions {
  /** False: what runs tools is not loaded before one is called. */
  readonly isPrepared?: boolean;
}

/** Milliseconds after `tools/list` until what runs tools is loaded, unless a call needs it before. A client that only wants the list leaves by then. */
const idleMs = 100;
/** How long a client is waited for that was asked for its roots, or for something else. */
const rootsMs = 3_000;
const askMs = 60_000;

const notLoaded: Explained = {
  code: 'INTERNAL',
  reason: 'snap could not load its tools',
  hint: 'The reason is in the log of this MCP server.',
};

/**
 * Serves any tools to one client. `initialize`, `ping` and `tools/list` are answered from memory; what runs tools is loaded when the list was asked
 * for, or when a tool is called.
 */
export function serveConnection(set: ToolSet, client: ClientConnection, options: ConnectionOptions): void {
  const served = new ServedClient(set, client, options);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- the connection has no other way to listen.
  client.onmessage = (message) => served.take(message);
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above.
  client.onclose = () => served.close();
}

/** As {@link serveConnection}, for a caller that carries the messages itself. */
export function openToolConnection(set: ToolSet, options: ConnectionOptions, onMessage: OnMessage): OpenConnection {
  let isOpen = true;
  const send: ClientConnection['send'] = async (message, related) => {
    if (isOpen) onMessage(message, related);
  };
  const close = (): void => {
    if (isOpen) served.close();
    isOpen = false;
  };
  const served = new ServedClient(set, { send, close: async () => close() }, options);
  return {
    send(message) {
      if (isOpen) served.take(message);
    },
    close,
  };
}

class ServedClient {
  readonly #set: ToolSet;
  readonly #client: Pick<ClientConnection, 'send' | 'close' | 'renew'>;
  readonly #options: ConnectionOptions;
  readonly #capabilities: Readonly<Record<string, object>>;
  readonly #subscriptions: ReturnType<typeof subscriptions>;
  readonly #inOrder = callOrder();
  /** The requests under way, each with what ends it. */
  readonly #open = new Map<RequestId, AbortController>();
  /** What the client was asked, by the id of the question. */
  readonly #asked = new Map<RequestId, (answer: Answer | undefined) => void>();
  #lastAsked = 0;
  #runner: Promise<ToolRunner> | undefined;
  #name: string | undefined;
  #hasRoots = false;
  #isClosed = false;

  constructor(set: ToolSet, client: Pick<ClientConnection, 'send' | 'close' | 'renew'>, options: ConnectionOptions) {
    this.#set = set;
    this.#client = client;
    this.#options = options;
    this.#capabilities = { tools: {}, ...set.beside?.capabilities };
    this.#subscriptions = subscriptions(this.#capabilities, options.about.version, (message, related) => this.#send(message, related));
  }

  take(message: Message): void {
    if (!('method' in message)) return this.#asked.get(message.id)?.(message);
    if (!isRequest(message)) return this.#note(message);
    const modern = isModern(message) ? readModern(message.params) : undefined;
    if (modern !== undefined && 'code' in modern) return this.#send({ jsonrpc: '2.0', id: message.id, error: modern });
    try {
      const result = modern === undefined ? this.#fromMemory(message) : this.#modernFromMemory(message, modern);
      if (result === undefined) void this.#work(message, modern);
      else if (result !== 'none') this.#send({ jsonrpc: '2.0', id: message.id, result });
    } catch (error) {
      this.#send({ jsonrpc: '2.0', id: message.id, error: protocolError(error) });
    }
  }

  close(): void {
    this.#subscriptions.close();
    this.#isClosed = true;
    for (const stop of this.#open.values()) stop.abort();
    for (const settle of this.#asked.values()) settle(undefined);
    this.#runner?.then(
      (runner) => runner.close(),
      // What could not be loaded needs no end.
      () => undefined,
    );
  }

  #note(message: Message): void {
    const cancelled = cancelledRequest(message);
    if (cancelled !== undefined && !this.#subscriptions.cancel(cancelled)) this.#open.get(cancelled)?.abort();
    if ('method' in message && message.method === 'notifications/roots/list_changed')
      void this.#runner?.then(
        (runner) => runner.rootsChanged(),
        () => undefined,
      );
  }

  /** The result of what needs nothing but memory; `undefined` for everything else. @throws RequestError */
  #fromMemory({ method, params }: Request): Params | undefined {
    const { about, isFull } = this.#options;
    switch (method) {
      case 'initialize': {
        const { protocolVersion, clientInfo, capabilities } = params ?? {};
        if (typeof protocolVersion !== 'string')
          throw new RequestError(-32602, 'initialize: "protocolVersion" must be a text, such as "2025-11-25".');
        this.#name = clientName(clientInfo);
        this.#hasRoots = isRecord(capabilities) && capabilities['roots'] !== undefined;
        return { ...initializeResult(protocolVersion, about.version, this.#set.beside?.capabilities) };
      }
      case 'ping':
        return {};
      case 'tools/list':
        if (this.#options.isPrepared !== false) setTimeout(() => void this.#load(), idleMs).unref();
        return listResult(this.#set.listed, isFull, spellingFor(this.#name));
      default:
        return undefined;
    }
  }

  /** The same in the newer protocol. `none`: the answer comes when a subscription ends. */
  #modernFromMemory(request: Request, { client }: ModernRequest): Params | 'none' | undefined {
    const { method } = request;
    const { about, isFull, isPrepared } = this.#options;
    const complete = (result: object): Params => modernResult({ ...result, ...cached }, about.version);
    this.#name = client ?? this.#name;
    if (removedMethods.has(method))
      throw new RequestError(-32601, `Method not found: ${method} is not part of this version of the protocol.`);
    switch (method) {
      case 'server/discover':
        return complete({ supportedVersions: modernVersions, capabilities: this.#capabilities, instructions });
      case 'tools/list':
        if (isPrepared !== false) void this.#load();
        return complete(listResult(this.#set.listed, isFull, spellingFor(client)));
      case 'subscriptions/listen':
        this.#subscriptions.listen(request);
        return 'none';
      default:
        return undefined;
    }
  }

  /** Answers a request that needs more than memory; one that was cancelled gets no answer. */
  async #work(request: Request, modern: ModernRequest | undefined): Promise<void> {
    const { id } = request;
    const stop = new AbortController();
    this.#open.set(id, stop);
    let answer: Answer;
    try {
      const result = await this.#resultOf(request, modern, stop.signal);
      answer = { jsonrpc: '2.0', id, result: modern === undefined ? result : modernResult(result, this.#options.about.version) };
    } catch (error) {
      answer = { jsonrpc: '2.0', id, error: protocolError(error) };
    }
    if (this.#open.get(id) === stop) this.#open.delete(id);
    if (!stop.signal.aborted) this.#send(answer);
  }

  async #resultOf(request: Request, modern: ModernRequest | undefined, signal: AbortSignal): Promise<Params> {
    const { id, method, params } = request;
    const other = await this.#set.beside?.answer({ method, params: params ?? {}, modern }, this.#reach(id));
    if (other !== undefined) return other;
    if (method !== 'tools/call') throw new RequestError(-32601, `Method not found: ${methodText(method)}`);
    let runner: ToolRunner;
    try {
      runner = await this.#load();
    } catch (error) {
      return { content: [{ type: 'text', text: errorText('snap', isUpdate(error) ? updated : notLoaded, false) }], isError: true };
    }
    const notify = this.#notifierOf(request);
    return { ...(await this.#inOrder(params?.['name'], signal, () => runner.call({ params, signal, notify }))) };
  }

  /** What runs tools, loaded once. */
  #load(): Promise<ToolRunner> {
    if (this.#runner !== undefined) return this.#runner;
    this.#runner = this.#loadNow();
    this.#runner.catch((error: unknown) => {
      if (!isUpdate(error)) this.#options.log(`snap: ${errorStack(error)}\n`);
    });
    return this.#runner;
  }

  async #loadNow(): Promise<ToolRunner> {
    // Loading blocks: the answer before is on its way first, and the end of the input is seen.
    for (let turn = 0; turn < 2; turn += 1) await new Promise((resume) => void setImmediate(resume));
    try {
      const runner = await this.#set.runner({ ...this.#options, client: () => this.#name, roots: () => this.#roots() });
      if (this.#isClosed) runner.close();
      return runner;
    } finally {
      this.#client.renew?.();
    }
  }

  async #roots(): Promise<readonly string[] | undefined> {
    if (!this.#hasRoots) return undefined;
    // The question belongs to a request that waits for it: over HTTP it goes out on the stream of that.
    const related = this.#open.keys().next().value;
    const { roots } = await this.#ask('roots/list', undefined, related, this.#options.limits?.roots ?? rootsMs);
    return (Array.isArray(roots) ? roots : []).flatMap((root) => (isRecord(root) && typeof root['uri'] === 'string' ? [root['uri']] : []));
  }

  #reach(related: RequestId): Reach {
    return {
      requestId: related,
      sendNotification: async (notification) => this.#notify(notification, related),
      sendRequest: ({ method, params }) => this.#ask(method, params, related, askMs),
    };
  }

  #ask(method: string, params: Params | undefined, related: RequestId | undefined, maxMs: number): Promise<Params> {
    const id = (this.#lastAsked += 1);
    return new Promise((resolve, reject) => {
      const settle = (answer: Answer | undefined): void => {
        clearTimeout(late);
        this.#asked.delete(id);
        if (answer !== undefined && 'result' in answer) resolve(answer.result);
        else reject(new Error(answer === undefined ? `The client has not answered ${method}.` : answer.error.message));
      };
      const late = setTimeout(() => {
        this.#notify({ method: 'notifications/cancelled', params: { requestId: id, reason: 'It took too long.' } }, related);
        settle(undefined);
      }, maxMs);
      this.#asked.set(id, settle);
      this.#client.send({ jsonrpc: '2.0', id, method, params }, related).catch(() => settle(undefined));
    });
  }

  /** Tells the client how far a call is; `undefined` where it has not asked to be told. */
  #notifierOf(request: Request): Notify | undefined {
    const progressToken = progressTokenOf(request);
    if (progressToken === undefined) return undefined;
    return (message, progress, total) =>
      this.#notify({ method: 'notifications/progress', params: { progressToken, progress, message, total } }, request.id);
  }

  /** A notice of a changed list also goes to the subscriptions of the newer protocol. */
  #notify(notification: { readonly method: string; readonly params?: Params }, related: RequestId | undefined): void {
    this.#subscriptions.publish(notification);
    this.#send({ jsonrpc: '2.0', ...notification }, related);
  }

  #send(message: Message, related?: RequestId): void {
    // A client that has left gets nothing more, and its requests have ended with it.
    if (!this.#isClosed) this.#client.send(message, related).catch(() => undefined);
  }
}

/** An error with a code of the protocol keeps it; every other one is a bug. */
function protocolError(error: unknown): ProtocolError {
  const { code, message, data } = error instanceof Error ? { code: undefined, data: undefined, ...error, message: error.message } : {};
  const text = message ?? 'snap failed; this is a bug in it.';
  if (typeof code !== 'number') return { code: -32603, message: text };
  return data === undefined ? { code, message: text } : { code, message: text, data };
}

/** The name of a method, unless it could be anything else, such as a secret. */
function methodText(method: string): string {
  return /^[a-z]{1,20}(?:\/[a-z_]{1,30}){0,3}$/i.test(method) ? method : 'it is none of this protocol';
}
