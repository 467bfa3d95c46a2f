import type { Learning } from '../../learnings/index.ts';
import { SnapError } from '../../system/index.ts';
import type { EndTask, Outcome, Survey, Task } from '../../tasks/index.ts';
import type { Needed } from '../../forecast/index.ts';
import type { Workbench } from '../workbench.ts';
import { forgottenBy } from './forgotten-files.ts';
import { orSaidBack } from '../said-back.ts';
import { fromSentence, provenance, type Caller } from './task-learnings.ts';

export interface EndInput extends Omit<EndTask, 'learnings'> {
  readonly outcome: Outcome;
  /** What was learned, one sentence each. */
  readonly sentences: readonly string[];
}

/** A task that was ended, and what was kept of it. */
export interface EndedWork {
  readonly task: Task;
  readonly learnings: readonly { readonly id: Learning['id']; readonly status: 'saved' | 'known' }[];
  /** What usually changes with the files of the task, and was not touched. */
  readonly forgotten: readonly Needed[];
  /** What could not be measured or recorded, in sentences. */
  readonly problems: readonly string[];
}

/**
 * Ends the current task: saves what was learned, measures what changed and the goal, and applies the survey to the learnings shown.
 * The learnings are saved first, so that they are kept even if ending the task fails.
 * @throws SnapError `no-task`, with the ids of the learnings that were saved before.
 */
export async function endTask(
  workbench: Workbench,
  { sentences, ...said }: EndInput,
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
): Promise<EndedWork> {
  const { knowledge, tasks } = workbench;
  const task = await tasks.current();
  const by = provenance(caller, task);
  const learnings: { id: string; status: 'saved' | 'known' }[] = [];
  for (const [i, sentence] of sentences.entries()) {
    // The task stays open, so that the same call can be made again.
    const { learning, status } = await orSaidBack(sentences.slice(i), () => knowledge.add(fromSentence(sentence, task, by)));
    learnings.push({ id: learning.id, status });
  }
  const ids = learnings.map(({ id }) => id);
  if (task === undefined) {
    const saved = ids.length === 0 ? '' : `; saved ${ids.join(', ')}`;
    throw new SnapError('no-task', `No task is open${saved}.`, {
      hint: [{ model: 'Call snap with mode start and a task before the next work.', person: 'Start one with "snap task start".' }],
    });
  }
  const ended = await tasks.end({ ...said, learnings: ids }, { id: task.id, signal });
  const { files, added: linesAdded, removed: linesRemoved } = ended.end?.change ?? {};
  workbench.publish('session.ended', {
    task: ended.id,
    outcome: said.outcome,
    client: caller.client,
    learnings: learnings.length,
    files,
    linesAdded,
    linesRemoved,
  });
  const notJudged = await judge(workbench, { id: task.id, shown: task.shown }, said.survey);
  const forgotten = said.outcome === 'completed' ? await forgottenBy(workbench, ended.end?.change.paths ?? [], signal) : [];
  return {
    task: ended,
    learnings,
    forgotten,
    problems: [tasks.problem(), ended.end?.change.problem, notJudged].filter((one) => one !== undefined),
  };
}

/**
 * What the survey says of the learnings that were shown, best first. It gives a number of unhelpful ones and not their names: the
 * last ones are taken for them.
 * @returns what went wrong, as a sentence: the task is ended by now, and calling again would not help.
 */
async function judge(
  { knowledge }: Workbench,
  { id, shown }: { readonly id: string; readonly shown: readonly string[] },
  survey: Survey | undefined,
): Promise<string | undefined> {
  const verdict = verdictOf(shown, survey);
  try {
    if (verdict.helped.length > 0) await knowledge.judge(verdict.helped, 'helped', id);
    if (verdict.unhelpful.length > 0) await knowledge.judge(verdict.unhelpful, 'unhelpful', id);
    return undefined;
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    return `Could not apply the survey to the learnings: ${error.message}`;
  }
}

/** 4 and 5 say they helped, 1 and 2 that none did, 3 says nothing. */
export function verdictOf(
  shown: readonly string[],
  { helpfulness, unhelpful_count: unhelpful = 0 }: Survey = {},
): { readonly helped: readonly string[]; readonly unhelpful: readonly string[] } {
  if (helpfulness !== undefined && helpfulness <= 2) return { helped: [], unhelpful: shown };
  const good = Math.max(0, shown.length - unhelpful);
  return { helped: helpfulness !== undefined && helpfulness >= 4 ? shown.slice(0, good) : [], unhelpful: shown.slice(good) };
}
