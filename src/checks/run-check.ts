import { SnapError, type Sentence } from '../system/index.ts';
import type { CheckContext } from './check-context.ts';
import { type CheckMode, workingModesText } from './modes.ts';
import type { CheckReport } from './report.ts';

const available: Sentence = [
  { model: `What works today: check with mode ${workingModesText}.`, person: 'What works today: "snap doctor" and "snap mcp validate".' },
];

/** Runs one mode. @throws SnapError `not-implemented`, `not-available` for a mode that does not work in this version. */
export async function runCheck(mode: CheckMode, context: CheckContext): Promise<CheckReport> {
  const { version } = context.about;
  switch (mode) {
    case 'health':
      return { mode, ...(await (await import('./health.ts')).health(context)) };
    case 'trace':
      throw new SnapError('not-implemented', `mode "trace" is not implemented in v${version}.`, { hint: available });
    default:
      throw new SnapError('not-available', `mode "${mode}" is not available in v${version}.`, { hint: available });
  }
}
