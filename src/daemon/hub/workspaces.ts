import { SnapError } from '../../system/index.ts';
import type { DaemonStateData, SnapEvent } from '../events/event.ts';
import type { WorkspaceStatus } from '../protocol.ts';
import type { HostConnection, HostConnectOptions, OpenWorkspace, WorkspaceHost } from '../workspace-host.ts';

/** The workspaces the daemon knows of, and those it has prepared. */
export interface HubWorkspaces {
  /** A client works in it from now on. @returns it does not any more. */
  enter(root: string): () => void;
  call(root: string, call: string, args: readonly unknown[], signal: AbortSignal): Promise<unknown>;
  connect(root: string, options: HostConnectOptions, onMessage: Parameters<WorkspaceHost['connect']>[1]): HostConnection;
  status(): readonly WorkspaceStatus[];
  /** Ends what nobody has used for a while. */
  tidy(nowMs: number): void;
  close(): Promise<void>;
}

interface Known {
  readonly since: string;
  host: WorkspaceHost | undefined;
  clients: number;
  calls: number;
  lastUsedMs: number;
  failure: string | undefined;
}

export interface WorkspacesOptions {
  readonly open: OpenWorkspace;
  readonly now: () => Date;
  readonly maxIdleMs: number;
  publish(event: SnapEvent): void;
  report(root: string, state: DaemonStateData): void;
}

const maxKnown = 1_000;

export function hubWorkspaces({ open, now, maxIdleMs, publish, report }: WorkspacesOptions): HubWorkspaces {
  const all = new Map<string, Known>();

  const known = (root: string): Known => {
    const there = all.get(root);
    if (there !== undefined) return there;
    if (all.size >= maxKnown) forgetOldest(all);
    const made: Known = {
      since: now().toISOString(),
      host: undefined,
      clients: 0,
      calls: 0,
      lastUsedMs: performance.now(),
      failure: undefined,
    };
    all.set(root, made);
    return made;
  };
  const hostOf = (root: string, one: Known): WorkspaceHost => {
    one.lastUsedMs = performance.now();
    if (one.host === undefined) {
      one.host = open(root, publish);
      one.failure = undefined;
      report(root, { state: 'workspace-opened' });
    }
    return one.host;
  };
  const end = async (root: string, one: Known): Promise<void> => {
    const { host } = one;
    one.host = undefined;
    if (host === undefined) return;
    await host.close();
    report(root, { state: 'workspace-closed' });
  };

  return {
    enter(root) {
      const one = known(root);
      one.clients += 1;
      one.lastUsedMs = performance.now();
      let isIn = true;
      return () => {
        if (!isIn) return;
        isIn = false;
        one.clients -= 1;
        one.lastUsedMs = performance.now();
      };
    },
    async call(root, call, args, signal) {
      const one = known(root);
      one.calls += 1;
      try {
        const result = await hostOf(root, one).call(call, args, { signal });
        one.failure = undefined;
        return result;
      } catch (error) {
        if (!(error instanceof SnapError) && !signal.aborted) {
          one.failure = error instanceof Error ? error.message : String(error);
          report(root, { state: 'workspace-failed', reason: one.failure.slice(0, 500) });
        }
        throw error;
      } finally {
        one.calls -= 1;
        one.lastUsedMs = performance.now();
      }
    },
    connect(root, options, onMessage) {
      const one = known(root);
      const connection = hostOf(root, one).connect(options, onMessage);
      one.clients += 1;
      let isOpen = true;
      return {
        send: (message) => connection.send(message),
        close() {
          if (!isOpen) return;
          isOpen = false;
          one.clients -= 1;
          one.lastUsedMs = performance.now();
          connection.close();
        },
      };
    },
    status: () =>
      [...all].map(([root, { host, clients, since, failure }]) => ({
        root,
        state: failure === undefined ? (host === undefined ? 'known' : 'prepared') : 'failed',
        clients,
        since,
        ...(failure === undefined ? {} : { reason: failure }),
      })),
    tidy(nowMs) {
      for (const [root, one] of all) {
        if (one.host === undefined || one.clients > 0 || one.calls > 0 || nowMs - one.lastUsedMs < maxIdleMs) continue;
        // It is said where somebody waits for it: at the next call.
        end(root, one).catch((error: unknown) => (one.failure = String(error)));
      }
    },
    async close() {
      await Promise.allSettled([...all].map(([root, one]) => end(root, one)));
    },
  };
}

function forgetOldest(all: Map<string, Known>): void {
  for (const [root, { host, clients, calls }] of all) {
    if (host !== undefined || clients > 0 || calls > 0) continue;
    all.delete(root);
    return;
  }
}
