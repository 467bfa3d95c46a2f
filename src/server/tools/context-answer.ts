import * as z from 'zod';
import { cut, cleanLine, quoted, stepName, type Sentence } from '../../system/index.ts';
import { intents } from '../../memory/index.ts';
import type { TaskContext } from '../../workbench/index.ts';
import type { WireItems } from '../wire.ts';
import { riskLevel, riskText } from './risk-words.ts';
import { counted, joined, learningLines, shownLearning, showLearning } from './shown-learning.ts';

const briefTask = z.object({ id: z.string(), task: z.string(), startedAt: z.string() });

export const shownContext = z.object({
  task: briefTask.extend({ intent: z.enum(intents), files: z.array(z.string()) }).exactOptional(),
  risk: riskLevel,
  /** What the level rests on, or why there is none. */
  reasons: z.array(z.string()),
  /** Areas by the names of the files. */
  touches: z.array(z.string()),
  prot: z.number(),
  dirty: z.array(z.string()),
  learnings: z.array(shownLearning),
  recent: z.array(briefTask.extend({ outcome: z.string() })),
  others: z.array(briefTask.extend({ isDead: z.boolean() })),
  /** What could not be read or measured, torn lines of the stores included. */
  problems: z.array(z.string()),
});
export type ShownContext = z.output<typeof shownContext>;

const shownInText = { files: 10, recent: 5, others: 5 } as const;

/** The document of the open task and what is around it. */
export function contextRecord({ task, state, learnings, recent, others, problems }: TaskContext): ShownContext {
  const { dirty, risk, why, touches, prot } = state;
  return {
    ...(task === undefined
      ? {}
      : { task: { id: task.id, task: task.task, startedAt: task.startedAt, intent: task.intent, files: [...task.files] } }),
    risk,
    prot,
    reasons: why === '' ? [] : [why],
    touches: [...touches],
    problems: [...state.problems, ...problems],
    dirty: [...dirty],
    learnings: learnings.map(showLearning),
    recent: recent.map((ended) => ({
      id: ended.id,
      task: ended.task,
      startedAt: ended.startedAt,
      outcome: ended.end?.outcome ?? 'open',
    })),
    others: others.map(({ task: other, isDead }) => ({ id: other.id, task: other.task, startedAt: other.startedAt, isDead })),
  };
}

export function contextItems({ task, risk, prot, dirty, learnings }: ShownContext): WireItems<'context'> {
  return { task: task?.id ?? 'none', risk, prot: `${prot}`, dirty: `${dirty.length}`, learn: joined(learnings.map(({ id }) => id)) };
}

export function contextText(context: ShownContext): readonly Sentence[] {
  const { task, dirty, learnings, recent, others, problems } = context;
  const current =
    task === undefined
      ? ['No task is open; ', stepName('startTask'), ' opens one.']
      : [`Open: ${quoted(task.task, 200)} (${task.intent}).`];
  const files = dirty.slice(0, shownInText.files).map((file) => cut(cleanLine(file), 200));
  const left = dirty.length - files.length;
  return [
    [...current, ` ${counted(dirty.length, 'changed file')}.`],
    ...riskText(context),
    ...(files.length === 0 ? [] : [`Changed: ${files.join(', ')}${left > 0 ? ` and ${left} more` : ''}`]),
    ...learningLines('Shown in this task', learnings),
    ...recent.slice(0, shownInText.recent).map(({ id, task: text, outcome }) => `- ${outcome} ${id}: ${quoted(text, 100)}`),
    ...others
      .slice(0, shownInText.others)
      .map(
        ({ id, task: text, isDead }) => `- open in another session${isDead ? ', which is disconnected' : ''} ${id}: ${quoted(text, 100)}`,
      ),
    ...problems.map(cleanLine),
  ];
}
