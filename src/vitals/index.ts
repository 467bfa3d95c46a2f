export { filesAt } from './files-at.ts';
export { guessIntent, type GuessedIntent } from './intent.ts';
export { openVitals, type VitalsOptions } from './open-vitals.ts';
export { looked, presentChanges } from './present-changes.ts';
export { riskOf } from './risk.ts';
export { changedSince, workSnapshot } from './since-snapshot.ts';
export type { Pulse, PulseState, Risk, RiskOfFiles, Vitals } from './vitals.ts';
