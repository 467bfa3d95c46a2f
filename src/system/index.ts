export { SnapError, type SnapErrorCode } from './errors.ts';
export { shownPath } from './failures.ts';
export { isRecord, jsonIn } from './json.ts';
export { lineCutter, type LineBytes } from './lines.ts';
export { type NodeSystemOverrides, nodeSystem } from './node.ts';
export { parseRun } from './stored-run.ts';
export { terminal, type Terminal } from './terminal.ts';
export type {
  Hash,
  LockPath,
  OwnDirectories,
  OwnFiles,
  ProcessRun,
  ProgramExit,
  ProgramFailure,
  ReplaceOptions,
  RunningProgram,
  Seen,
  SpawnOptions,
  System,
  WritableSystem,
  WriteTarget,
} from './system.ts';
