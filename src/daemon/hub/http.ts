import { SnapError } from '../../system/index.ts';
import type { EventFilter, SnapEvent } from '../events/event.ts';
import type { ClientStatus, HttpStatus } from '../protocol.ts';
import type { Bound, HttpFiles } from './http-files.ts';
import { newToken } from './http-token.ts';
import type { HostedTools } from './workspaces.ts';

/** What the HTTP front gets of the hub. */
export interface HttpHooks {
  /** The local token: 256 bits, new for each listener. */
  readonly token: string;
  /** The real path of a workspace the person has opened with snap; `undefined` where it is none. */
  workspace(named: string): Promise<string | undefined>;
  /** A client works in a workspace that {@link workspace} answered, from now on. */
  enter(root: string): HostedTools;
  subscribe(filter: EventFilter, onEvent: (event: SnapEvent) => void): () => void;
  log(line: string): void;
  /** It listens no longer, without having been asked to end. @param reason a sentence. */
  lost(reason: string): void;
}

/** What the hub itself gives; the token and the end belong to each listener. */
export type HubHooks = Omit<HttpHooks, 'token' | 'lost'>;

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

/** @param files hold the token exactly while the front listens. */
export function hubHttp(
  startHttp: StartHttp | undefined,
  hooks: HubHooks,
  files: HttpFiles,
  onChange: (status: HttpStatus) => void,
): HubHttp {
  let open: { readonly front: HttpFront; readonly bound: Bound } | undefined;
  let status: HttpStatus = { state: 'off' };
  let starting: Promise<HttpStatus> | undefined;
  /** The files first: nobody may read the token of a port that another program can have. */
  const end = async (): Promise<void> => {
    const ending = open;
    open = undefined;
    if (ending === undefined) return;
    files.withdraw(ending.bound);
    await ending.front.close();
  };
  const change = (next: HttpStatus): HttpStatus => {
    onChange((status = next));
    return next;
  };
  const begin = async (port: string | undefined): Promise<HttpStatus> => {
    if (startHttp === undefined) return change({ state: 'refused', reason: 'HTTP is not available in this version.' });
    const token = newToken();
    const lost = (reason: string): void => {
      if (open?.bound.token !== token) return;
      change({ state: 'refused', reason });
      void end();
    };
    const begun = await startHttp({ ...hooks, token, lost }, port);
    if (begun.kind === 'refused') return change({ state: 'refused', reason: begun.reason });
    const { front } = begun;
    open = { front, bound: { port: front.port, token } };
    try {
      files.publish(open.bound);
    } catch (error) {
      await end();
      // The token cannot be told to anybody, so nobody could be let in.
      if (error instanceof SnapError) return change({ state: 'refused', reason: error.message });
      throw error;
    }
    return change({ state: 'listening', url: front.url, port: front.port, eventsUrl: front.eventsUrl });
  };
  return {
    async start(port) {
      if (status.state === 'listening') return status;
      // Two who ask at once get one answer.
      return (starting ??= begin(port).finally(() => (starting = undefined)));
    },
    status: () => status,
    clients: () => open?.front.clients() ?? [],
    idleMs: () => open?.front.idleMs() ?? Number.POSITIVE_INFINITY,
    async close() {
      await starting?.catch(() => undefined);
      status = { state: 'off' };
      await end();
    },
  };
}
