import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import { isRecord } from '../../system/index.ts';
import { isRequest, type ClientConnection, type Request } from '../client-connection.ts';
import { instructions, listResult } from '../handshake.ts';
import type { LateToolServer } from '../late-tool-server.ts';
import type { Replies } from '../replies.ts';
import { spellingFor } from '../tool-names.ts';
import type { ToolSet } from '../tool-set.ts';
import { modernResult, modernVersions, readModern, subscriptionKey } from './request.ts';

/** The part of a connection that answers the newer protocol, in which no request depends on another. */
export interface ModernAnswers {
  take(message: JSONRPCMessage): void;
  /** @returns whether that request was a subscription; it ends without an answer. */
  cancel(id: RequestId): boolean;
  /** A notice for the subscriptions that asked for its kind. */
  publish(notification: { readonly method: string; readonly params?: Readonly<Record<string, unknown>> | undefined }): void;
  /** Tells those who listen that it is over. */
  close(): void;
}

/** An hour: what there is changes with an update of snap alone. */
const cached = { ttlMs: 3_600_000, cacheScope: 'public' } as const;

/** Which field of a subscription asks for which notice. */
const noticeKinds: Readonly<Record<string, string>> = {
  'notifications/tools/list_changed': 'toolsListChanged',
  'notifications/prompts/list_changed': 'promptsListChanged',
  'notifications/resources/list_changed': 'resourcesListChanged',
};

interface Parts {
  readonly set: ToolSet;
  readonly version: string;
  readonly isFull: boolean;
  readonly isPrepared: boolean;
  readonly client: Pick<ClientConnection, 'send'>;
  readonly replies: Replies;
  readonly late: LateToolServer;
}

export function modernAnswers({ set, version, isFull, isPrepared, client, replies: { answer, fail }, late }: Parts): ModernAnswers {
  const subscriptions = new Map<RequestId, ReadonlySet<string>>();
  const capabilities = { tools: {}, ...set.beside?.capabilities };
  const tell = (id: RequestId, method: string, params: object): void =>
    void client.send({ jsonrpc: '2.0', method, params: { ...params, _meta: { [subscriptionKey]: id } } }, id);

  const listen = ({ id, params }: Request): void => {
    const wanted = isRecord(params?.['notifications']) ? params['notifications'] : {};
    // Only what this server has is promised.
    const agreed = Object.values(noticeKinds).filter((kind) => wanted[kind] === true && isOffered(capabilities, kind));
    subscriptions.set(id, new Set(agreed));
    tell(id, 'notifications/subscriptions/acknowledged', {
      notifications: Object.fromEntries(agreed.map((kind) => [kind, true])),
    });
  };

  return {
    take(message) {
      if (!isRequest(message)) return late.take(message);
      const read = readModern(message.params);
      if ('code' in read) return fail(message, read.code, read.message, read.data);
      switch (message.method) {
        case 'server/discover':
          return answer(message, modernResult({ supportedVersions: modernVersions, capabilities, instructions, ...cached }, version));
        case 'tools/list':
          answer(message, modernResult({ ...listResult(set.listed, isFull, spellingFor(read.client)), ...cached }, version));
          if (isPrepared) late.load();
          return;
        case 'subscriptions/listen':
          return listen(message);
        case 'initialize':
        case 'ping':
        case 'logging/setLevel':
        case 'resources/subscribe':
        case 'resources/unsubscribe':
          return fail(message, -32601, `Method not found: ${message.method} is not part of this version of the protocol.`);
        default:
          late.load();
          return late.take(message);
      }
    },
    cancel: (id) => subscriptions.delete(id),
    publish({ method, params = {} }) {
      const kind = noticeKinds[method];
      if (kind === undefined) return;
      for (const [id, kinds] of subscriptions) if (kinds.has(kind)) tell(id, method, params);
    },
    close() {
      for (const id of subscriptions.keys())
        void client.send({
          jsonrpc: '2.0',
          id,
          result: modernResult({ _meta: { [subscriptionKey]: id } }, version),
        });
      subscriptions.clear();
    },
  };
}

/** `toolsListChanged` is offered by `{ tools: { listChanged: true } }`. */
function isOffered(capabilities: Readonly<Record<string, object>>, kind: string): boolean {
  const capability: unknown = capabilities[kind.replace('ListChanged', '')];
  return isRecord(capability) && capability['listChanged'] === true;
}
