import type { ClientStatus, Hello } from '../protocol.ts';
import type { ClientConnection } from './client-connection.ts';

/** A client and what the hub does for it. */
export interface Client {
  readonly connection: ClientConnection;
  /** The assistant's own name for itself, where it was said after hello. */
  name: string | undefined;
  /** The one it works in. */
  workspace: string | undefined;
  leaveWorkspace: () => void;
  unsubscribe: () => void;
}

/** All clients that are connected to the socket. */
export interface HubClients {
  readonly size: number;
  add(connection: ClientConnection): void;
  of(connection: ClientConnection): Client | undefined;
  /** @returns it, if it was there. */
  remove(connection: ClientConnection): Client | undefined;
  connections(): Iterable<ClientConnection>;
  /** Bytes that all of them make the daemon hold. */
  heldBytes(): number;
  calls(): number;
  /** Whether another client than this has a call under way. */
  hasBusyOther(client: Client): boolean;
  /** Of all but this one. */
  status(but: Client): readonly ClientStatus[];
}

export function hubClients(): HubClients {
  const all = new Map<ClientConnection, Client>();
  const sum = (count: (connection: ClientConnection) => number): number => [...all.keys()].reduce((total, each) => total + count(each), 0);
  return {
    get size() {
      return all.size;
    },
    add: (connection) =>
      void all.set(connection, { connection, name: undefined, workspace: undefined, leaveWorkspace: ignore, unsubscribe: ignore }),
    of: (connection) => all.get(connection),
    remove(connection) {
      const client = all.get(connection);
      all.delete(connection);
      return client;
    },
    connections: () => [...all.keys()],
    heldBytes: () => sum(({ heldBytes }) => heldBytes),
    calls: () => sum(({ calls }) => calls),
    hasBusyOther: ({ connection }) => [...all.keys()].some((other) => other !== connection && other.calls > 0),
    status: (but) => [...all.values()].filter((client) => client !== but).flatMap(clientStatus),
  };
}

function clientStatus({ connection: { hello, since, calls }, name, workspace }: Client): readonly ClientStatus[] {
  if (hello === undefined) return [];
  const { kind, run, client, build } = hello;
  return [{ kind, pid: run.pid, client: name ?? client, build, workspace, since, calls }];
}

/** For the log. */
export function nameOf({ kind, run, client, build }: Hello): string {
  return `${kind} ${run.pid}${client === undefined ? '' : ` (${client})`}, ${build}`;
}

function ignore(): void {}
