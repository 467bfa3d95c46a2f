import { workspace, type Disposable } from 'vscode';
import { core, type PlannedStep } from '../core.ts';
import type { Desk } from '../desk.ts';
import { askAbout } from '../changing/ask-about.ts';
import { showChanges } from '../changing/shown-changes.ts';
import { offerUndo, requireSaved, shownPaths, words, writeChanges } from '../changing/write.ts';
import { requireTrust } from '../require-trust.ts';
import { toldErrors } from '../tell-error.ts';
import { planRemovals } from './plan-removals.ts';
import { readEditorFiles, takesProviders } from './see-mcp.ts';
import { mcpWanted } from './wanted.ts';
import { say } from '../say.ts';
import { lookBriefly } from '../waiting.ts';

/** The files whose entry the person wants to keep. */
const keptKey = 'snap.mcp.keptEntries';

/** Offers once in a window to remove an entry that gives this editor the server of the extension a second time. */
export function registerOfferRemoval(desk: Desk): Disposable {
  let isOffered = false;
  return desk.gates.onDidChange(({ name }) => {
    if (isOffered || name !== 'watching' || !takesProviders() || !workspace.isTrusted || mcpWanted(desk.context) !== true) return;
    isOffered = true;
    void toldErrors(desk, () => offerRemoval(desk));
  });
}

/** Asks about the entries of this editor that start snap; shows the change before it is written. */
export async function offerRemoval(desk: Desk): Promise<void> {
  const { entries, facts, own } = await readEditorFiles(desk);
  const steps = own === undefined ? [] : await planRemovals(desk, own, facts, entries);
  const { globalState } = desk.context;
  const kept = globalState.get<readonly string[]>(keptKey) ?? [];
  const changes = steps.flatMap((step: PlannedStep) => (step.kind === 'change' && !kept.includes(step.path) ? [step.change] : []));
  if (changes.length === 0) return;
  const paths = changes.map(({ path }) => path);
  const names = (await shownPaths(desk, paths)).join(', ');
  const asked = `An entry in ${names} gives this editor the server of Snap a second time: the extension gives it already.`;
  const answer = await say.info(asked, 'Show Removal', 'Keep Both');
  if (answer === 'Keep Both') await globalState.update(keptKey, [...new Set([...kept, ...paths])]);
  if (answer !== 'Show Removal') return;
  const files = await (await core.changes()).previewChanges(await desk.system(), changes, facts.contents);
  if (!(await requireSaved(desk, files))) return;
  const shown = await showChanges('The second entry of Snap: what would be removed', files, facts);
  const isAgreed = shown !== undefined && (await askAbout(shown, `Remove the entry from ${names}? You can undo it.`, 'Remove'));
  if (!isAgreed || !(await requireTrust()) || !(await requireSaved(desk, files))) return;
  const { change, refused } = await writeChanges(desk, files, words.configure);
  await lookBriefly(desk);
  if (refused.length > 0) return void say.warning(`Nothing was removed. ${refused.join(' ')}`);
  await offerUndo(desk, `Removed from ${names}. This editor has the server of Snap once.`, change, () => lookBriefly(desk));
}
