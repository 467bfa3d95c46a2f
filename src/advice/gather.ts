import type { Needed, RiskBefore, SaidFiles } from '../forecast/index.ts';
import type { Match, ViolationType } from '../learnings/index.ts';
import { cut, cleanLine } from '../system/index.ts';
import type { Intent, Task } from '../tasks/index.ts';
import { guessIntent, touchesOf } from '../vitals/index.ts';
import type { WorkspacePath } from '../workspace/index.ts';
import type { Question, Sources } from './advice.ts';

/** What is known about a question: the only basis of advice and guide. */
export interface Known {
  readonly text: string;
  readonly files: readonly WorkspacePath[];
  readonly intent: Intent;
  /** The open task, if any. */
  readonly task: Task | undefined;
  readonly matches: readonly Match[];
  /** Promoted types only. */
  readonly violations: readonly ViolationType[];
  /** Files that will probably be needed in addition to the given ones; `undefined` if none is likely enough. */
  readonly needed: SaidFiles | undefined;
  /** Whether files were found, but none likely enough to be named. */
  readonly isUnsure: boolean;
  /** What that could not be based on, in a few words each. */
  readonly limits: readonly string[];
  /** From the history of the files. */
  readonly risk: RiskBefore;
  /** Whether the risk is high and the counts in its sentence show that too. */
  readonly isRisky: boolean;
  /** Areas the files belong to by their names. */
  readonly touches: readonly string[];
}

const maxMatches = 3;
const maxNeeded = 5;
/** More changed files are not looked at. */
const maxChanged = 200;
/** As a share of the chance of the first file. */
const minChance = 0.4;

/** A question without task and files is about the open task. */
export async function gather({ forecast, history, knowledge, tasks }: Sources, question: Question, signal?: AbortSignal): Promise<Known> {
  const task = await tasks.peek();
  const isAboutTask = question.task === undefined && question.files.length === 0 && task !== undefined;
  const text = isAboutTask ? task.task : (question.task ?? '');
  const files = isAboutTask ? task.files : question.files;
  const intent = question.intent ?? (isAboutTask ? task.intent : guessIntent(text, files));
  const isEmpty = text.trim() === '' && files.length === 0;
  const [future, changed] = await Promise.all([forecast(), isAboutTask ? history.changed(signal) : undefined]);
  // What was changed in the task is not advice any more.
  const without = changed?.files.slice(0, maxChanged).map(({ path }) => path) ?? [];
  const [needed, risk] = await Promise.all([
    isEmpty ? { files: [], said: undefined, limits: [] } : future.files({ text, files, without, max: maxNeeded }, signal),
    future.before(files, signal),
  ]);
  return {
    text,
    files,
    intent,
    task,
    matches: isEmpty ? [] : await knowledge.search({ text, files, intent, max: maxMatches }),
    violations: isEmpty ? [] : (await knowledge.matchingViolations(text, files)).map(named),
    needed: needed.said,
    isUnsure: needed.said === undefined && needed.files.length > 0,
    limits: needed.limits,
    risk,
    isRisky: isRisky(risk),
    touches: touchesOf(files).map(({ area }) => area),
  };
}

/** A level depends on more than the counts. Where the counts alone do not show it, a sentence with them would not convince. */
function isRisky({ files, level, project }: RiskBefore): boolean {
  const shareOf = ({ commits, followedByFix }: RiskBefore['project']): number => followedByFix / Math.max(1, commits);
  return (level === 'H' || level === 'C') && files.some((file) => shareOf(file) > shareOf(project));
}

/** Without the files that are far less certain than the first one. */
export function worthNaming(files: readonly Needed[]): readonly Needed[] {
  const least = minChance * (files[0]?.score ?? 0);
  return files.filter(({ score }) => score >= least);
}

/** With a clean name, since it is used in sentences and a store may be edited by hand. */
function named(type: ViolationType): ViolationType {
  return { ...type, type: cut(cleanLine(type.type), 60) };
}
