import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { Failure } from './failure.ts';

/** A server that was started or called, and answered `initialize` and `tools/list`. */
export interface Connection {
  readonly tools: readonly Tool[];
  /** Calls a tool. Never rejects; ends with `slow` when the signal fires. */
  call(name: string, args: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<CallEnd>;
  /** Whether the process or the session is still there. */
  isOpen(): boolean;
  /** Ends the session and the program with everything that it started. */
  close(): Promise<void>;
}

/** A result without secrets and invisible characters, cut to a bound. */
export type CallEnd =
  | { readonly kind: 'answered'; readonly text: string; readonly data: unknown }
  | { readonly kind: 'failed'; readonly failure: Failure };

export type ConnectEnd =
  | { readonly kind: 'connected'; readonly connection: Connection }
  | { readonly kind: 'failed'; readonly failure: Failure };
