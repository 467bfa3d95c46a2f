export { exportLearnings, importLearnings, type Imported } from './exchange.ts';
export { openKnowledge } from './open-knowledge.ts';
export {
  learningTypes,
  useWords,
  type Gc,
  type GcPlan,
  type Knowledge,
  type Learning,
  type LearningQuery,
  type LearningType,
  type Match,
  type NewLearning,
  type NewViolation,
  type Promotion,
  type Provenance,
  type Uses,
  type Violation,
  type ViolationMatch,
  type ViolationType,
} from './learnings.ts';
export { type Initialised, initProject, type MoveOptions, type Moved, type Uninitialised, uninitProject } from './move.ts';
