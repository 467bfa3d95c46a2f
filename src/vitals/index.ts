export { filesAt } from './files-at.ts';
export { guessIntent, type GuessedIntent } from './guess-intent.ts';
export { openVitals, type VitalsOptions } from './open-vitals.ts';
export { touchesOf, type Touched } from './touches.ts';
export { filesChangedSince, newestWorkSnapshot } from './changes-since-snapshot.ts';
export { uncommittedChanges } from './uncommitted-changes.ts';
export { riskWords, type Pulse, type PulseState, type Risk, type Vitals } from './vitals.ts';
export { isOwnFile, workFiles } from './work-files.ts';
