import type { Learning, EndTask, Outcome, Survey, Task } from '../../memory/index.ts';
import { maskProse } from '../../secrets/index.ts';
import { cleanLine, cut, SnapError, timeLimit } from '../../system/index.ts';
import type { Needed } from '../../insight/index.ts';
import type { Workbench } from '../workbench.ts';
import { orSaidBack } from '../said-back.ts';
import { fromSentence, provenance, type Caller } from './task-learnings.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

export interface EndInput extends Omit<EndTask, 'learnings'> {
  readonly outcome: Outcome;
  /** What was learned, one sentence each. */
  readonly sentences: readonly string[];
}

/** A task that was ended, and what was kept of it. */
export interface EndedWork {
  readonly task: Task;
  readonly learnings: readonly { readonly id: Learning['id']; readonly status: 'saved' | 'known' }[];
  /** How many of them were saved in the task before, and only repeated now. */
  readonly repeated: number;
  /** Learnings that were shown in it, where the survey named none of them. */
  readonly unjudged: readonly string[];
  /** Learnings that were called wrong so often that they are withheld now. */
  readonly withheld: readonly string[];
  /** What usually changes with the files of the task, and was not touched. */
  readonly forgotten: readonly Needed[];
  /** What could not be measured or recorded, in sentences. */
  readonly problems: readonly string[];
}

/**
 * Ends the current task: saves what was learned, measures what changed and the goal, and notes which learnings were used or wrong.
 * The learnings are saved first, so that they are kept even if ending the task fails. A call that only names such learnings, after the end,
 * is about the task that ended last.
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
  const repeated = new Set<string>();
  for (const [i, sentence] of sentences.entries()) {
    // The task stays open, so that the same call can be made again.
    const { isRepeated, learning, status } = await orSaidBack(sentences.slice(i), () => knowledge.add(fromSentence(sentence, task, by)));
    if (isRepeated === true) repeated.add(learning.id);
    if (!learnings.some(({ id }) => id === learning.id)) learnings.push({ id: learning.id, status });
  }
  const ids = learnings.map(({ id }) => id);
  if (task === undefined) return afterwards(workbench, ids, said.survey);
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
  const judged = await judge(workbench, task, said.survey);
  const problems = [tasks.problem(), ended.end?.change.problem, ...judged.problems].filter((one) => one !== undefined);
  const forgotten = said.outcome === 'completed' ? await forgottenBy(workbench, ended.end?.change.paths ?? [], signal) : [];
  return { task: ended, learnings, repeated: repeated.size, forgotten, ...judged, problems };
}

/** What is said of learnings after the task has ended, because its answer asked for it. */
async function afterwards(workbench: Workbench, saved: readonly string[], survey: Survey | undefined): Promise<EndedWork> {
  const [last] = await workbench.tasks.recent(1);
  const named = [...(survey?.used ?? []), ...(survey?.wrong ?? [])];
  if (last !== undefined && saved.length === 0 && named.some((id) => last.shown.includes(id)))
    return { task: last, learnings: [], repeated: 0, forgotten: [], ...(await judge(workbench, last, survey)) };
  const kept = saved.length === 0 ? '' : `; saved ${saved.join(', ')}`;
  throw new SnapError('no-task', `No task is open${kept}.`, {
    hint: [{ model: 'Call snap with mode start and a task before the next work.', person: 'Start one with "snap task start".' }],
  });
}

/**
 * Notes what the survey says of single learnings. A rating without names is about none of them: what was shown beside the one that helped would
 * count as good, and be shown more and more.
 * @returns what went wrong, as sentences: the task is ended by now, and calling again would not help.
 */
async function judge(
  { knowledge }: Workbench,
  { id, shown }: Pick<Task, 'id' | 'shown'>,
  survey: Survey | undefined,
): Promise<Pick<EndedWork, 'unjudged' | 'withheld' | 'problems'>> {
  const problems: string[] = [];
  const withheld: string[] = [];
  try {
    const judged = new Set<string>();
    for (const [given, verdicts] of verdictsOf(survey)) {
      const learning = await knowledge.find(given);
      if (learning === undefined) {
        problems.push(`The survey names ${cut(maskProse(cleanLine(given)), 40)}, which is no learning here.`);
        continue;
      }
      judged.add(learning.id);
      for (const verdict of verdicts) await knowledge.judge([learning.id], verdict, id);
      const after = verdicts.includes('wrong') ? await knowledge.find(learning.id) : undefined;
      if (after?.uses.isWithheld === true) withheld.push(learning.id);
    }
    return { unjudged: judged.size > 0 ? [] : shown, withheld, problems };
  } catch (error) {
    if (!(error instanceof SnapError)) throw error;
    return { unjudged: [], withheld, problems: [...problems, `Could not apply the survey to the learnings: ${error.message}`] };
  }
}

type Verdict = Parameters<Workbench['knowledge']['judge']>[1];

/** What the survey says of each learning that it names. What was used helped, unless the survey rates the help with 1 to 3. */
export function verdictsOf({ used = [], wrong = [], helpfulness }: Survey = {}): ReadonlyMap<string, readonly Verdict[]> {
  const rated: readonly Verdict[] = helpfulness === undefined || helpfulness >= 4 ? ['helped'] : helpfulness <= 2 ? ['unhelpful'] : [];
  const verdicts = new Map<string, readonly Verdict[]>(used.map((id) => [id, ['used', ...rated]]));
  // Last: what is in both lists was used, and was wrong.
  for (const id of wrong) verdicts.set(id, used.includes(id) ? ['used', 'wrong'] : ['wrong']);
  return verdicts;
}

/** The end of a task does not wait longer for it. */
const maxMs = 500;

/** What usually changes with the files of a task and was not touched: two files at most. Empty where the history cannot tell in time. */
async function forgottenBy(
  { forecast }: Pick<Workbench, 'forecast'>,
  changed: readonly WorkspacePath[],
  signal: AbortSignal,
): Promise<readonly Needed[]> {
  if (changed.length === 0) return [];
  const limit = timeLimit(maxMs, signal);
  try {
    return await (await forecast()).forgotten(changed, limit.signal);
  } catch (error) {
    // The task is ended by now; nothing is said that would have to be measured again.
    if (limit.signal.aborted || error instanceof SnapError) return [];
    throw error;
  } finally {
    limit.release();
  }
}
