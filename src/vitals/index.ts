export { filesAt } from './files-at.ts';
export { guessIntent, type GuessedIntent } from './guess-intent.ts';
export { openVitals, type VitalsOptions } from './open-vitals.ts';
export { riskOf } from './risk.ts';
export { filesChangedSince, newestWorkSnapshot } from './changes-since-snapshot.ts';
export { uncommittedChanges } from './uncommitted-changes.ts';
export type { Pulse, PulseState, Risk, RiskOfFiles, Vitals } from './vitals.ts';
export { isOwnFile, workFiles } from './work-files.ts';
