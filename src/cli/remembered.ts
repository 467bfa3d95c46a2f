import { listChanges, type EntryRequest } from '../changes/index.ts';
import type { Invocation } from './command.ts';

type Remembered = Extract<EntryRequest, { action: 'remove' }>['made'];

/** What the journal recorded when entries of this name were added, so that removing one restores the exact text from before. */
export async function rememberedEntries({ system, writable }: Pick<Invocation, 'system' | 'writable'>, name: string): Promise<Remembered> {
  const changes = await listChanges(system);
  if (!changes.some(({ files, state }) => state === 'done' && files.some(({ action }) => action === 'set'))) return undefined;
  const { madeEntries } = await import('../changes/undo.ts');
  return madeEntries(await writable(), name);
}
