import { Disposable } from 'vscode';
import type { Desk } from '../desk.ts';
import { registerAsking } from '../changing/ask-about.ts';
import { registerShownChanges } from '../changing/shown-changes.ts';
import { registerFindingsView } from '../views/findings.ts';
import { registerDocs } from './explain.ts';
import { examinerOf } from './examiner.ts';
import { registerProblemList } from './problem-list.ts';
import { registerQuickFixes } from './quick-fixes.ts';
import { registerFileWatch } from './watch-files.ts';

/** After the editor has started: judging reads many files. */
const firstMs = 1_500;

/** What is wrong in the config files of assistants: in the Problems panel, as quick fixes and in a view. */
export function registerProblems(desk: Desk): Disposable {
  const first = setTimeout(() => examinerOf(desk).soon(), firstMs);
  return Disposable.from(
    registerShownChanges(),
    registerAsking(),
    registerDocs(desk),
    registerProblemList(desk),
    registerQuickFixes(desk),
    registerFileWatch(desk),
    registerFindingsView(desk),
    { dispose: () => clearTimeout(first) },
  );
}
