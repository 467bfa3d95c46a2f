export type { About, CheckContext } from './check-context.ts';
export { checkModes, type CheckMode, workingModesText } from './modes.ts';
export type { CheckFinding, CheckReport } from './report.ts';
export { runCheck } from './run-check.ts';
