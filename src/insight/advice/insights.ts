import type { Learning } from '../../memory/index.ts';
import type { Sources } from './advice.ts';

/** How the learnings of a workspace are used. Each list has the ids or files it is based on. */
export interface Insights {
  /** Active learnings in all. */
  readonly learnings: number;
  /** How often learnings were shown, and which ones most often. */
  readonly shown: Evidence;
  /** Learnings that were shown and then judged: used, helped, unhelpful or wrong. */
  readonly judged: Evidence;
  /** How often assistants named learnings as used, and which ones most often. */
  readonly used: Evidence;
  /** How often learnings were called wrong, and which ones most often. */
  readonly wrong: Evidence;
  /** Learnings that no search finds, because they were called wrong twice. */
  readonly withheld: readonly string[];
  /** Every learning that was used or judged, the most used first. */
  readonly each: readonly LearningUse[];
  /** How often learnings helped, and which ones most often. */
  readonly helped: Evidence;
  /** Files that changed in the most commits. */
  readonly hot: readonly { readonly file: string; readonly commits: number }[];
  /** Learnings that learning_gc would remove, or that were judged wrong. */
  readonly prune: readonly string[];
}

/** What became of one learning. */
export interface LearningUse {
  readonly id: string;
  readonly shown: number;
  readonly used: number;
  readonly wrong: number;
}

interface Evidence {
  readonly count: number;
  readonly ids: readonly string[];
}

const maxIds = 5;
const maxFiles = 5;
const maxEach = 10;
const maxPruned = 10;

/** Which learnings were shown, judged and helped; which files change most; what could be removed. */
export async function insights(
  { knowledge, history }: Sources,
  { limits, signal }: { readonly limits: { readonly maxAgeDays: number; readonly minUses: number }; readonly signal?: AbortSignal },
): Promise<Insights> {
  const learnings = await knowledge.list();
  const plan = await knowledge.gc('plan', limits);
  const churn = [...(await history.churn(signal))].toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b, 'en'));
  const judged = learnings.filter(({ uses }) => uses.shown > 0 && uses.used + uses.helped + uses.unhelpful + uses.wrong > 0);
  const wrong = learnings.filter(({ uses }) => uses.wrong > 0).map(({ id }) => id);
  return {
    learnings: learnings.length,
    shown: counted(learnings, ({ uses }) => uses.shown),
    judged: { count: judged.length, ids: judged.slice(0, maxIds).map(({ id }) => id) },
    helped: counted(learnings, ({ uses }) => uses.helped),
    used: counted(learnings, ({ uses }) => uses.used),
    wrong: counted(learnings, ({ uses }) => uses.wrong),
    withheld: learnings.filter(({ uses }) => uses.isWithheld).map(({ id }) => id),
    each: learnings
      .filter(({ uses }) => uses.used + uses.wrong > 0)
      .map(({ id, uses: { shown, used, wrong: timesWrong } }) => ({ id, shown, used, wrong: timesWrong }))
      .toSorted((a, b) => b.used - a.used || b.wrong - a.wrong || a.id.localeCompare(b.id, 'en'))
      .slice(0, maxEach),
    hot: churn.slice(0, maxFiles).map(([file, commits]) => ({ file, commits })),
    prune: [...new Set([...wrong, ...plan.archive, ...plan.delete, ...plan.merge.map(({ id }) => id)])].slice(0, maxPruned),
  };
}

function counted(learnings: readonly Learning[], figure: (learning: Learning) => number): Evidence {
  const used = learnings
    .filter((learning) => figure(learning) > 0)
    .toSorted((a, b) => figure(b) - figure(a) || a.id.localeCompare(b.id, 'en'));
  return { count: used.reduce((sum, learning) => sum + figure(learning), 0), ids: used.slice(0, maxIds).map(({ id }) => id) };
}
