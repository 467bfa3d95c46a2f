import type { Assist } from '../../workbench/index.ts';
import type { DaemonClient } from '../client/index.ts';
import { askDaemon } from './ask-daemon.ts';

/** What does pieces of work for a server while the daemon is there. */
export function assistOf(client: DaemonClient): Assist {
  return {
    ask: async (root, piece, args, signal) =>
      // Nothing is sent, and nothing is waited for, where there is none.
      client.state.kind === 'connected' ? askDaemon(client, root, piece, args, signal) : undefined,
    opened: (root, name) => client.openWorkspace(root, name),
    describe: () => stateText(client.state),
  };
}

/** Of the daemon, as health says it: a sentence. */
export function stateText(state: DaemonClient['state']): string {
  switch (state.kind) {
    case 'connected':
      return `Connected to the daemon (process ${state.daemon.run.pid}, build ${state.daemon.build}).`;
    case 'connecting':
      return 'Works alone: the connection to the daemon is not made yet.';
    case 'alone':
      return `Works alone: ${state.reason}.`;
    default:
      return state satisfies never;
  }
}
