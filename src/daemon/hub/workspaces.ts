import { SnapError, errorMessage } from '../../system/index.ts';
import type { ToolResult } from '../../server/index.ts';
import type { DaemonStateData, SnapEvent } from '../events/event.ts';
import type { WorkspaceStatus } from '../protocol.ts';
import type { HostedCall, HostedOptions, OpenWorkspace, WorkspaceHost } from '../workspace-host.ts';

/** The tools in a workspace, for one client over HTTP. */
export interface HostedTools {
  call(asked: HostedCall, options: HostedOptions): Promise<ToolResult>;
  /** The client has left. */
  leave(session: string): void;
}

/** The workspaces the daemon knows of, and those it has prepared. */
export interface HubWorkspaces {
  /** A client works in it from now on. @param prepares whether the workspace is prepared before its first call. @returns a function for when the client leaves. */
  enter(root: string, prepares: boolean): () => void;
  call(root: string, call: string, args: readonly unknown[], signal: AbortSignal): Promise<unknown>;
  /** A client over HTTP works in it from now on. */
  enterTools(root: string): HostedTools;
  status(): readonly WorkspaceStatus[];
  /** Ends what nobody has used for a while. */
  tidy(nowMs: number): void;
  close(): Promise<void>;
}

interface Known {
  readonly since: string;
  host: WorkspaceHost | undefined;
  /** All clients that work in it. */
  clients: number;
  calls: number;
  lastUsedMs: number;
  failure: string | undefined;
}

export interface WorkspacesOptions {
  readonly open: OpenWorkspace;
  readonly now: () => Date;
  readonly maxIdleMs: number;
  /** Prepared at once; each takes memory. */
  readonly maxPrepared: number;
  /** Whether the directory is there, and large. Asked without blocking this process. */
  isWorthPreparing(root: string): Promise<boolean>;
  publish(event: SnapEvent): void;
  report(root: string, state: DaemonStateData): void;
}

const maxKnown = 1_000;

/** The daemon cannot do it now; the caller does it without the daemon. */
export class Busy extends Error {}

export function hubWorkspaces(options: WorkspacesOptions): HubWorkspaces {
  return new Workspaces(options);
}

class Workspaces implements HubWorkspaces {
  readonly #options: WorkspacesOptions;
  readonly #all = new Map<string, Known>();

  constructor(options: WorkspacesOptions) {
    this.#options = options;
  }

  enter(root: string, prepares: boolean): () => void {
    const one = this.#known(root);
    if (prepares) void this.#prepare(root, one);
    return used(one);
  }

  call(root: string, call: string, args: readonly unknown[], signal: AbortSignal): Promise<unknown> {
    return this.#during(root, signal, (host) => host.call(call, args, { signal }));
  }

  enterTools(root: string): HostedTools {
    const leave = this.enter(root, true);
    return {
      call: (asked, options) => this.#during(root, options.signal, (host) => host.tool(asked, options)),
      leave: (session) => {
        leave();
        this.#all.get(root)?.host?.leave(session);
      },
    };
  }

  status(): readonly WorkspaceStatus[] {
    return [...this.#all].map(([root, { host, clients, since, failure }]) => ({
      root,
      state: failure === undefined ? (host === undefined ? 'known' : 'prepared') : 'failed',
      clients,
      since,
      ...(failure === undefined ? {} : { reason: failure }),
    }));
  }

  tidy(nowMs: number): void {
    for (const [root, one] of this.#all) {
      if (one.host === undefined || one.clients > 0 || one.calls > 0 || nowMs - one.lastUsedMs < this.#options.maxIdleMs) continue;
      // Shown by the status; the next call opens it again.
      this.#end(root, one).catch((error: unknown) => (one.failure = String(error)));
    }
  }

  async close(): Promise<void> {
    await Promise.allSettled([...this.#all].map(([root, one]) => this.#end(root, one)));
  }

  /** Counts the work, and notes how it went. */
  async #during<T>(root: string, signal: AbortSignal, work: (host: WorkspaceHost) => Promise<T>): Promise<T> {
    const one = this.#known(root);
    one.calls += 1;
    try {
      const result = await work(this.#hostOf(root, one));
      one.failure = undefined;
      return result;
    } catch (error) {
      if (!(error instanceof SnapError) && !(error instanceof Busy) && !signal.aborted) {
        one.failure = errorMessage(error);
        this.#options.report(root, { state: 'workspace-failed', reason: one.failure.slice(0, 500) });
      }
      throw error;
    } finally {
      one.calls -= 1;
      one.lastUsedMs = performance.now();
    }
  }

  #known(root: string): Known {
    const there = this.#all.get(root);
    if (there !== undefined) return there;
    if (this.#all.size >= maxKnown) forgetOldest(this.#all);
    const since = this.#options.now().toISOString();
    const made: Known = { since, host: undefined, clients: 0, calls: 0, lastUsedMs: performance.now(), failure: undefined };
    this.#all.set(root, made);
    return made;
  }

  #hostOf(root: string, one: Known): WorkspaceHost {
    one.lastUsedMs = performance.now();
    if (one.host === undefined) {
      this.#makeRoom();
      one.host = this.#options.open(root, this.#options.publish);
      one.failure = undefined;
      this.#options.report(root, { state: 'workspace-opened' });
    }
    return one.host;
  }

  async #prepare(root: string, one: Known): Promise<void> {
    try {
      // A client may name anything, and a workspace takes more memory than a client.
      if (one.host === undefined && (await this.#options.isWorthPreparing(root)) && one.clients > 0) this.#hostOf(root, one);
    } catch (error) {
      // Shown by the status; a call that needs it fails with the reason.
      if (!(error instanceof Busy)) one.failure = errorMessage(error);
    }
  }

  /** Closes the one that was used longest ago, where there are too many. @throws Busy when all are at work. */
  #makeRoom(): void {
    const prepared = [...this.#all].filter(([, { host }]) => host !== undefined);
    if (prepared.length < this.#options.maxPrepared) return;
    const [oldest] = prepared.filter(([, { calls }]) => calls === 0).toSorted(([, one], [, other]) => one.lastUsedMs - other.lastUsedMs);
    if (oldest === undefined) throw new Busy('The daemon has too many workspaces open at the moment.');
    const [root, one] = oldest;
    this.#end(root, one).catch((error: unknown) => (one.failure = String(error)));
  }

  async #end(root: string, one: Known): Promise<void> {
    const { host } = one;
    one.host = undefined;
    if (host === undefined) return;
    await host.close();
    this.#options.report(root, { state: 'workspace-closed' });
  }
}

/** Counts a client. @returns a function for when it leaves. */
function used(one: Known): () => void {
  one.clients += 1;
  one.lastUsedMs = performance.now();
  let isIn = true;
  return () => {
    if (!isIn) return;
    isIn = false;
    one.clients -= 1;
    one.lastUsedMs = performance.now();
  };
}

function forgetOldest(all: Map<string, Known>): void {
  for (const [root, { host, clients, calls }] of all) {
    if (host !== undefined || clients > 0 || calls > 0) continue;
    all.delete(root);
    return;
  }
}
