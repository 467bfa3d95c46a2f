import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeSystem } from '../../src/system/node.ts';
import { writableSystem } from '../../src/system/writable.ts';
import { endTask, startTask } from '../../src/workbench/index.ts';
import { openWorkbench } from '../../src/workbench/workbench.ts';
import { halfOf, random, readCommands, readUnrelated, shuffled } from '../retrieval/sample.ts';

export { readPairs } from '../retrieval/pairs.ts';

/**
 * How the simulated assistant answers at the end of a task. `ids`: it names what it used and what was wrong. `rating`: it rates without names. `all shown`: what
 * a rating would do if it were about everything that was shown.
 */
export const policies = ['ids', 'rating', 'all shown'] as const;
export type Policy = (typeof policies)[number];

export interface LoopFigures {
  /** Tasks that a good learning answers; of them those where it was shown, and shown first, in the second half. */
  readonly answered: number;
  readonly shown: number;
  readonly first: number;
  /** Learnings shown in tasks about something else: in all of them, and in the last 30. */
  readonly unrelated: number;
  readonly unrelatedAfterUse: number;
  readonly foreignTasks: number;
  /** How often one was shown that had been called wrong twice before. */
  readonly afterTwiceWrong: number;
  /** Wrong ones that were called wrong at least twice. */
  readonly withheld: number;
  /** Good learnings with a weight below 1, and wrong ones above it. */
  readonly goodLowered: number;
  readonly wrongRaised: number;
}

const counts = { good: 40, wrong: 10, tasks: 200, last: 30 };

interface SimulatedTask {
  readonly text: string;
  /** The number of the learning that is about it; `undefined` for a task about something else. */
  readonly about: number | undefined;
}

/** 200 tasks: two of five are answered by a good learning, one of five by a wrong one, the others by none. */
function world(data: string, seed: number, others: readonly string[]) {
  const next = random(seed);
  const commands = shuffled(
    readCommands(data).filter((command) => halfOf(command) === 1 && command.wordings.length > 1),
    next,
  ).slice(0, counts.good + counts.wrong);
  const learnings = commands.map(({ wordings: [trigger], command }, i) => ({
    trigger,
    // A wrong learning says what belongs to another situation.
    action: i < counts.good ? command : (commands[i - counts.good]?.command ?? command),
    isGood: i < counts.good,
  }));
  const foreign = shuffled(others.length > 0 ? others : readUnrelated(data).slice(100), next);
  const tasks = Array.from({ length: counts.tasks }, (_, i): SimulatedTask => {
    const about = i % 5 < 2 ? Math.floor(next() * counts.good) : i % 5 === 2 ? counts.good + Math.floor(next() * counts.wrong) : undefined;
    const text = about === undefined ? foreign[i % foreign.length] : commands[about]?.wordings[1];
    return { text: `${text ?? ''} (${i})`, about };
  });
  return { learnings, tasks };
}

/** The tasks one after the other, through the same functions as the tools. @param others texts of tasks about something else. */
export async function simulate(data: string, policy: Policy, seed: number, others: readonly string[] = []): Promise<LoopFigures> {
  const home = mkdtempSync(join(tmpdir(), 'snap-loop-'));
  try {
    mkdirSync(join(home, 'shop'));
    const real = nodeSystem({ home, cwd: home, env: { HOME: home, SNAP_DATA_DIR: join(home, '.data') } });
    const system = writableSystem(real);
    const owner = { kind: 'connection', run: system.run, nonce: 'bench', client: 'bench' } as const;
    const workbench = await openWorkbench(system, join(home, 'shop'), { owner, watch: false });
    try {
      return await run(workbench, world(data, seed, others), policy);
    } finally {
      workbench.close();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function run(
  workbench: Awaited<ReturnType<typeof openWorkbench>>,
  { learnings, tasks }: ReturnType<typeof world>,
  policy: Policy,
): Promise<LoopFigures> {
  const { signal } = new AbortController();
  const ids: string[] = [];
  for (const { trigger, action } of learnings)
    ids.push((await workbench.knowledge.add({ trigger, action, type: 'discovery', by: { tool: 'bench' } })).learning.id);
  const timesWrong = new Map<string, number>();
  const unrelated: number[] = [];
  let [answered, shown, first, afterTwiceWrong] = [0, 0, 0, 0];
  for (const [i, { text, about }] of tasks.entries()) {
    const started = await startTask(workbench, { task: text, files: [], keywords: [], intent: undefined, goal: undefined }, signal);
    const offered = started.learnings.map(({ id }) => id);
    afterTwiceWrong += offered.filter((id) => (timesWrong.get(id) ?? 0) >= 2).length;
    const gold = about === undefined ? undefined : ids[about];
    const isGood = about !== undefined && learnings[about]?.isGood === true;
    const isShown = gold !== undefined && offered.includes(gold);
    if (gold === undefined) unrelated.push(offered.length);
    if (isGood && i >= tasks.length / 2) {
      answered += 1;
      if (isShown) shown += 1;
      if (offered[0] === gold) first += 1;
    }
    const used = isShown && isGood ? [gold] : [];
    const wrong = isShown && !isGood ? [gold] : [];
    for (const id of wrong) timesWrong.set(id, (timesWrong.get(id) ?? 0) + 1);
    const helpfulness = used.length > 0 ? 5 : wrong.length > 0 ? 1 : undefined;
    const rating = helpfulness === undefined ? {} : { helpfulness };
    const survey =
      policy === 'ids' ? { used, wrong } : policy === 'rating' || helpfulness === undefined ? rating : { ...rating, used: offered };
    await endTask(workbench, { outcome: 'completed', sentences: [], survey }, { caller: { tool: 'bench' }, signal });
  }
  const weights = new Map((await workbench.knowledge.list()).map(({ id, uses }) => [id, uses.weight]));
  const good = ids.filter((_, i) => learnings[i]?.isGood === true);
  return {
    answered,
    shown,
    first,
    unrelated: unrelated.reduce((sum, one) => sum + one, 0),
    unrelatedAfterUse: unrelated.slice(-counts.last).reduce((sum, one) => sum + one, 0),
    foreignTasks: unrelated.length,
    afterTwiceWrong,
    withheld: [...timesWrong.values()].filter((times) => times >= 2).length,
    goodLowered: good.filter((id) => (weights.get(id) ?? 1) < 1).length,
    wrongRaised: ids.filter((id) => !good.includes(id) && (weights.get(id) ?? 1) > 1).length,
  };
}
