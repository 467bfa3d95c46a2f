import { window } from 'vscode';
import { core, type Checkup, type ConfigFinding } from '../core.ts';
import type { Desk } from '../desk.ts';
import { requireTrust } from '../require-trust.ts';
import { offerUndo, requireSaved, shownPaths, words, writeChanges } from '../changing/write.ts';
import { showChanges } from '../changing/shown-changes.ts';
import { examinerOf } from './examiner.ts';
import { fixTitle } from './fix-title.ts';

/** Shows what the fix of one finding would write, asks, writes it, and offers to undo it. @param fingerprint the finding's. */
export async function fixFinding(desk: Desk, fingerprint: string): Promise<void> {
  if (!(await requireTrust())) return;
  const examiner = examinerOf(desk);
  // Judged anew: the file may have changed since the finding was shown.
  const found = await examiner.examine('none');
  const finding = found.findings.find((one) => one.fingerprint === fingerprint);
  if (finding?.fix === undefined) return void window.showInformationMessage('This problem is gone: there is nothing to fix.');
  const planned = await planFix(desk, found, finding);
  if (planned === undefined) return;
  const { changes, preview } = planned;
  if (!(await requireSaved(desk, preview))) return;
  const [path = ''] = await shownPaths(desk, [preview[0]?.path ?? '']);
  const shown = await showChanges(`${path}: what the fix changes`, preview, found.setup.facts);
  if (shown === undefined) return void window.showInformationMessage('The fix would change nothing.');
  const answer = await window.showInformationMessage(
    `${fixTitle(finding.fix)}? It is written to ${path} and can be undone.`,
    'Apply',
    'Cancel',
  );
  await shown.close();
  if (answer !== 'Apply') return;
  if (!(await requireTrust()) || !(await requireSaved(desk, preview))) return;
  const { change, refused } = await writeChanges(desk, changes, words.fix, 'Choose the fix again.');
  await examiner.examine('none');
  if (refused.length > 0) return void window.showWarningMessage(`Nothing was written. ${refused.join(' ')}`);
  if (change === undefined) return void window.showInformationMessage(`${path} was fixed already.`);
  await offerUndo(desk, `Fixed in ${path}.`, change, async () => void (await examiner.examine('none')));
}

/** The change of files that fixes this finding and nothing else. */
async function planFix(desk: Desk, found: Checkup, { fingerprint }: ConfigFinding) {
  const system = await desk.system();
  const [{ changesOf, planRepair }, { previewChanges }] = await Promise.all([core.doctor(), core.changes()]);
  const isIt = (one: ConfigFinding): boolean => one.fingerprint === fingerprint;
  const plan = await planRepair(system, found, { isChosen: isIt, wants: async (one) => isIt(one) });
  if (plan === undefined) return undefined;
  const [harm] = plan.harmful;
  if (plan.files.length === 0) {
    const why =
      harm === undefined
        ? 'no change was found that fixes it without causing another problem.'
        : `${harm.sideEffect.client} reads the same file and would then have a problem: ${harm.sideEffect.message}`;
    void window.showWarningMessage(`Not fixed: ${(await core.system()).cleanLine(why)}`);
    return undefined;
  }
  const changes = changesOf(plan);
  return { changes, preview: await previewChanges(system, changes, found.setup.facts.contents) };
}
