import type { CheckContext } from '../check-context.ts';
import { rules } from '../layers/patterns.ts';
import { plannedImports } from '../layers/planned-imports.ts';
import { plannedPackages } from '../layers/planned-packages.ts';
import { pythonNames, slips } from '../layers/slips.ts';
import { secrets } from '../layers/secrets.ts';
import { focusedTests } from '../layers/skipped-tests.ts';
import { syntax } from '../layers/syntax.ts';
import { threats } from '../layers/threats.ts';
import type { Mode } from '../mode.ts';
import type { CheckReport } from '../report.ts';
import { runMode } from '../run-check.ts';
import type { PlannedChange } from './contents.ts';

/** No mode that can be asked for by its name: what can be said of a change before it is written. */
const planned: Mode = {
  id: 'patterns',
  summary: 'A change before it is written.',
  limits: [],
  layers: [syntax, slips, secrets, threats, rules, plannedImports, plannedPackages, pythonNames, focusedTests],
};

/** Examines a change in memory: nothing of it is written, and none of the project's own programs is run. @param maxMs for all of it. */
export async function examineChange(change: PlannedChange, context: CheckContext, maxMs: number): Promise<CheckReport> {
  return runMode(planned, { change }, context, maxMs);
}
