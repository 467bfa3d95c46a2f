import type { OnMessage, OpenConnection } from '../../message.ts';
import type { Rate } from './rates.ts';

/** Who sent a request, after the bearer of its token was found. */
export interface Principal {
  /** The same for the same token, and no part of it. What one opens is closed to every other. */
  readonly id: string;
  /** What it may ask for; {@link defaultRate} when absent. */
  readonly rate?: Rate | undefined;
}

/** What is asked of a connection when it is opened. */
export interface OpenOptions {
  readonly isFull: boolean;
  /** The assistant's own name for itself. */
  readonly client: string | undefined;
}

/** Some event of snap's own, as JSON. */
export type Notice = Readonly<Record<string, unknown>>;

export interface FrontOptions {
  /** Those with which a Host may name this server. */
  readonly ports: readonly number[];
  /** Origins of pages that may ask, beside the server's own. */
  readonly origins?: readonly string[] | undefined;
  readonly tokens: { check(bearer: string): Promise<Principal | undefined> };
  /** The real path of a workspace that the person has opened with snap, or `undefined`. */
  workspace(named: string): Promise<string | undefined>;
  /**
   * A connection to the tools of a workspace.
   * @param root absent while no workspace is known: `initialize` and `tools/list` need none.
   * @param onLater the answer to that request takes long: its stream may be closed, the client comes back for the rest.
   */
  open(root: string | undefined, options: OpenOptions, onMessage: OnMessage, onLater: (id: string | number) => void): OpenConnection;
  /** Events of snap's own, from now on. @returns what ends that. */
  subscribe?(filter: { readonly types?: readonly string[]; readonly root?: string }, onEvent: (event: Notice) => void): () => void;
  /** The schema of a tool's input, where parameters may be mirrored in headers. */
  inputSchema?(tool: string): object | undefined;
  /** Keeps the stack of a bug for the person. */
  log(text: string): void;
  readonly limits?: Partial<FrontLimits> | undefined;
}

/** Milliseconds, bytes and numbers. */
export interface FrontLimits {
  readonly bodyBytes: number;
  readonly depth: number;
  readonly elements: number;
  /** Open streams of one token. */
  readonly streams: number;
  /** Sessions of one token; the one longest without a request is ended for a new one. */
  readonly sessions: number;
  /** After this time without a request and without a stream a session ends. */
  readonly sessionIdle: number;
  /** Between comments on a stream, so that no client takes the stream for dead. */
  readonly keepAlive: number;
  /** An answer that takes longer comes as a stream. */
  readonly patience: number;
  /** Bytes of a stream that its client has not read. */
  readonly unread: number;
}

export const frontLimits: FrontLimits = {
  bodyBytes: 4 * 1024 * 1024,
  depth: 64,
  elements: 10_000,
  streams: 32,
  sessions: 64,
  sessionIdle: 30 * 60_000,
  keepAlive: 15_000,
  patience: 1_000,
  unread: 8 * 1024 * 1024,
};
