import type { ProcessRun } from '../system/index.ts';
import type { EventType, SnapEvent } from './events/event.ts';

/**
 * The protocol between the daemon and its clients: JSON-RPC 2.0, one message on each line, no batches, over a local socket. Only clients send
 * requests; the daemon sends answers and the notification `event`.
 *
 * This number is in the name of the socket. It changes when a client of before could not be served any more; daemons of two numbers live side by
 * side. A method or field that is added changes nothing: unknown methods are answered with -32601, unknown fields are ignored.
 */
export const protocol = 1;

/** Bytes of one line. A longer one is skipped, and answered with an error that carries its id where that can be found. */
export const maxFrameBytes = 16 * 1024 * 1024;

/** What each method takes and answers. */
export interface Methods {
  /** The first request of a connection; any other is refused before it. */
  hello: { readonly params: Hello; readonly result: Welcome };
  /** Answered at once, whatever else is done. */
  ping: { readonly params: Empty; readonly result: Empty };
  status: { readonly params: Empty; readonly result: DaemonStatus };
  /** `idle`: for a newer daemon, and only if no other client has a call under way; `stops` says whether. */
  stop: { readonly params: { readonly when: 'now' | 'idle' }; readonly result: { readonly stops: boolean } };
  /** `port`: as the person wrote it (SVC_SSE_PORT); a wrong one is refused by name. */
  'http.start': { readonly params: { readonly port?: string | undefined }; readonly result: HttpStatus };
  /** This client works in the workspace, until it leaves or opens another one. It is also remembered as one that the person opened with snap. */
  'workspace.open': { readonly params: { readonly root: string; readonly client?: string | undefined }; readonly result: Empty };
  'workspace.call': {
    readonly params: { readonly root: string; readonly call: string; readonly args: readonly unknown[] };
    readonly result: unknown;
  };
  /** From then on each event that is wanted comes as a notification `event`. A second call replaces the first. */
  'events.subscribe': {
    readonly params: { readonly types?: readonly EventType[] | undefined; readonly root?: string | undefined };
    /** The newest that are wanted, of those the daemon remembers, in their order. */
    readonly result: { readonly recent: readonly SnapEvent[] };
  };
  /** From a server that did a piece of work without the daemon. */
  'events.publish': { readonly params: { readonly event: SnapEvent }; readonly result: Empty };
}

export type Method = keyof Methods;
export type Params<M extends Method> = Methods[M]['params'];
export type Result<M extends Method> = Methods[M]['result'];
export type Empty = Readonly<Record<string, never>>;

/** The notification with which a client gives a request up: `params: { id }`. The request is still answered, as a rule with code -32800. */
export const cancelMethod = '$/cancel';
/** The notification that carries an event: `params: { event }`. */
export const eventMethod = 'event';
/** The last notification of a daemon that ends: `params: { reason }`, one of {@link EndingReason}. */
export const endingMethod = 'ending';

/** Why a daemon ends. After `asked` and `signal` its clients start no other: a person wanted it to end. */
export type EndingReason = 'asked' | 'idle' | 'replaced' | 'displaced' | 'signal';

export interface Hello {
  readonly protocol: number;
  readonly build: string;
  readonly run: ProcessRun;
  readonly kind: ClientKind;
  /** The assistant's own name for itself. */
  readonly client?: string | undefined;
  /** The workspace it works in. */
  readonly root?: string | undefined;
}

/** A server of an assistant, a command of the shell, an extension of an editor. */
export type ClientKind = 'server' | 'command' | 'editor';

export interface Welcome {
  readonly protocol: number;
  readonly build: string;
  readonly run: ProcessRun;
  /** ISO 8601. */
  readonly startedAt: string;
}

/** JSON-RPC error codes of the daemon. `data` of the first holds what makes the SnapError again. */
export const errorCodes = {
  /** An expected failure: a SnapError. */
  refused: -32000,
  /** Too many clients, calls or bytes under way. */
  busy: -32001,
  /** No hello yet, or one of another protocol. */
  hello: -32002,
  /** The daemon is ending. */
  ending: -32003,
  cancelled: -32800,
  parse: -32700,
  invalidRequest: -32600,
  unknownMethod: -32601,
  invalidParams: -32602,
  internal: -32603,
} as const;

export interface HttpStatus {
  /** `off`: nobody has asked for it yet. */
  readonly state: 'listening' | 'refused' | 'off';
  readonly url?: string | undefined;
  readonly port?: number | undefined;
  readonly eventsUrl?: string | undefined;
  /** Why it was refused: what holds the port, or what is wrong with SVC_SSE_PORT. */
  readonly reason?: string | undefined;
}

/** What `status` answers of a daemon that runs. */
export interface DaemonStatus {
  readonly pid: number;
  readonly socket: string;
  readonly protocol: number;
  readonly build: string;
  readonly startedAt: string;
  readonly http: HttpStatus;
  readonly tokenFile: string;
  readonly logFile: string;
  /** Bytes: the resident set of the process. */
  readonly memory: number;
  readonly clients: readonly ClientStatus[];
  readonly workspaces: readonly WorkspaceStatus[];
}

export interface ClientStatus {
  readonly kind: ClientKind | 'http';
  readonly pid?: number | undefined;
  readonly client?: string | undefined;
  readonly build?: string | undefined;
  readonly workspace?: string | undefined;
  /** ISO 8601. */
  readonly since: string;
  /** Calls under way. */
  readonly calls: number;
}

export interface WorkspaceStatus {
  readonly root: string;
  /** `prepared`: its thread runs. */
  readonly state: 'known' | 'prepared' | 'failed';
  readonly clients: number;
  readonly since: string;
  readonly reason?: string | undefined;
}
