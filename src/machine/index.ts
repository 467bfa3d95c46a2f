export { addedDirectories, clientPath, dropsVariable, entryPath, pathVariable, separatorOf, shellPath } from './client-path.ts';
export { findProgram } from './find-program.ts';
export { expand, isFamily, matches } from './expand.ts';
export type { ClientFacts, ConfigFileFacts, Facts, Workspace } from './facts.ts';
export { overlay } from './overlay.ts';
export { directoryOf, isAbsolutePath, joinPath, looksLikePath, nameOf, programName, startDirectory } from './paths.ts';
export { probe } from './probe.ts';
export {
  columnFor,
  columnsOf,
  findIn,
  placed,
  serverMatrix,
  type MatrixCell,
  type MatrixColumn,
  type MatrixRow,
  type ServerMatrix,
} from './server-matrix.ts';
export { shellWord } from './shell-word.ts';
