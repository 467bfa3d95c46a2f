import type { Learning } from '../learnings/index.ts';
import type { Sources } from './advice.ts';

/** What became of what is known here. Each list holds the ids or files it is concluded from. */
export interface Insights {
  /** Active learnings in all. */
  readonly learnings: number;
  /** How often a learning was shown, and those most often shown. */
  readonly shown: Evidence;
  /** Learnings that were shown and of which something was then said: helped, unhelpful or wrong. */
  readonly heeded: Evidence;
  /** How often one was said to have helped. */
  readonly helped: Evidence;
  /** Files that changed in the most commits. */
  readonly hot: readonly { readonly file: string; readonly commits: number }[];
  /** What learning_gc would take out, and what was called wrong. */
  readonly prune: readonly string[];
}

interface Evidence {
  readonly count: number;
  readonly ids: readonly string[];
}

const mostIds = 5;
const mostFiles = 5;
const mostPruned = 10;

/** What was shown, heeded and helped; which files change most; what may go. */
export async function insights(
  { knowledge, history }: Sources,
  { limits, signal }: { readonly limits: { readonly maxAgeDays: number; readonly minUses: number }; readonly signal?: AbortSignal },
): Promise<Insights> {
  const learnings = await knowledge.list();
  const plan = await knowledge.gc('plan', limits);
  const churn = [...(await history.churn(signal))].toSorted(([a, x], [b, y]) => y - x || a.localeCompare(b, 'en'));
  const heeded = learnings.filter(({ uses }) => uses.shown > 0 && uses.helped + uses.unhelpful + uses.wrong > 0);
  const wrong = learnings.filter(({ uses }) => uses.wrong > 0).map(({ id }) => id);
  return {
    learnings: learnings.length,
    shown: counted(learnings, ({ uses }) => uses.shown),
    heeded: { count: heeded.length, ids: heeded.slice(0, mostIds).map(({ id }) => id) },
    helped: counted(learnings, ({ uses }) => uses.helped),
    hot: churn.slice(0, mostFiles).map(([file, commits]) => ({ file, commits })),
    prune: [...new Set([...wrong, ...plan.archive, ...plan.delete, ...plan.merge.map(({ id }) => id)])].slice(0, mostPruned),
  };
}

function counted(learnings: readonly Learning[], figure: (learning: Learning) => number): Evidence {
  const used = learnings
    .filter((learning) => figure(learning) > 0)
    .toSorted((a, b) => figure(b) - figure(a) || a.id.localeCompare(b.id, 'en'));
  return { count: used.reduce((sum, learning) => sum + figure(learning), 0), ids: used.slice(0, mostIds).map(({ id }) => id) };
}
