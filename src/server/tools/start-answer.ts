import * as z from 'zod';
import { capitalize, cut, cleanLine, onlyToPerson, quoted, shortSnapshotId, type Sentence } from '../../system/index.ts';
import { intents } from '../../memory/index.ts';
import { missingText, type StartedWork } from '../../workbench/index.ts';
import type { WireItems } from '../wire.ts';
import { riskLevel, riskText } from './risk-words.ts';
import { showMissing, shownMissing } from './shown-missing.ts';
import { counted, joined, learningLines, shownLearning, showLearning } from './shown-learning.ts';

export const startedTask = z.object({
  id: z.string(),
  task: z.string(),
  status: z.enum(['created', 'resumed']),
  intent: z.enum(intents),
  intentGiven: z.boolean(),
  /** The id, or `none`. */
  snapshot: z.string(),
  /** Why there is none. */
  snapshotReason: z.string().exactOptional(),
  /** The command of a shell that brings the files back. */
  restore: z.string().exactOptional(),
  risk: riskLevel,
  /** What the level rests on, or why there is none. */
  reasons: z.array(z.string()),
  /** Areas by the names of the files. */
  touches: z.array(z.string()),
  /** How likely these files are needed, in a sentence; empty where none is likely enough to be named. */
  needed: z.string(),
  /** Files that the task will probably need, each with the reasons. */
  files: z.array(z.object({ file: z.string(), reasons: z.array(z.string()) })),
  /** What could not be used for it. */
  limits: z.array(z.string()),
  prot: z.number(),
  dirty: z.number(),
  learnings: z.array(shownLearning),
  violations: z.array(z.object({ type: z.string(), count: z.number(), prevention: z.string() })),
  missing: shownMissing,
  /** What could not be read, measured or noted. */
  problems: z.array(z.string()),
});
export type StartRecord = z.output<typeof startedTask>;

/** The document of a task that was started, from what is known about it. */
export function startRecord({ task, status, snapshot, state, needed, learnings, violations, missing, problems }: StartedWork): StartRecord {
  const { dirty, risk, why, touches, prot } = state;
  const { said } = needed;
  return {
    id: task.id,
    task: task.task,
    status,
    intent: task.intent,
    intentGiven: task.intentGiven,
    ...(snapshot.kind === 'none'
      ? { snapshot: 'none', snapshotReason: snapshot.reason }
      : { snapshot: snapshot.id, restore: `snap snapshot restore ${snapshot.number}` }),
    risk,
    prot,
    reasons: why === '' ? [] : [why],
    touches: [...touches],
    needed: said?.text ?? '',
    files: (said?.files ?? []).map(({ file, reasons }) => ({ file, reasons: reasons.map(({ text }) => text) })),
    limits: [...needed.limits],
    ...showMissing(missing),
    problems: [...state.problems, ...problems],
    dirty: dirty.length,
    learnings: learnings.map(showLearning),
    violations: violations.map(({ type, count, prevention }) => ({ type, count, prevention })),
  };
}

export function startItems({ id, snapshot, risk, prot, dirty, status, learnings }: StartRecord): WireItems<'start'> {
  // Each digit of the full id costs tokens.
  return {
    id,
    snap: shortSnapshotId(snapshot),
    risk,
    prot: `${prot}`,
    dirty: `${dirty}`,
    status,
    learn: joined(learnings.map((learning) => learning.id)),
  };
}

export function startText(started: StartRecord): readonly Sentence[] {
  const { needed, limits, status, dirty, learnings, violations, missing = [], problems, snapshotReason = '', restore } = started;
  const state = [...(status === 'created' ? [] : ['resumed']), ...(dirty === 0 ? [] : [`${counted(dirty, 'file')} changed`])].join(', ');
  return [
    // Status and risk are in the wire line already; the command is new.
    restore === undefined ? `No snapshot: ${cut(cleanLine(snapshotReason), 200)}` : `Undo: ${restore}`,
    ...(state === '' ? [] : [[onlyToPerson(`${capitalize(state)}.`)]]),
    ...riskText(started),
    ...missingText(missing),
    ...neededText(needed, limits),
    ...learningLines('Learned here before', learnings),
    ...violations.map(
      ({ type, count, prevention }) => `- Repeated ${cut(cleanLine(type), 60)} x${count}: prevent it by ${quoted(prevention, 160)}`,
    ),
    ...problems.map(cleanLine),
  ];
}

function neededText(needed: string, limits: readonly string[]): readonly string[] {
  if (limits.length === 0) return needed === '' ? [] : [needed];
  return needed === '' ? [`No files are known to be needed: ${limits.join(', ')}.`] : [needed, `Based on less: ${limits.join(', ')}.`];
}
