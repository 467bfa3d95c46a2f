import { isRecord } from '../system/index.ts';
import { clientName, type Message, type OnMessage, type Params, type ProtocolError, type Request, type RequestId } from './message.ts';

// The protocol since 2026-07-28 has no `initialize`: each request says in `_meta` for which version it is written, by whom, and what its
// sender can do. https://modelcontextprotocol.io/specification/2026-07-28/basic#meta (2026-11-22)

export const modernVersions = ['2026-07-28'] as const;

/** The field of `_meta` that names the version of a message. */
export const versionKey = 'io.modelcontextprotocol/protocolVersion';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

/** The field of `_meta` that names the subscription to which a notice belongs. */
export const subscriptionKey = 'io.modelcontextprotocol/subscriptionId';

/** Methods of before that this version does not have. */
export const removedMethods: ReadonlySet<string> = new Set([
  'initialize',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'resources/unsubscribe',
]);

/** How long an answer about what there is stays valid. An hour: it changes with an update of snap alone. */
export const cached = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** What a request of the newer protocol says about itself. */
export interface ModernRequest {
  readonly version: string;
  readonly capabilities: Params;
  /** The name its sender gives itself. */
  readonly client: string | undefined;
  /** Absent: no log messages are wanted. */
  readonly logLevel: string | undefined;
}

/** Whether the newer protocol is meant; one that names an unknown version, or leaves a part out, is too. */
export function isModern(message: Message): boolean {
  if (!('method' in message)) return false;
  const meta = message.params?.['_meta'];
  return (isRecord(meta) && (versionKey in meta || capabilitiesKey in meta)) || message.method === 'server/discover';
}

/** Reads `_meta`, or says what is wrong with it. */
export function readModern(params: Params | undefined): ModernRequest | ProtocolError {
  const meta = params?.['_meta'];
  if (!isRecord(meta)) return { code: -32602, message: `"params._meta" must be an object with "${versionKey}".` };
  const { [versionKey]: version, [capabilitiesKey]: capabilities, 'io.modelcontextprotocol/clientInfo': info } = meta;
  if (typeof version !== 'string') return { code: -32602, message: `"params._meta" must have "${versionKey}", a text.` };
  if (!modernVersions.some((known) => known === version))
    return {
      code: -32022,
      message: `This version of the protocol is not supported. Supported: ${modernVersions.join(', ')}.`,
      data: { supported: modernVersions, requested: version.slice(0, 64) },
    };
  if (!isRecord(capabilities)) return { code: -32602, message: `"params._meta" must have "${capabilitiesKey}", an object.` };
  const level = meta['io.modelcontextprotocol/logLevel'];
  return { version, capabilities, client: clientName(info), logLevel: typeof level === 'string' ? level : undefined };
}

/** What each result of the newer protocol says. */
export function modernResult(result: Params, serverVersion: string): Params {
  const meta = isRecord(result['_meta']) ? result['_meta'] : {};
  return {
    resultType: 'complete',
    ...result,
    _meta: { ...meta, 'io.modelcontextprotocol/serverInfo': { name: 'snap', version: serverVersion } },
  };
}

/** Which field of a subscription asks for which notice. */
const noticeKinds: Readonly<Record<string, string>> = {
  'notifications/tools/list_changed': 'toolsListChanged',
  'notifications/prompts/list_changed': 'promptsListChanged',
  'notifications/resources/list_changed': 'resourcesListChanged',
};

/** The subscriptions of one client, each begun by a request that is answered when it ends. */
export interface Subscriptions {
  listen(request: Request): void;
  /** @returns whether that request was a subscription; it ends without an answer. */
  cancel(id: RequestId): boolean;
  /** A notice for those that asked for its kind. */
  publish(notification: { readonly method: string; readonly params?: Params }): void;
  /** Tells those who listen that it is over. */
  close(): void;
}

export function subscriptions(capabilities: Readonly<Record<string, object>>, version: string, send: OnMessage): Subscriptions {
  const all = new Map<RequestId, ReadonlySet<string>>();
  const tell = (id: RequestId, method: string, params: Params): void =>
    send({ jsonrpc: '2.0', method, params: { ...params, _meta: { [subscriptionKey]: id } } }, id);
  return {
    listen({ id, params }) {
      const wanted = isRecord(params?.['notifications']) ? params['notifications'] : {};
      // Only what this server has is promised.
      const agreed = Object.values(noticeKinds).filter((kind) => wanted[kind] === true && isOffered(capabilities, kind));
      all.set(id, new Set(agreed));
      const notifications = Object.fromEntries(agreed.map((kind) => [kind, true]));
      tell(id, 'notifications/subscriptions/acknowledged', { notifications });
    },
    cancel: (id) => all.delete(id),
    publish({ method, params = {} }) {
      const kind = noticeKinds[method];
      if (kind !== undefined) for (const [id, kinds] of all) if (kinds.has(kind)) tell(id, method, params);
    },
    close() {
      for (const id of all.keys()) send({ jsonrpc: '2.0', id, result: modernResult({ _meta: { [subscriptionKey]: id } }, version) });
      all.clear();
    },
  };
}

/** `toolsListChanged` is offered by `{ tools: { listChanged: true } }`. */
function isOffered(capabilities: Readonly<Record<string, object>>, kind: string): boolean {
  const capability: unknown = capabilities[kind.replace('ListChanged', '')];
  return isRecord(capability) && capability['listChanged'] === true;
}
