import { commands, window } from 'vscode';
import type { Checkup } from '../core.ts';
import type { Desk } from '../desk.ts';
import { examinerOf } from '../problems/examiner.ts';
import { countsText } from '../views/finding-groups.ts';
import { say } from '../say.ts';
import { waitShown } from '../waiting.ts';

/** Judges the config files of every assistant, and shows what is wrong in the Problems panel. Writes nothing. */
export default async function validate(desk: Desk): Promise<void> {
  const examined = window.withProgress({ location: { viewId: 'snap.findings' } }, () => examinerOf(desk).examine('own'));
  // Each of snap's own servers is started to see whether it answers.
  const ended = await waitShown(() => 'Snap: examining the config files of assistants', Promise.resolve(examined));
  if (ended !== undefined) await tell(ended.value);
}

async function tell({ findings, setup }: Checkup): Promise<void> {
  const files = new Set(setup.files.filter(({ state }) => state !== 'absent').map(({ path }) => path)).size;
  const checked = `${files} config ${files === 1 ? 'file' : 'files'}`;
  const wrong = findings.filter(({ severity }) => severity !== 'info');
  if (wrong.length === 0) return void say.info(`No problems found in ${checked}.`);
  await commands.executeCommand('workbench.panel.markers.view.focus');
  const nowhere = wrong.filter(({ path }) => path === undefined).length;
  const rest = nowhere === 0 ? '' : ` ${nowhere} ${nowhere === 1 ? 'is' : 'are'} not about a file: see the view Findings.`;
  const fixable = wrong.filter(({ fix }) => fix !== undefined).length;
  const fixes = fixable === 0 ? '' : ` ${fixable} can be fixed by a quick fix, which shows the change first.`;
  void say.info(`${countsText(wrong)} in ${checked}.${fixes}${rest}`);
}
