import type { OnMessage, OpenConnection } from '../../server/index.ts';
import type { EventFilter, SnapEvent } from '../events/event.ts';
import type { ClientStatus, HttpStatus } from '../protocol.ts';
import type { HostConnectOptions } from '../workspace-host.ts';

/** What the HTTP front gets of the hub. */
export interface HttpHooks {
  /** The local token: 256 bits, new at each start of the daemon. */
  readonly token: string;
  /** The real path of a workspace the person has opened with snap; `undefined` where it is none. */
  workspace(named: string): Promise<string | undefined>;
  /** A connection to the tools of a workspace that {@link workspace} answered. */
  connect(root: string, options: HostConnectOptions, onMessage: OnMessage): OpenConnection;
  subscribe(filter: EventFilter, onEvent: (event: SnapEvent) => void): () => void;
  log(line: string): void;
}

/** The HTTP front as the hub sees it. */
export interface HttpFront {
  readonly url: string;
  readonly port: number;
  readonly eventsUrl: string;
  /** Who is connected now. */
  clients(): readonly ClientStatus[];
  /** Milliseconds since anybody needed it; 0 while somebody does. A client that is only listed may be gone. */
  idleMs(): number;
  close(): Promise<void>;
}

/** @param port as the person wrote it. @returns why it does not listen, as a sentence, where it does not. */
export type StartHttp = (
  hooks: HttpHooks,
  port: string | undefined,
) => Promise<{ readonly kind: 'listening'; readonly front: HttpFront } | { readonly kind: 'refused'; readonly reason: string }>;

/** Starts the front when a client asks for it, once. */
export interface HubHttp {
  start(port: string | undefined): Promise<HttpStatus>;
  status(): HttpStatus;
  clients(): readonly ClientStatus[];
  idleMs(): number;
  close(): Promise<void>;
}

export function hubHttp(startHttp: StartHttp | undefined, hooks: HttpHooks, onChange: (status: HttpStatus) => void): HubHttp {
  let front: HttpFront | undefined;
  let status: HttpStatus = { state: 'off' };
  let starting: Promise<HttpStatus> | undefined;
  const begin = async (port: string | undefined): Promise<HttpStatus> => {
    if (startHttp === undefined) return { state: 'refused', reason: 'HTTP is not available in this version.' };
    const begun = await startHttp(hooks, port);
    if (begun.kind === 'refused') return { state: 'refused', reason: begun.reason };
    ({ front } = begun);
    const { url, port: bound, eventsUrl } = begun.front;
    return { state: 'listening', url, port: bound, eventsUrl };
  };
  return {
    async start(port) {
      if (status.state === 'listening') return status;
      // Two who ask at once get one answer.
      starting ??= begin(port).finally(() => (starting = undefined));
      const next = await starting;
      if (next !== status) onChange((status = next));
      return status;
    },
    status: () => status,
    clients: () => front?.clients() ?? [],
    idleMs: () => front?.idleMs() ?? Number.POSITIVE_INFINITY,
    async close() {
      await starting?.catch(() => undefined);
      const closing = front;
      front = undefined;
      status = { state: 'off' };
      await closing?.close();
    },
  };
}
