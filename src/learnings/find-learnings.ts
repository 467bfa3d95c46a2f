import { activeLearnings, type KnowledgeState, type KnowledgeStores, readState, toLearning } from './knowledge-state.ts';
import type { Knowledge, Learning, LearningQuery, Match } from './learnings.ts';
import type { LearningRecord } from './record.ts';
import { createStaleness } from './staleness.ts';
import { weightOf } from './uses.ts';

/** The types that help each intent most, without a query. */
const typesByIntent: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    implement: ['pattern', 'workflow'],
    debug: ['pitfall', 'discovery'],
    refactor: ['workflow', 'pattern'],
    review: ['pitfall', 'pattern'],
    explore: ['discovery', 'workflow'],
    test: ['workflow', 'pitfall'],
    deploy: ['workflow', 'pitfall'],
  }),
);

/** As `Knowledge.search`. */
export async function searchLearnings(
  stores: KnowledgeStores,
  { files = [], intent, max, text, without = [] }: LearningQuery,
): Promise<readonly Match[]> {
  const state = await readState(stores);
  const ranking = stores.ranked.rankingOf(state.view, (id) => weightOf(state.tallyOf(id).verdicts));
  const excluded = new Set(without);
  // More than are wanted: stale ones are recognised only now, since checking the files of all learnings takes too long.
  const found = ranking.search({ text, files, intent }, 2 * max + excluded.size + 5);
  const isStale = createStaleness(stores.system, stores.workspace.root);
  const matches: Match[] = [];
  for (const { id, score } of found) {
    const record = excluded.has(id) ? undefined : state.view.get(id);
    if (record !== undefined) matches.push({ learning: toLearning(record, state, await isStale(record)), score });
  }
  return [...matches.filter(({ learning }) => !learning.isStale), ...matches.filter(({ learning }) => learning.isStale)].slice(0, max);
}

/** As `Knowledge.offer`. */
export async function offerLearnings(
  stores: KnowledgeStores,
  { files = [], intent, max, without = [] }: Omit<LearningQuery, 'text'>,
): Promise<readonly Learning[]> {
  const state = await readState(stores);
  const isStale = createStaleness(stores.system, stores.workspace.root);
  const offered: Learning[] = [];
  for (const record of offerOrder(state, { files, intent, without })) {
    if (offered.length >= max) break;
    if (!(await isStale(record))) offered.push(toLearning(record, state, false));
  }
  return offered;
}

/** Hot ones first, then those about the files, then warm ones that help the intent; among equals by weight, then the newest. */
function offerOrder(
  state: KnowledgeState,
  { files, intent, without }: Required<Pick<LearningQuery, 'files' | 'without'>> & { readonly intent: string | undefined },
): readonly LearningRecord[] {
  const excluded = new Set(without);
  const wanted = new Set(files);
  const types = typesByIntent.get(intent ?? '') ?? [];
  const rankOf = (record: LearningRecord): number | undefined => {
    const tier = state.tierOf(record.id);
    if (tier === 'hot') return 0;
    if (record.files.some((file) => wanted.has(file))) return 1;
    return tier === 'warm' && types.includes(record.type) ? 2 + types.indexOf(record.type) : undefined;
  };
  return activeLearnings(state.view)
    .filter(({ id }) => !excluded.has(id))
    .flatMap((record) => {
      const rank = rankOf(record);
      return rank === undefined ? [] : [{ record, rank, weight: weightOf(state.tallyOf(record.id).verdicts) }];
    })
    .sort((one, other) => one.rank - other.rank || other.weight - one.weight || (one.record.at > other.record.at ? -1 : 1))
    .map(({ record }) => record);
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
