import type { OnMessage, OpenConnection } from '../server/index.ts';
import type { SnapEvent } from './events/event.ts';

/** A workspace as the hub sees it: what it does runs somewhere else, so that the hub always answers at once. */
export interface WorkspaceHost {
  /** One piece of work, asked for by a client. @throws SnapError for an expected failure; the signal's reason when that fires. */
  call(call: string, args: readonly unknown[], options: { readonly signal: AbortSignal }): Promise<unknown>;
  /** Serves the tools to an MCP client of the HTTP front: JSON-RPC messages in, messages out. */
  connect(options: HostConnectOptions, onMessage: OnMessage): OpenConnection;
  /** Ends everything that is under way. Resolves when nothing of it runs any more. */
  close(): Promise<void>;
}

export interface HostConnectOptions {
  readonly isFull: boolean;
  /** The assistant's own name for itself. */
  readonly client?: string | undefined;
}

export type OpenWorkspace = (root: string, publish: (event: SnapEvent) => void) => WorkspaceHost;
