/** Limits, so that no client can fill the daemon's memory or keep it from the others. */
export interface HubLimits {
  readonly maxClients: number;
  /** Calls under way: of one client, of all. */
  readonly maxCalls: number;
  readonly maxAllCalls: number;
  /** Bytes of incomplete lines and of calls under way, of all clients together. */
  readonly maxHeldBytes: number;
  /** Bytes of a line before hello. */
  readonly maxHelloBytes: number;
  /** How long a client may take to say hello. */
  readonly helloMs: number;
  /** Bytes that a client has not read. Above each limit: it is no longer read from, it gets no more events, its connection is closed. */
  readonly unsent: { readonly pause: number; readonly dropEvents: number; readonly close: number };
  /** Workspaces that are prepared at once. */
  readonly maxPrepared: number;
  /** How long a workspace stays prepared when its last client has left. */
  readonly workspaceMs: number;
  /** How long the end of the daemon may take. */
  readonly endMs: number;
}

const mebibyte = 1024 * 1024;

export const hubLimits: HubLimits = {
  maxClients: 256,
  maxCalls: 64,
  maxAllCalls: 1_024,
  maxHeldBytes: 64 * mebibyte,
  maxHelloBytes: 64 * 1024,
  helloMs: 5_000,
  // An answer has 16 MiB at most.
  unsent: { pause: mebibyte, dropEvents: 2 * mebibyte, close: 48 * mebibyte },
  maxPrepared: 16,
  workspaceMs: 30_000,
  endMs: 4_000,
};
