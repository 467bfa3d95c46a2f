/**
 * What a server answered when it was really started or called. No text in it holds a secret or a control character, but for the
 * line breaks of `stderr`.
 */
export type LiveAnswer =
  | {
      readonly kind: 'answered';
      readonly transport: 'stdio' | 'http' | 'sse';
      /** From the start until `initialize` was answered. */
      readonly milliseconds: number;
      readonly protocolVersion: string;
      readonly serverName: string;
      readonly serverVersion: string;
      readonly tools: readonly string[];
      /** What the list of tools costs a model: an estimate, a quarter of its characters as JSON. */
      readonly tokens: number;
      /** The first line on stdout that is no JSON-RPC message. */
      readonly noise?: string | undefined;
      /** Its last lines. */
      readonly stderr: string;
      readonly works?: WorkingAddress | undefined;
    }
  | {
      readonly kind: 'not-started';
      readonly reason: 'not-found' | 'not-executable' | 'no-directory' | 'limit' | 'other';
      readonly message: string;
    }
  | {
      readonly kind: 'exited';
      /** `undefined` when a signal ended it. */
      readonly code: number | undefined;
      readonly signal?: string | undefined;
      readonly milliseconds: number;
      readonly noise?: string | undefined;
      readonly stderr: string;
    }
  /** The time box ran out before `initialize` was answered. */
  | {
      readonly kind: 'silent';
      readonly milliseconds: number;
      readonly noise?: string | undefined;
      readonly stderr: string;
      /** Of an address only. */
      readonly attempts?: readonly HttpAttempt[] | undefined;
      readonly works?: WorkingAddress | undefined;
    }
  /** It spoke, but answered `initialize` or `tools/list` with an error, with nonsense, or the latter not in time. */
  | {
      readonly kind: 'broken';
      readonly message: string;
      readonly noise?: string | undefined;
      readonly stderr: string;
      /** Of an address only. */
      readonly attempts?: readonly HttpAttempt[] | undefined;
      readonly works?: WorkingAddress | undefined;
    }
  /** An answer of HTTP that is none of MCP. */
  | {
      readonly kind: 'http';
      readonly status: number;
      readonly contentType?: string | undefined;
      /** The scheme a 401 or 403 asks for (`Bearer`), and the error word it gives. */
      readonly authenticate?: string | undefined;
      /** Scheme and host that a redirect leads to, where they are not those that were called. */
      readonly redirectsTo?: string | undefined;
      readonly isHtml: boolean;
      readonly attempts: readonly HttpAttempt[];
      readonly works?: WorkingAddress | undefined;
    }
  | {
      readonly kind: 'unreachable';
      readonly reason: UnreachableReason;
      readonly message: string;
      readonly attempts: readonly HttpAttempt[];
      readonly works?: WorkingAddress | undefined;
    };

/** `limit`: this machine, not the other one, has nothing left to call with. `other`: also an address or a header that no client could send. */
export type UnreachableReason = 'refused' | 'name' | 'tls' | 'timeout' | 'reset' | 'limit' | 'other';

/** Another way by which the very server did answer: other transport, other loopback address. To be shown: what is secret in it is masked. */
export interface WorkingAddress {
  readonly transport: 'http' | 'sse';
  readonly url: string;
}

/** One way that was tried, in the order they were begun. */
export interface HttpAttempt {
  readonly transport: 'http' | 'sse';
  readonly url: string;
  /** Absent when no answer came. */
  readonly status?: number | undefined;
  /** In a few words; absent when the server answered. */
  readonly failure?: string | undefined;
}
