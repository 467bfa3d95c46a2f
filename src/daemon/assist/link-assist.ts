import type { Assist } from '../../workbench/index.ts';
import { meetDaemon, reasonOf, type MeetOptions } from '../client/index.ts';
import { askDaemon } from './ask-daemon.ts';
import { connectedText } from './client-assist.ts';

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
    describe: () => (isLost ? `Works alone: ${reasonOf({ kind: 'absent' })}.` : connectedText(link.welcome)),
    close: () => link.close(),
  };
}
