import { guessIntent } from './guess-intent.ts';
import type { Additions } from './task-log.ts';
import { storedText } from './task-text.ts';
import type { EndTask, MeasuredChange, StartTask, Task, TaskEnd } from './tasks.ts';

const maxPaths = 200;
const maxNotes = 4_000;
const maxWord = 200;

/** The record of a task that begins, as it is stored. @param text as `taskText` gives it. */
export function newTask(
  { id, text, startedAt, owner, snapshot }: Pick<Task, 'id' | 'startedAt' | 'owner' | 'snapshot'> & { readonly text: string },
  given: StartTask,
): Task {
  return {
    id,
    task: text,
    files: given.files,
    keywords: given.keywords.map((word) => storedText(word, maxWord)),
    intent: given.intent ?? guessIntent(text, given.files),
    intentGiven: given.intent !== undefined,
    goal: given.goal,
    startedAt,
    owner,
    shown: [],
    snapshot,
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
    notes: storedIfGiven(given.notes),
    efficiency: given.efficiency === undefined ? undefined : storedEfficiency(given.efficiency),
    survey: given.survey,
    learnings: given.learnings,
    change: { ...change, paths: change.paths.slice(0, maxPaths) },
    goal,
  };
}

/** What a second start of the same task adds to the first. */
export function additions(task: Task, given: StartTask | undefined): Additions {
  if (given === undefined) return {};
  const files = [...new Set([...task.files, ...given.files])];
  const keywords = [...new Set([...task.keywords, ...given.keywords.map((word) => storedText(word, maxWord))])];
  const isNewIntent = given.intent !== undefined && (given.intent !== task.intent || !task.intentGiven);
  const { goal } = given;
  return {
    files: files.length > task.files.length ? files : undefined,
    keywords: keywords.length > task.keywords.length ? keywords : undefined,
    intent: isNewIntent ? given.intent : undefined,
    intentGiven: isNewIntent ? true : undefined,
    goal: goal === undefined || isSameGoal(goal, task.goal) ? undefined : goal,
  };
}

export function isEmptyAddition(more: Additions): boolean {
  return Object.values(more).every((value) => value === undefined);
}

function storedIfGiven(text: string | undefined): string | undefined {
  return text === undefined ? undefined : storedText(text, maxNotes);
}

function isSameGoal(one: NonNullable<Task['goal']>, other: Task['goal']): boolean {
  return one.metric === other?.metric && one.target === other.target && one.unit === other.unit;
}

function storedEfficiency({ saved, prevented, helped }: NonNullable<TaskEnd['efficiency']>): NonNullable<TaskEnd['efficiency']> {
  return { saved: storedIfGiven(saved), prevented: storedIfGiven(prevented), helped: storedIfGiven(helped) };
}
