import { type KnowledgeStores, readState, toLearning } from './knowledge-state.ts';
import type { Knowledge, Learning, LearningQuery, Match } from './learnings.ts';
import { createStaleness } from './staleness.ts';
import { weightOf } from './uses.ts';

/** As `Knowledge.search`. */
export async function searchLearnings(
  stores: KnowledgeStores,
  { files = [], intent, max, text, without = [] }: LearningQuery,
): Promise<readonly Match[]> {
  const state = await readState(stores);
  const ranking = stores.ranked.rankingOf(state.view, (id) => weightOf(state.tallyOf(id).verdicts));
  const excluded = new Set([...without, ...state.withheld()]);
  // A question by files alone is about the words of their paths.
  const words = text.trim() === '' ? files.join(' ') : text;
  // More than are wanted: stale ones are recognised only now, since checking the files of all learnings takes too long.
  const found = ranking.search({ text: words, files, intent, without: excluded }, 2 * max + 5);
  const isStale = createStaleness(stores.system, stores.workspace.root);
  const matches: Match[] = [];
  for (const { id, score } of found) {
    const record = state.view.get(id);
    if (record !== undefined) matches.push({ learning: toLearning(record, state, await isStale(record)), score });
  }
  return [...matches.filter(({ learning }) => !learning.isStale), ...matches.filter(({ learning }) => learning.isStale)].slice(0, max);
}

/** As `Knowledge.list`. */
export async function listLearnings(
  stores: KnowledgeStores,
  { archived = false, type }: NonNullable<Parameters<Knowledge['list']>[0]> = {},
): Promise<readonly Learning[]> {
  const state = await readState(stores);
  const isStale = createStaleness(stores.system, stores.workspace.root);
  const wanted = state.view
    .all()
    .filter((record) => (type === undefined || record.type === type) && (state.view.stateOf(record.id)?.state === 'archived') === archived)
    // Of two with the same time the later line comes first.
    .toReversed()
    .sort((one, other) => (one.at > other.at ? -1 : one.at < other.at ? 1 : 0));
  const listed: Learning[] = [];
  // One after the other: staleness reads files, and reading all at once would fill the memory.
  for (const record of wanted) listed.push(toLearning(record, state, await isStale(record)));
  return listed;
}

/** As `Knowledge.find`. */
export async function findLearning(stores: KnowledgeStores, id: string): Promise<Learning | undefined> {
  const state = await readState(stores);
  const { view } = state;
  const found = byIdOrPrefix(id, 'learn_', (whole) => view.get(view.standing(whole)), view.all());
  if (found === undefined) return undefined;
  return toLearning(found, state, await createStaleness(stores.system, stores.workspace.root)(found));
}

/** By the whole id, or by the beginning of exactly one. @param prefix may be left out of `given`. */
export function byIdOrPrefix<Item extends { readonly id: string }>(
  given: string,
  prefix: string,
  get: (id: string) => Item | undefined,
  all: readonly Item[],
): Item | undefined {
  const id = given.startsWith(prefix) ? given : prefix + given;
  const whole = get(id);
  if (whole !== undefined || id === prefix) return whole;
  const [first, second] = all.filter((item) => item.id.startsWith(id));
  return second === undefined ? first : undefined;
}
