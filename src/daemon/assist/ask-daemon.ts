import { SnapError, type SnapErrorCode } from '../../system/index.ts';
import { DaemonUnavailable, meetDaemon, reasonOf, type Link, type DaemonClient, type MeetOptions } from '../client/index.ts';
import type { Assist } from '../../workbench/index.ts';
import type { Welcome } from '../protocol.ts';

/** The daemon answers a ping at once. When nothing comes from it for this long, the work is done here, which is quicker than to wait. */
const usualAliveMs = 100;
/** For work that writes under a lock: a daemon that is only slow goes on with it, and this process would wait for the lock. */
const longAliveMs = 5_000;
/** Where a person asks whether it answers. */
const healthAliveMs = 500;
/** The longest wait for an answer: a little less than a tool may take. */
const maxMs = 45_000;

/** Failures of the work itself: this process would fail in the same way. All other failures are the daemon's own, such as too few descriptors. */
const ofTheWork: ReadonlySet<SnapErrorCode> = new Set(['usage', 'refused', 'read-only', 'link-loop']);

export interface AskOptions {
  readonly signal: AbortSignal | undefined;
  /** As of {@link Assist.ask}. */
  readonly isLong?: boolean | undefined;
  /** Receives unexpected errors of this process. Those of the daemon are in its own log. */
  readonly onBug?: (error: unknown) => void;
  /** For a connection that is used for more than this work: how long the daemon may send nothing before the connection is dropped. */
  readonly aliveMs?: number;
}

/** As {@link Assist.ask}, through one connection. */
export async function askDaemon(
  daemon: Pick<Link, 'call'>,
  root: string,
  piece: string,
  args: readonly unknown[],
  { signal, isLong = false, onBug, aliveMs = isLong ? longAliveMs : usualAliveMs }: AskOptions,
): Promise<{ readonly answer: unknown } | undefined> {
  try {
    return { answer: await daemon.call('workspace.call', { root, call: piece, args }, { signal, maxMs, aliveMs }) };
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof SnapError && ofTheWork.has(error.code)) throw error;
    if (!(error instanceof SnapError || error instanceof DaemonUnavailable)) onBug?.(error);
    return undefined;
  }
}

/** What does pieces of work for a server while the daemon is there. @param onBug as for {@link askDaemon}. */
export function assistOf(client: DaemonClient, onBug: (error: unknown) => void): Assist {
  return {
    ask: async (root, piece, args, signal, isLong) =>
      // Nothing is sent, and nothing is waited for, where there is none.
      client.state.kind === 'connected' ? askDaemon(client, root, piece, args, { signal, isLong, onBug }) : undefined,
    opened: (root, name) => client.openWorkspace(root, name),
    describe: async () => {
      const { state } = client;
      return state.kind === 'connected' ? connectionText(client, state.daemon) : stateText(state);
    },
  };
}

/** Asks the daemon whether it answers: a process that was stopped keeps its connections. */
async function connectionText(daemon: Pick<Link, 'call'>, { run, build }: Welcome): Promise<string> {
  const answers = await daemon.call('ping', {}, { aliveMs: healthAliveMs }).then(
    () => true,
    () => false,
  );
  return answers
    ? `Connected to the daemon (process ${run.pid}, build ${build}).`
    : `Works alone: the daemon (process ${run.pid}) does not answer.`;
}

function stateText(state: Exclude<DaemonClient['state'], { kind: 'connected' }>): string {
  return state.kind === 'alone' ? `Works alone: ${state.reason}.` : 'Works alone: the connection to the daemon is not made yet.';
}

/** What does pieces of work for one command. It starts no daemon. */
export interface CommandAssist extends Assist {
  close(): void;
}

/** @returns `undefined` where no daemon answers at once. Never rejects. */
export async function commandAssist(options: Omit<MeetOptions, 'maxMs'>): Promise<CommandAssist | undefined> {
  const met = await meetDaemon({ ...options, maxMs: 100 });
  if (met.kind !== 'ready') return undefined;
  const { link } = met;
  let isLost = false;
  void link.ended.then(() => (isLost = true));
  return {
    ask: async (root, piece, args, signal, isLong) => (isLost ? undefined : askDaemon(link, root, piece, args, { signal, isLong })),
    opened: () => undefined,
    describe: async () => (isLost ? `Works alone: ${reasonOf({ kind: 'absent' })}.` : connectionText(link, link.welcome)),
    close: () => link.close(),
  };
}
