import { cancelledRequest, isRequest, type JSONRPCMessage, type OnMessage, type OpenConnection, type Request } from '../../server/index.ts';
import type { HostConnectOptions } from '../workspace-host.ts';
import type { ToThread } from './messages.ts';

/** The MCP clients of a workspace, as the main thread sees them. */
export interface Connections {
  connect(options: HostConnectOptions, onMessage: OnMessage): OpenConnection;
  /** A message of the thread to a client. */
  take(connection: number, message: JSONRPCMessage, related?: string | number): void;
  /** The thread has ended: open requests are answered with an error, and each client's next message starts the next thread. */
  lost(): void;
  count(): number;
}

interface Client {
  readonly options: HostConnectOptions;
  readonly onMessage: OnMessage;
  /** The client's first messages, which a new thread gets again. */
  initialize: Request | undefined;
  initialized: JSONRPCMessage | undefined;
  /** Requests without an answer. */
  readonly open: Map<string | number, true>;
  /** Ids of requests of the replayed handshake: their answers are dropped. */
  readonly replayed: Set<string | number>;
  isThere: boolean;
}

const lostError = { code: -32603, message: 'The part of snap that works on this workspace ended in the middle. Call again.' };

/**
 * @param send starts the thread where it does not run. @throws SnapError where it cannot.
 * @param used called whenever a client comes or goes.
 */
export function connectionsOf(send: (message: ToThread) => void, used: () => void): Connections {
  const clients = new Map<number, Client>();
  let last = 0;

  const begin = (id: number, client: Client): void => {
    if (client.isThere) return;
    send({ kind: 'connect', connection: id, options: client.options });
    client.isThere = true;
    const { initialize, initialized } = client;
    if (initialize === undefined) return;
    const replayId = `snap: initialize again ${(last += 1)}`;
    client.replayed.add(replayId);
    send({ kind: 'message', connection: id, message: { ...initialize, id: replayId } });
    if (initialized !== undefined) send({ kind: 'message', connection: id, message: initialized });
  };

  return {
    count: () => clients.size,
    connect(options, onMessage) {
      const id = (last += 1);
      const client: Client = {
        options,
        onMessage,
        initialize: undefined,
        initialized: undefined,
        open: new Map(),
        replayed: new Set(),
        isThere: false,
      };
      clients.set(id, client);
      used();
      return {
        send(message) {
          begin(id, client);
          note(client, message);
          send({ kind: 'message', connection: id, message });
        },
        close() {
          if (!clients.delete(id)) return;
          if (client.isThere) send({ kind: 'disconnect', connection: id });
          used();
        },
      };
    },
    take(id, message, related) {
      const client = clients.get(id);
      if (client === undefined) return;
      if (!('method' in message) && message.id !== undefined) {
        if (client.replayed.delete(message.id)) return;
        client.open.delete(message.id);
      }
      client.onMessage(message, related);
    },
    lost() {
      for (const client of clients.values()) {
        client.isThere = false;
        const ids = [...client.open.keys()];
        client.open.clear();
        client.replayed.clear();
        for (const id of ids) client.onMessage({ jsonrpc: '2.0', id, error: lostError });
      }
    },
  };
}

function note(client: Client, message: JSONRPCMessage): void {
  if (!('method' in message)) return;
  if (isRequest(message)) {
    client.open.set(message.id, true);
    if (message.method === 'initialize') client.initialize = message;
  }
  if (message.method === 'notifications/initialized') client.initialized = message;
  const cancelled = cancelledRequest(message);
  if (cancelled !== undefined) client.open.delete(cancelled);
}
