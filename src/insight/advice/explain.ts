import type { Knowledge, Learning, Provenance, Task } from '../../memory/index.ts';
import type { Sources } from './advice.ts';

/** The source of a record, and how it was used. */
export interface Explanation {
  readonly id: string;
  readonly kind: 'learning' | 'violation' | 'task';
  readonly at: string;
  readonly by: Provenance;
  /** The record itself, one line for each part. */
  readonly says: readonly string[];
  readonly shown: number;
  readonly helped: number;
  readonly story: Awaited<ReturnType<Knowledge['story']>>;
  readonly related: readonly string[];
}

const maxRelated = 5;
const maxStory = 10;

/** @param id of a learning (or a unique beginning of one), a violation or a task. */
export async function explain({ knowledge, tasks }: Sources, id: string): Promise<Explanation | undefined> {
  const learning = await knowledge.find(id);
  if (learning !== undefined) return ofLearning(learning, knowledge);
  const violation = await knowledge.findViolation(id);
  if (violation !== undefined) {
    const type = (await knowledge.violationTypes()).find((known) => known.type === violation.type);
    const others = (type?.violations ?? []).map((other) => other.id).filter((other) => other !== violation.id);
    return {
      id: violation.id,
      kind: 'violation',
      at: violation.at,
      by: violation.by,
      says: [violation.type, violation.file, violation.description, violation.prevention],
      shown: 0,
      helped: 0,
      story: [],
      related: others.slice(-maxRelated),
    };
  }
  const task = await tasks.find(id);
  return task === undefined ? undefined : ofTask(task);
}

async function ofLearning(learning: Learning, knowledge: Knowledge): Promise<Explanation> {
  const { id, at, by, trigger, action, files, uses, evidence } = learning;
  const alike = await knowledge.search({ text: `${trigger} ${action}`, files, max: maxRelated, without: [id] });
  const reports = (await knowledge.violationTypes()).flatMap(({ violations }) => violations).filter(({ file }) => files.includes(file));
  return {
    id,
    kind: 'learning',
    at,
    by,
    says: [trigger, action, ...files, ...evidence],
    shown: uses.shown,
    helped: uses.helped,
    story: (await knowledge.story(id)).slice(-maxStory),
    related: [...alike.map((match) => match.learning.id), ...reports.map((report) => report.id)].slice(0, maxRelated),
  };
}

function ofTask({ id, startedAt, task, files, owner, end, shown }: Task): Explanation {
  return {
    id,
    kind: 'task',
    at: startedAt,
    by: {
      tool: owner.kind === 'shell' ? 'snap task start' : 'snap',
      client: owner.kind === 'connection' ? owner.client : undefined,
    },
    says: [task, ...files, ...(end === undefined ? [] : [end.outcome]), ...(end?.notes === undefined ? [] : [end.notes])],
    shown: shown.length,
    helped: 0,
    story: [],
    related: [...shown, ...(end?.learnings ?? [])].slice(0, maxRelated),
  };
}
