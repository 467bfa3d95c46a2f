export { approvalPrint, approve, isApproved } from './approval.ts';
export { evaluateGoal, type GoalPlace, type GoalSources } from './goals.ts';
export { heldSnapshots } from './held-snapshots.ts';
export { openTasks } from './open-tasks.ts';
export type { TasksOptions } from './task-context.ts';
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
} from './tasks.ts';
