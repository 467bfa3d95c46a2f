// A door of its own: processes of snap's that run on when their starter has ended, and what they leave behind.
export { isInOwnSpace } from '../programs/process-run.ts';
export { endRun, endsWithin, type EndedRun } from './end-run.ts';
export { removePrivateFile, writePrivateFile } from './private-file.ts';
export { findRealPath } from './find-real-path.ts';
export { rotatingLog, type RotatingLog } from './rotating-log.ts';
export { sayReady } from './start-detached.ts';
export { startDetached, type Began, type DetachedOptions } from './start-detached.ts';
