import { join } from 'node:path';
import { displayPath, type WritableSystem } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import { byIdOrPrefix, findLearning, listLearnings, searchLearnings } from './find-learnings.ts';
import { collect, forget, undo } from './gc.ts';
import { type KnowledgeStores, readState } from './knowledge-state.ts';
import { createLearningView } from './learning-view.ts';
import type { Knowledge, NewViolation, ViolationMatch, ViolationType } from './learnings.ts';
import { contentOf, matchingTypes } from './match-violations.ts';
import { violationFrom } from './new-record.ts';
import { createRankedLearnings } from './ranked-learnings.ts';
import { saveLearning } from './save-learning.ts';
import { findStorePlace, learningsFile, violationsFile } from './store-place.ts';
import { createTurns } from './turns.ts';
import { createUnionLog } from './union-log.ts';
import { openUses } from './uses.ts';
import { createViolationView, promotionOf } from './violation-view.ts';
import { createRanking } from './ranking.ts';

/** The knowledge of a workspace. Opening touches nothing. */
export function openKnowledge(system: WritableSystem, workspace: Workspace): Knowledge {
  const stores: KnowledgeStores = {
    system,
    workspace,
    learnings: createUnionLog(system, workspace, learningsFile, createLearningView),
    violations: createUnionLog(system, workspace, violationsFile, createViolationView),
    uses: openUses(system, workspace),
    ranked: createRankedLearnings(),
  };
  const { uses, violations } = stores;
  const inTurn = createTurns();
  return {
    add: (given) => saveLearning(stores, inTurn, given),
    search: (query) => searchLearnings(stores, query),
    list: (filter) => listLearnings(stores, filter),
    find: (id) => findLearning(stores, id),
    async findViolation(id) {
      const view = await violations.view();
      return byIdOrPrefix(id, 'viol_', (whole) => view.get(whole), view.all());
    },
    report: (given) => reportViolation(stores, given),
    violationTypes: async () => (await violations.view()).types(),
    searchViolations: async ({ text, max }) => searchViolationTypes((await violations.view()).types(), text, max),
    matchingViolations: async (text, files) =>
      matchingTypes((await violations.view()).types(), { text, files }, (file) => contentOf(system, workspace.root, file)),
    shown: (ids, task) => uses.add('shown', ids, task),
    judge: (ids, verdict, task) => uses.add(verdict, ids, task),
    async restore(id) {
      const { view } = await readState(stores);
      await uses.add('restored', [id, ...view.mergedInto(id)], undefined);
    },
    async forget(id) {
      const { view } = await readState(stores);
      await forget(system, workspace, [id, ...view.mergedInto(id)]);
    },
    story: (id) => storyOf(stores, id),
    gc: (action, limits) => runGc(stores, action, limits),
    faults: () => faultsOf(stores),
    place: () => findStorePlace(system, workspace),
  };
}

async function reportViolation({ system, violations, workspace }: KnowledgeStores, given: NewViolation): ReturnType<Knowledge['report']> {
  const wasMissing = (await system.look(`${workspace.root}/${given.file}`)) === undefined;
  const { line, violation } = violationFrom(given, system.now().toISOString(), { wasMissing });
  await violations.append([line]);
  const view = await violations.view();
  // Its position in the file and not the number of all: eight processes that report at once get eight different counts.
  const count = view.positionOf(violation.id) ?? 1;
  return { violation: view.get(violation.id) ?? violation, count, promote: promotionOf(count) };
}

async function storyOf(stores: KnowledgeStores, id: string): ReturnType<Knowledge['story']> {
  const { tallyOf, view } = await readState(stores);
  return tallyOf(view.standing(id)).events.map(({ kind, at, task }) => ({
    at,
    what: kind,
    ...(task === undefined ? {} : { task }),
  }));
}

async function runGc(stores: KnowledgeStores, ...[action, limits]: Parameters<Knowledge['gc']>): ReturnType<Knowledge['gc']> {
  const { system, violations, workspace } = stores;
  if (action === 'undo') return undo(system, workspace);
  const { tallyOf } = await readState(stores);
  const usesOf = (id: string) => {
    const { counts } = tallyOf(id);
    return counts.shown + counts.repeated;
  };
  return collect(system, workspace, { action, limits, usesOf, violations: (await violations.view()).all() });
}

async function faultsOf({ learnings, system, violations, workspace }: KnowledgeStores): Promise<readonly string[]> {
  const path = join(workspace.projectDirectory, learningsFile);
  const isLink = (await system.look(path))?.target !== undefined;
  const link = `${displayPath(path, system)}: this is a symbolic link, and snap stores no records through a link. Put the file itself there.`;
  return [...(isLink ? [link] : []), ...(await learnings.faults()), ...(await violations.faults())];
}

/** What was said of the newest reports of a type is what it is found by. */
const maxReports = 5;

/** Types of violations that a text is about, promoted or not, by the rule that finds learnings. Best first. */
function searchViolationTypes(types: readonly ViolationType[], text: string, max: number): readonly ViolationMatch[] {
  const ranking = createRanking(
    types.map(({ type, violations, prevention }, i) => ({
      id: `${i}`,
      trigger: [type.replaceAll('_', ' '), ...violations.slice(-maxReports).map(({ description }) => description)].join('. '),
      action: prevention,
      files: [...new Set(violations.map(({ file }) => file))],
      weight: 1,
      isStale: false,
    })),
  );
  return ranking.search({ text, files: [] }, max).flatMap(({ id, score }) => {
    const type = types[Number(id)];
    return type === undefined ? [] : [{ type, score }];
  });
}
