// What is on this computer: assistants, their config files and servers, programs. Reads only.

// Everything in one pass: `probe` returns facts, which other rooms judge and show.
export { oneView } from './one-view.ts';
export { probe } from './probe.ts';
export { brokenFiles, isSetUp, stateOf } from './client-state.ts';
export type { ClientFacts, ConfigFileFacts, Facts, Workspace } from './facts.ts';
export { overlay } from './overlay.ts';

// Which assistants have which servers, compared by meaning.
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

// Programs, and the PATH with which each assistant looks for them.
export {
  addedDirectories,
  clientPath,
  dropsVariable,
  entryPath,
  pathVariable,
  separatorOf,
  shellPath,
  findProgram,
} from './client-path.ts';

// Paths and patterns of any platform, as text.
export { directoryOf, isAbsolutePath, joinPath, looksLikePath, nameOf, programName, startDirectory } from './paths.ts';
export { expand, isFamily, matches } from './expand.ts';
export { shellWord } from './shell-word.ts';

// What decides, outside of the entries, which servers run.
export { closedGates, holdsGate, type ClosedGate } from './gates/closed-gates.ts';
export { readDecisions, type Decisions } from './gates/decisions.ts';
export { decisionPath, spelledBy } from './gates/kept.ts';
