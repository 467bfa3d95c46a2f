import { type KnowledgeStores, readState, toLearning } from './knowledge-state.ts';
import type { LearningView } from './learning-view.ts';
import type { Knowledge, NewLearning } from './learnings.ts';
import { learningFrom } from './new-record.ts';
import { type LearningRecord, recordLine } from './record.ts';
import { isSaidAgain } from './said-again.ts';
import { createStaleness, sketchesOf } from './staleness.ts';
import type { createTurns } from './turns.ts';

/** As `Knowledge.add`. @param inTurn calls with the same content wait for each other, so that it is stored once. */
export async function saveLearning(
  stores: KnowledgeStores,
  inTurn: ReturnType<typeof createTurns>,
  given: NewLearning,
): ReturnType<Knowledge['add']> {
  const { record, redacted } = learningFrom(given, stores.system.now().toISOString());
  const repeated = given.isSentence === true ? saidBefore(await stores.learnings.view(), record) : undefined;
  const known = repeated ?? (await inTurn(record.id, () => store(stores, record)));
  const state = await readState(stores);
  const stored = state.view.get(known ?? record.id) ?? record;
  const isStale = await createStaleness(stores.system, stores.workspace.root)(stored);
  const added = { learning: toLearning(stored, state, isStale), redacted };
  if (known === undefined) return { ...added, status: 'saved' };
  return repeated === undefined ? { ...added, status: 'known' } : { ...added, status: 'known', isRepeated: true };
}

/** The id of what was saved in the same task in nearly the same words. */
function saidBefore(view: LearningView, { action, by, id }: LearningRecord): string | undefined {
  if (by.task === undefined || view.get(id) !== undefined) return undefined;
  return view.all().find((one) => one.by.task === by.task && isSaidAgain(action, one))?.id;
}

/** Stores a new record, or counts a repetition of the known one. @returns the id of the known one. */
async function store({ learnings, system, uses, workspace }: KnowledgeStores, record: LearningRecord): Promise<string | undefined> {
  const view = await learnings.view();
  const known = knownAs(view, record);
  if (known === undefined) {
    const sketches = await sketchesOf(system, workspace.root, record.files);
    await learnings.append([recordLine(Object.keys(sketches).length === 0 ? record : { ...record, sketches })]);
    return undefined;
  }
  if (view.stateOf(known)?.state === 'archived') {
    await learnings.append([recordLine({ kind: 'active', id: known, at: system.now().toISOString() })]);
  }
  await uses.add('repeated', [known], record.by.task);
  return known;
}

/** The id under which the same content is known already. */
function knownAs(view: LearningView, candidate: LearningRecord): string | undefined {
  const same = view.standing(candidate.id);
  return view.get(same) === undefined ? view.findSame(candidate) : same;
}
