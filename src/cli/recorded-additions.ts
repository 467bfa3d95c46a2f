import { listChanges, type EntryRequest } from '../changes/index.ts';
import type { Invocation } from './command.ts';

type Additions = Extract<EntryRequest, { action: 'remove' }>['recorded'];

/** What the journal recorded when entries of this name were added, so that removing one restores the exact text from before. */
export async function readAdditions({ system, writable }: Pick<Invocation, 'system' | 'writable'>, name: string): Promise<Additions> {
  const changes = await listChanges(system);
  if (!changes.some(({ files, state }) => state === 'done' && files.some(({ action }) => action === 'set'))) return undefined;
  const { recordedAdditions } = await import('../changes/undo.ts');
  return recordedAdditions(await writable(), name);
}
