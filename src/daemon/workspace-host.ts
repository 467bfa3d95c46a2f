import type { Notify, ToolResult } from '../server/index.ts';
import type { SnapEvent } from './events/event.ts';

/** A workspace as the hub sees it: what it does runs somewhere else, so that the hub always answers at once. */
export interface WorkspaceHost {
  /** One piece of work, asked for by a client. @throws SnapError for an expected failure; the signal's reason when that fires. */
  call(call: string, args: readonly unknown[], options: { readonly signal: AbortSignal }): Promise<unknown>;
  /** Runs a tool for a client of the HTTP front. */
  tool(asked: HostedCall, options: HostedOptions): Promise<ToolResult>;
  /** That client has left. */
  leave(session: string): void;
  /** Ends everything that is under way. */
  close(): Promise<void>;
}

/** A call of a tool that there is. */
export interface HostedCall {
  /** The connection of the client: its tasks belong to it. */
  readonly session: string;
  /** The assistant's own name for itself. */
  readonly client: string | undefined;
  readonly isFull: boolean;
  readonly name: string;
  readonly input: unknown;
}

export interface HostedOptions {
  readonly signal: AbortSignal;
  /** Absent when the caller did not ask for progress. */
  readonly notify?: Notify | undefined;
}

export type OpenWorkspace = (root: string, publish: (event: SnapEvent) => void) => WorkspaceHost;
