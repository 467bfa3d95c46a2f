import type { UnreachableReason } from '../../mcp-client/index.ts';

/**
 * The answer of a server that was started or called. Its texts hold no secrets and no control characters, except the line breaks of
 * `stderr`.
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
      /** The estimated size of the list of tools in tokens: a quarter of its characters as JSON. */
      readonly tokens: number;
      /** The first line on stdout that is not a JSON-RPC message. */
      readonly noise?: string | undefined;
      /** Its last lines. */
      readonly stderr: string;
      readonly works?: WorkingAddress | undefined;
    }
  | {
      readonly kind: 'not-started';
      /** `incomplete`: the entry names nothing to start or call. */
      readonly reason: 'not-found' | 'not-executable' | 'no-directory' | 'incomplete' | 'limit' | 'other';
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
  /** The time limit was reached before `initialize` was answered. */
  | {
      readonly kind: 'silent';
      readonly milliseconds: number;
      readonly noise?: string | undefined;
      readonly stderr: string;
      /** Only of an address. */
      readonly attempts?: readonly HttpAttempt[] | undefined;
      readonly works?: WorkingAddress | undefined;
    }
  /** It answered `initialize` or `tools/list` with an error or something invalid, or did not answer `tools/list` in time. */
  | {
      readonly kind: 'broken';
      readonly message: string;
      readonly noise?: string | undefined;
      readonly stderr: string;
      /** Only of an address. */
      readonly attempts?: readonly HttpAttempt[] | undefined;
      readonly works?: WorkingAddress | undefined;
    }
  /** An HTTP answer that is not an MCP answer. */
  | {
      readonly kind: 'http';
      readonly status: number;
      readonly contentType?: string | undefined;
      /** The scheme a 401 or 403 asks for (`Bearer`), and the error word it gives. */
      readonly authenticate?: string | undefined;
      /** Whether a 401 comes with a way to sign in (OAuth). Absent: not asked, or not known. */
      readonly offersSignIn?: boolean | undefined;
      /** Scheme and host of a redirect to another origin. */
      readonly redirectsTo?: string | undefined;
      readonly isHtml: boolean;
      readonly attempts: readonly HttpAttempt[];
      readonly works?: WorkingAddress | undefined;
    }
  | {
      readonly kind: 'unreachable';
      readonly reason: UnreachableReason;
      readonly message: string;
      /** Only of `timeout`: that long nothing came. */
      readonly milliseconds?: number | undefined;
      readonly attempts: readonly HttpAttempt[];
      readonly works?: WorkingAddress | undefined;
    };

/** Another transport or local address at which the same server did answer. Secrets in it are masked. */
export interface WorkingAddress {
  readonly transport: 'http' | 'sse';
  readonly url: string;
}

/** One attempt; attempts are in the order in which they began. */
export interface HttpAttempt {
  readonly transport: 'http' | 'sse';
  readonly url: string;
  /** `undefined` when no answer came. */
  readonly status?: number | undefined;
  /** In a few words; `undefined` when the server answered. */
  readonly failure?: string | undefined;
}
