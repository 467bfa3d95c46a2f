import type { EntryForm } from './entry-form.ts';

/** The content of an entry, independent of its client's field names. */
export type Server = CommandServer | UrlServer | OtherServer;

export interface CommandServer {
  readonly kind: 'command';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  /** Names of variables that the client passes on from its own environment, where the entry only names them (Codex's `env_vars`). */
  readonly passes?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  readonly limits?: Limits | undefined;
}

export interface UrlServer {
  readonly kind: 'url';
  /** `either`: the client tries Streamable HTTP, then SSE. `unknown`: it drops the entry or its word means nothing to it. */
  readonly transport: 'http' | 'sse' | 'either' | 'unknown';
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
  /**
   * Headers whose variables the entry only names (Codex's `bearer_token_env_var`), whatever the client: `Bearer ${NAME}`, `${NAME}`.
   */
  readonly headersFrom?: ReadonlyMap<string, string> | undefined;
  readonly limits?: Limits | undefined;
}

/** What a client allows a server, where the entry says so: how long it may take, and which of its tools are offered. */
export interface Limits {
  /** For one call. */
  readonly callSeconds?: number | undefined;
  readonly startSeconds?: number | undefined;
  /** The only tools that are offered. */
  readonly only?: readonly string[] | undefined;
  /** Tools that are not offered. */
  readonly without?: readonly string[] | undefined;
}

/** Not something snap can start or call. */
export interface OtherServer {
  readonly kind: 'other';
  /** No client could start anything for it. Otherwise it is of the client's own kind: a built-in, an extension's settings. */
  readonly isIncomplete: boolean;
  /** In words, for the person. */
  readonly says: string;
}

/** What a text of an entry is: the program, one of its arguments, the value of a variable or a header, the address, the start directory. */
export type TextKind = 'command' | 'argument' | 'variable' | 'header' | 'url' | 'cwd';

/** Whether an entry is to be *shown* as snap's own: by its name or its shape. Says nothing about whether it may be started. */
export function isOurs(name: string, server: Server): boolean {
  return name === 'snap' || name === 'snap-mcp' || isOursByShape(server);
}

/** An address of this machine with the daemon's path that names a workspace, in the address or in a header. */
function isDaemonAddress({ headers, url }: UrlServer): boolean {
  if (!/^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+\/(events|mcp)(\?|$)/.test(url)) return false;
  return /[?&]workspace=/.test(url) || [...headers.keys()].some((name) => name.toLowerCase() === 'x-snap-workspace');
}

/** Whether an entry starts a program with snap's name the way snap is started, or calls the address of snap's daemon as snap writes it. */
export function isOursByShape(server: Server): boolean {
  if (server.kind === 'url') return isDaemonAddress(server);
  if (server.kind !== 'command') return false;
  const mcp = server.args.indexOf('mcp');
  if (mcp === -1 || !['--stdio', 'shim'].includes(server.args[mcp + 1] ?? '')) return false;
  return /(^|[\\/])(snap|snap-mcp|dist[\\/]main\.js)(\.exe|\.cmd)?$/.test(server.args[mcp - 1] ?? server.command);
}

/** Whether this client calls the address over WebSocket: the entry has its word for that, or none where it needs none. */
export function isSocketOf(form: EntryForm, url: string, word: string | undefined): boolean {
  if (form.websocket === undefined) return false;
  return word === undefined ? form.untypedUrl !== 'dropped' && isSocketAddress(url) : word === form.websocket;
}

/** Whether an address is one of WebSocket. */
export function isSocketAddress(url: string): boolean {
  return /^\s*wss?:\/\//i.test(url);
}
