import { core, type ClientFacts, type Facts, type PlannedStep } from '../core.ts';
import type { Desk } from '../desk.ts';
import type { EditorEntries } from './own-entries.ts';

/** What removes each entry of this editor that starts snap, as far as a person could remove it. Writes nothing. */
export async function planRemovals(desk: Desk, own: ClientFacts, facts: Facts, { ours }: EditorEntries): Promise<readonly PlannedStep[]> {
  const removable = ours.filter(({ file }) => file.place.write !== 'never');
  if (removable.length === 0) return [];
  const [{ planEntry }, system] = await Promise.all([core.changes(), desk.system()]);
  const where = { platform: system.platform, home: system.home, env: system.env, workspace: facts.workspace.path };
  const steps: PlannedStep[] = [];
  for (const { file, name } of removable) {
    const recorded = await recordedOf(desk, name);
    const request = { action: 'remove', name, scope: file.scope, onlyOurs: true, recorded } as const;
    steps.push(await planEntry({ ...own, files: [file] }, request, { named: true, where }));
  }
  return steps;
}

/** What the journal has of the entry, so that the text becomes again what it was before. */
async function recordedOf(desk: Desk, name: string) {
  const { listChanges } = await core.changes();
  const changes = await listChanges(await desk.system());
  if (!changes.some(({ files, state }) => state === 'done' && files.some(({ action }) => action === 'set'))) return undefined;
  const { recordedAdditions } = await core.undoing();
  return recordedAdditions(await desk.writable(), name);
}
