import { type KnowledgeStores, readState, toLearning } from './knowledge-state.ts';
import type { LearningView } from './learning-view.ts';
import type { Knowledge, NewLearning } from './learnings.ts';
import { learningFrom } from './new-record.ts';
import { type LearningRecord, recordLine } from './record.ts';
import { absentFiles, createStaleness } from './staleness.ts';
import type { createTurns } from './turns.ts';
import { plainWords, wordsOf } from './words.ts';

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
    const sketches = await absentFiles(system, workspace.root, record.files);
    await learnings.append([recordLine(sketches === undefined ? record : { ...record, sketches })]);
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

/** Of the words of the action, so many must be in the sentence, and of a longer sentence so many in the learning. */
const leastShare = 0.7;
const leastWords = 2;
/** Words that join the parts of a sentence and say nothing of its subject. */
const joining = new Set(['when', 'whenever', 'while', 'where', 'always', 'just', 'please', 'use', 'using', 'here', 'again']);
const denials: ReadonlyMap<string, string> = new Map(
  Object.entries({
    not: 'not',
    no: 'not',
    never: 'not',
    dont: 'not',
    cannot: 'not',
    cant: 'not',
    without: 'not',
    avoid: 'not',
    instead: 'instead',
  }),
);

/**
 * Whether a sentence repeats what a learning says: it names no new word beside those of its situation and action, or it holds the whole action and few
 * more. Where each has words that the other has not they are two: the one may be about the login and the other about the payment. Numbers and denials
 * have to be the same.
 */
export function isSaidAgain(sentence: string, { action, trigger }: { readonly trigger: string; readonly action: string }): boolean {
  const said = wordsIn(sentence);
  const done = wordsIn(action);
  const known = new Set([...done, ...wordsIn(trigger)]);
  if (said.size < leastWords || done.size < leastWords) return false;
  if (denialsIn(sentence) !== denialsIn(action)) return false;
  const more = [...said].filter((word) => !known.has(word));
  const left = [...done].filter((word) => !said.has(word));
  if (more.length > 0 && left.length > 0) return false;
  if ([...more, ...left].some((word) => /\d/.test(word))) return false;
  return more.length <= (1 - leastShare) * said.size && left.length <= (1 - leastShare) * done.size;
}

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).filter((word) => !joining.has(word) && !denials.has(word)));
}

/** As one text, to be compared. */
function denialsIn(text: string): string {
  return [...new Set(plainWords(text).flatMap((word) => denials.get(word) ?? []))].toSorted().join(' ');
}
