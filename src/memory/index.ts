export { exportLearnings, importLearnings, type Imported } from './learnings/exchange.ts';
export { openKnowledge } from './learnings/open-knowledge.ts';
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
} from './learnings/learnings.ts';
export { sharedWords } from './learnings/words.ts';
export { type Initialised, initProject, type MoveOptions, type Moved, type Uninitialised, uninitProject } from './learnings/move.ts';
export { approvalPrint, approve, isApproved } from './tasks/approval.ts';
export { evaluateGoal, type GoalPlace, type GoalSources } from './tasks/goals.ts';
export { guessIntent } from './tasks/guess-intent.ts';
export { heldSnapshots } from './tasks/held-snapshots.ts';
export { openTasks } from './tasks/open-tasks.ts';
export type { TasksOptions } from './tasks/task-context.ts';
export {
  intents,
  outcomes,
  taskIntents,
  type EndTask,
  type Goal,
  type GoalResult,
  type Intent,
  type MeasuredChange,
  type Outcome,
  type Owner,
  type StartedTask,
  type StartSnapshot,
  type StartTask,
  type Survey,
  type Task,
  type TaskEnd,
  type Tasks,
} from './tasks/tasks.ts';
