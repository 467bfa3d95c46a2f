/** The file that takes everything and keeps nothing. */
export { devNull } from 'node:os';
export { collectGarbageOften } from './collect-garbage.ts';
export { dropQuietly, syncDirectory, writeAll } from './disk-steps.ts';
export { SnapError, unlessRefused, type SnapErrorCode } from './errors.ts';
export { diskError, failureCode, failureWords, displayPath, maxReadBytes, sizeWords } from './failures.ts';
export { makeOwnDirectory } from './make-directory.ts';
export { isRecord, jsonIn, jsonLine, recordIn, textIn, textsIn } from './json.ts';
export { takeInterrupts } from './interrupts.ts';
export { idAtTheEnds, lineCutter, type LineBytes } from './lines.ts';
export {
  cleanData,
  cleanJson,
  cleanLine,
  cleanText,
  hiddenSpans,
  hidesText,
  spelled,
  spellHidden,
  withoutEscapes,
} from './foreign-text.ts';
export {
  capitalize,
  count,
  cut,
  isShellWord,
  listed,
  quoted,
  shellQuoted,
  shellWord,
  shortened,
  shortSnapshotId,
  shownName,
} from './shown-text.ts';
export { watchParents } from './parents.ts';
export { delayOptimizing } from './programs/delay-optimizing.ts';
export { daemonPort } from './places/places.ts';
export { noDirectories, platformDirectories, requireOwnPlace } from './places/own-directories.ts';
export { projectAroundPlace } from './places/project-place.ts';
export { folded, partsBelow, pathsOf } from './places/paths.ts';
export { isDeletable, readPrivateText } from './places/private-text.ts';
export { realPathOf } from './places/real-path.ts';
export { parseRun } from './stored-run.ts';
export { onlyToModel, onlyToPerson, partsOf, sayTo, step, stepName, type Part, type Reader, type Sentence } from './sentence.ts';
export { errorMessage, errorStack } from './thrown.ts';
export { oneByOne, pause, settlesWithin, timeLimit, type TimeLimit } from './time-limit.ts';
export { terminal, type Terminal } from './terminal.ts';
export type {
  FileStamp,
  Hash,
  LockPath,
  LogLines,
  OwnDirectories,
  OwnFiles,
  ProcessRun,
  RecordLog,
  ReplaceOptions,
  Seen,
  System,
  TreeFile,
  TreeWatch,
  Walked,
  WalkOptions,
  WatchOptions,
  WritableSystem,
  WriteTarget,
} from './system.ts';
export type { Job, JobEnd, JobSide, JobWork } from './workers/job.ts';
export { type BoxedResult, timeBox, type TimeBox } from './workers/time-box.ts';
export { MissingBinding, nativePackage } from './workers/native-package.ts';
export { projectMarks } from './places/project-marks.ts';
export { startApart } from './programs/start-apart.ts';
export { mayRunProject } from './programs/line-of-programs.ts';
export { chosenProgram, isInProject, pathOutside, startableFile, programNamed, type Outside } from './programs/startable.ts';
export type { ProgramExit, ProgramFailure, RunningProgram, SpawnOptions, Startable } from './programs/program.ts';
export { didYouMean, nearest, slipsBetween } from './words/nearest.ts';
