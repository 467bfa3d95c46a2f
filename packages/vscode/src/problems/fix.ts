import { core, type Checkup, type ConfigFinding } from '../core.ts';
import type { Desk } from '../desk.ts';
import { requireTrust } from '../require-trust.ts';
import { offerUndo, requireSaved, shownPaths, words, writeChanges } from '../changing/write.ts';
import { askAbout } from '../changing/ask-about.ts';
import { showChanges } from '../changing/shown-changes.ts';
import { examinerOf } from './examiner.ts';
import { fixTitle } from './fix-title.ts';
import { say } from '../say.ts';
import { withoutStop } from '../without-stop.ts';

/** Shows what the fix of one finding would write, asks, writes it, and offers to undo it. @param fingerprint the finding's. */
export async function fixFinding(desk: Desk, fingerprint: string): Promise<void> {
  if (!(await requireTrust())) return;
  const examiner = examinerOf(desk);
  // Judged again: the file may have changed since the finding was shown.
  const found = await examiner.examine('none');
  const finding = found.findings.find((one) => one.fingerprint === fingerprint);
  if (finding?.fix === undefined) return void say.info('This problem is gone: there is nothing to fix.');
  const preview = await planFix(desk, found, finding);
  if (preview === undefined) return;
  if (!(await requireSaved(desk, preview))) return;
  const [path = ''] = await shownPaths(desk, [preview[0]?.path ?? '']);
  const shown = await showChanges(`${path}: what the fix changes`, preview, found.setup.facts);
  if (shown === undefined) return void say.info('The fix would change nothing.');
  const question = `Apply this fix to ${path}? ${withoutStop(fixTitle(finding.fix))}. You can undo it.`;
  if (!(await askAbout(shown, question, 'Apply'))) return;
  if (!(await requireTrust()) || !(await requireSaved(desk, preview))) return;
  const { change, refused } = await writeChanges(desk, preview, words.fix, 'Choose the fix again.');
  await examiner.examine('none');
  if (refused.length > 0) return void say.warning(`Nothing was written. ${refused.join(' ')}`);
  if (change === undefined) return void say.info(`${path} was fixed already.`);
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
    void say.warning(`Not fixed: ${(await core.system()).cleanLine(why)}`);
    return undefined;
  }
  return previewChanges(system, changesOf(plan, found.setup.facts.workspace.path), found.setup.facts.contents);
}
