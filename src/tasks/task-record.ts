import { guessIntent } from '../vitals/index.ts';
import type { TaskEvent } from './task-log.ts';
import { storedText } from './task-text.ts';
import type { EndTask, Goal, MeasuredChange, StartTask, Task, TaskEnd } from './tasks.ts';

const mostPaths = 200;
const longestNotes = 4_000;
const longestWord = 200;

/** The record of a task that begins, as it is stored. @param text as `taskText` gives it. */
export function newTask(
  { id, text, startedAt, owner, snapshot }: Pick<Task, 'id' | 'startedAt' | 'owner' | 'snapshot'> & { readonly text: string },
  given: StartTask,
): Task {
  return {
    id,
    task: text,
    files: given.files,
    keywords: given.keywords.map((word) => storedText(word, longestWord)),
    intent: given.intent ?? guessIntent(text, given.files),
    intentGiven: given.intent !== undefined,
    ...(given.goal === undefined ? {} : { goal: storedGoal(given.goal) }),
    startedAt,
    owner,
    shown: [],
    ...(snapshot === undefined ? {} : { snapshot }),
  };
}

/** The record of its end. Of many changed paths the first 200 are stored. */
export function taskEnd(
  given: EndTask,
  { at, change, goal }: { readonly at: string; readonly change: MeasuredChange; readonly goal: TaskEnd['goal'] | undefined },
): TaskEnd {
  return {
    at,
    outcome: given.outcome,
    ...(given.notes === undefined ? {} : { notes: storedText(given.notes, longestNotes) }),
    ...(given.efficiency === undefined ? {} : { efficiency: storedEfficiency(given.efficiency) }),
    ...(given.survey === undefined ? {} : { survey: given.survey }),
    learnings: given.learnings,
    change: { ...change, paths: change.paths.slice(0, mostPaths) },
    ...(goal === undefined ? {} : { goal }),
  };
}

/** What a second start of the same task says that the first did not. */
export function additions(task: Task, given: StartTask | undefined): Extract<TaskEvent, { kind: 'resumed' }>['more'] {
  if (given === undefined) return {};
  const files = [...new Set([...task.files, ...given.files])];
  const keywords = [...new Set([...task.keywords, ...given.keywords.map((word) => storedText(word, longestWord))])];
  return {
    ...(files.length > task.files.length ? { files } : {}),
    ...(keywords.length > task.keywords.length ? { keywords } : {}),
    ...(given.intent === undefined || (given.intent === task.intent && task.intentGiven)
      ? {}
      : { intent: given.intent, intentGiven: true }),
    ...(given.goal === undefined || isSameGoal(storedGoal(given.goal), task.goal) ? {} : { goal: storedGoal(given.goal) }),
  };
}

function storedGoal(goal: Goal): Goal {
  return { ...goal, unit: storedText(goal.unit, longestWord) };
}

function isSameGoal(one: NonNullable<Task['goal']>, other: Task['goal']): boolean {
  return one.metric === other?.metric && one.target === other.target && one.unit === other.unit;
}

function storedEfficiency({ saved, prevented, helped }: NonNullable<TaskEnd['efficiency']>): NonNullable<TaskEnd['efficiency']> {
  return {
    ...(saved === undefined ? {} : { saved: storedText(saved, longestNotes) }),
    ...(prevented === undefined ? {} : { prevented: storedText(prevented, longestNotes) }),
    ...(helped === undefined ? {} : { helped: storedText(helped, longestNotes) }),
  };
}
