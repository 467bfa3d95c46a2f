import type { Assist } from '../../workbench/index.ts';
import type { DaemonClient } from '../client/index.ts';
import type { Welcome } from '../protocol.ts';
import { askDaemon } from './ask-daemon.ts';

/** What does pieces of work for a server while the daemon is there. @param onBug as for {@link askDaemon}. */
export function assistOf(client: DaemonClient, onBug: (error: unknown) => void): Assist {
  return {
    ask: async (root, piece, args, signal, isLong) =>
      // Nothing is sent, and nothing is waited for, where there is none.
      client.state.kind === 'connected' ? askDaemon(client, root, piece, args, { signal, isLong, onBug }) : undefined,
    opened: (root, name) => client.openWorkspace(root, name),
    describe: () => stateText(client.state),
  };
}

export function connectedText({ run, build }: Welcome): string {
  return `Connected to the daemon (process ${run.pid}, build ${build}).`;
}

/** What the daemon is to this process, as a sentence for health. */
export function stateText(state: DaemonClient['state']): string {
  switch (state.kind) {
    case 'connected':
      return connectedText(state.daemon);
    case 'connecting':
      return 'Works alone: the connection to the daemon is not made yet.';
    case 'alone':
      return `Works alone: ${state.reason}.`;
    default:
      return state satisfies never;
  }
}
