import { join } from 'node:path';
import { SnapError, type WritableSystem } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';

/**
 * Notes that the person works with snap in this workspace, so that clients over HTTP may work in it too. Most commands store something of it anyway;
 * this is for those that only look.
 */
export async function noteOpened(system: WritableSystem, { privateDirectory }: Pick<Workspace, 'privateDirectory'>): Promise<void> {
  if ((await system.look(privateDirectory)) !== undefined) return;
  try {
    await system.ownFiles.write(join(privateDirectory, 'opened'), new Uint8Array(), { durable: false });
  } catch (error) {
    // Nothing can be written there; a command that only looks goes on without.
    if (!(error instanceof SnapError)) throw error;
  }
}
