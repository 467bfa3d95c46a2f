import { join } from 'node:path';
import { shownPath, type WritableSystem } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { collect, undo } from './gc.ts';
import { createLearningView, type LearningView } from './learning-view.ts';
import type { Knowledge, Learning } from './learnings.ts';
import { learningFrom, violationFrom } from './new-record.ts';
import { findPlace, learningsFile, violationsFile } from './place.ts';
import { createRanking, type RankedDocument, type Ranking } from './ranking.ts';
import { type LearningRecord, recordLine } from './record.ts';
import { createStaleness, sketchesOf } from './staleness.ts';
import { tiersOf, type Tier } from './tiers.ts';
import { createTurns } from './turns.ts';
import { createUnionLog } from './union-log.ts';
import { openUses, type Tally, together, weightOf } from './uses.ts';
import { createViolationView, matchingTypes, promotionOf } from './violation-view.ts';

/** What each intent is helped by most, when nobody asks for anything. */
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

/** The state of learnings and uses at one moment, as the questions below need it. */
interface Now {
  readonly view: LearningView;
  tallyOf(id: string): Tally;
  tierOf(id: string): Tier;
}

/** The knowledge of a workspace. Opening touches nothing. */
export function openKnowledge(system: WritableSystem, workspace: Workspace): Knowledge {
  const learnings = createUnionLog(system, workspace, learningsFile, createLearningView);
  const violations = createUnionLog(system, workspace, violationsFile, createViolationView);
  const uses = openUses(system, workspace);
  const inTurn = createTurns();
  let ranked: { readonly view: LearningView; readonly changes: number; readonly ranking: Ranking; seen: number } | undefined;
  /** By the uses of the last search: a judgement moves the weights of an index and nothing else. */
  let weightNow: (id: string) => number = () => 1;

  const now = async (): Promise<Now> => {
    const [view, tallies] = await Promise.all([learnings.view(), uses.read()]);
    const tallyOf = (id: string) => together([id, ...view.mergedInto(id)].map((one) => tallies.get(one)));
    let tierOf: ((id: string) => Tier) | undefined;
    return {
      view,
      tallyOf,
      // Asked for few, but known only by looking at all.
      tierOf: (id) => (tierOf ??= tiersOf(view, tallies.keys(), tallyOf, system.now()))(id),
    };
  };

  const complete = (record: LearningRecord, { tallyOf, tierOf, view }: Now, isStale: boolean): Learning => {
    const { kind: _, sketches: __, ...rest } = record;
    const { counts, lastAt, verdicts } = tallyOf(record.id);
    return {
      ...rest,
      state: view.stateOf(record.id)?.state ?? 'active',
      isStale,
      uses: { ...counts, ...(lastAt === undefined ? {} : { lastAt }), weight: weightOf(verdicts), tier: tierOf(record.id) },
    };
  };

  const active = (view: LearningView) => view.all().filter(({ id }) => view.stateOf(id)?.state === 'active');
  const staleness = () => createStaleness(system, workspace.root);
  const at = () => system.now().toISOString();

  const rankedDocument = ({ action, files, id, source, trigger }: LearningRecord): RankedDocument => ({
    id,
    trigger,
    action,
    files,
    ...(source === undefined ? {} : { source }),
    get weight() {
      return weightNow(id);
    },
    isStale: false,
  });

  /** Of all there is. What came since the last time is added; where anything else has changed, it is made anew. */
  const rankingOf = (view: LearningView): Ranking => {
    const arrivals = view.arrivals();
    if (ranked?.view !== view || ranked.changes !== view.changes()) {
      ranked = { view, changes: view.changes(), ranking: createRanking(active(view).map(rankedDocument)), seen: arrivals.length };
    }
    for (; ranked.seen < arrivals.length; ranked.seen += 1) {
      const record = arrivals[ranked.seen];
      if (record !== undefined) ranked.ranking.add(rankedDocument(record));
    }
    return ranked.ranking;
  };

  /** The id under which a text of this content is known already. */
  const knownAs = (view: LearningView, candidate: LearningRecord): string | undefined => {
    const same = view.standing(candidate.id);
    return view.get(same) === undefined ? view.findSame(candidate) : same;
  };

  /** The id under which it was known already; `undefined` when it was stored. */
  const store = async (record: LearningRecord): Promise<string | undefined> => {
    const view = await learnings.view();
    const known = knownAs(view, record);
    if (known === undefined) {
      const sketches = await sketchesOf(system, workspace.root, record.files);
      await learnings.append([recordLine(Object.keys(sketches).length === 0 ? record : { ...record, sketches })]);
    } else {
      if (view.stateOf(known)?.state === 'archived') await learnings.append([recordLine({ kind: 'active', id: known, at: at() })]);
      await uses.add('repeated', [known], record.by.task);
    }
    return known;
  };

  return {
    async add(given) {
      const { record, redacted } = learningFrom(given, at());
      const known = await inTurn(record.id, () => store(record));
      const after = await now();
      const stored = after.view.get(known ?? record.id) ?? record;
      const learning = complete(stored, after, await staleness()(stored));
      return { learning, status: known === undefined ? 'saved' : 'known', redacted };
    },

    async search({ files = [], intent, most, text, without = [] }) {
      const state = await now();
      const { view } = state;
      const ranking = rankingOf(view);
      weightNow = (id) => weightOf(state.tallyOf(id).verdicts);
      const left = new Set(without);
      // More than are wanted: those that are stale are found only now, since looking at every file of every learning takes too long.
      const found = ranking.search({ text, files, ...(intent === undefined ? {} : { intent }) }, 2 * most + left.size + 5);
      const isStale = staleness();
      const matches = [];
      for (const { id, score } of found) {
        const record = left.has(id) ? undefined : view.get(id);
        if (record !== undefined) matches.push({ learning: complete(record, state, await isStale(record)), score });
      }
      return [...matches.filter(({ learning }) => !learning.isStale), ...matches.filter(({ learning }) => learning.isStale)].slice(0, most);
    },

    async offer({ files = [], intent, most, without = [] }) {
      const state = await now();
      const left = new Set(without);
      const wanted = new Set(files);
      const types = typesByIntent.get(intent ?? '') ?? [];
      const rank = (record: LearningRecord): number | undefined => {
        const tier = state.tierOf(record.id);
        if (tier === 'hot') return 0;
        if (record.files.some((file) => wanted.has(file))) return 1;
        return tier === 'warm' && types.includes(record.type) ? 2 + types.indexOf(record.type) : undefined;
      };
      const candidates = active(state.view)
        .filter(({ id }) => !left.has(id))
        .flatMap((record) => {
          const order = rank(record);
          return order === undefined ? [] : [{ record, order, weight: weightOf(state.tallyOf(record.id).verdicts) }];
        })
        .sort((one, other) => one.order - other.order || other.weight - one.weight || (one.record.at > other.record.at ? -1 : 1));
      const isStale = staleness();
      const offered: Learning[] = [];
      for (const { record } of candidates) {
        if (offered.length >= most) break;
        if (!(await isStale(record))) offered.push(complete(record, state, false));
      }
      return offered;
    },

    async list({ archived = false, type } = {}) {
      const state = await now();
      const isStale = staleness();
      const wanted = state.view
        .all()
        .filter(
          (record) => (type === undefined || record.type === type) && (state.view.stateOf(record.id)?.state === 'archived') === archived,
        )
        // Of one moment the later line comes first.
        .toReversed()
        .sort((one, other) => (one.at > other.at ? -1 : one.at < other.at ? 1 : 0));
      const listed: Learning[] = [];
      // One after the other: files are read for it, and all at once they would fill the memory.
      for (const record of wanted) listed.push(complete(record, state, await isStale(record)));
      return listed;
    },

    async find(id) {
      const state = await now();
      const found = byBeginning(id, 'learn_', (whole) => state.view.get(state.view.standing(whole)), state.view.all());
      return found === undefined ? undefined : complete(found, state, await staleness()(found));
    },

    async findViolation(id) {
      const view = await violations.view();
      return byBeginning(id, 'viol_', (whole) => view.get(whole), view.all());
    },

    async report(given) {
      const { line, violation } = violationFrom(given, at());
      await violations.append([line]);
      const view = await violations.view();
      // Its place in the file, not the length of the list: of eight writers at once each hears another number.
      const count = view.positionOf(violation.id) ?? 1;
      return { violation: view.get(violation.id) ?? violation, count, promote: promotionOf(count) };
    },

    violationTypes: async () => (await violations.view()).types(),
    matchingViolations: async (text, files) => matchingTypes((await violations.view()).types(), text, files),
    shown: async (ids, task) => uses.add('shown', ids, task),
    judge: async (ids, verdict, task) => uses.add(verdict, ids, task),

    async story(id) {
      const { tallyOf, view } = await now();
      return tallyOf(view.standing(id)).events.map(({ kind, at: when, task }) => ({
        at: when,
        what: kind,
        ...(task === undefined ? {} : { task }),
      }));
    },

    async gc(action, limits) {
      if (action === 'undo') return undo(system, workspace);
      const { tallyOf } = await now();
      const usesOf = (id: string) => {
        const { counts } = tallyOf(id);
        return counts.shown + counts.repeated;
      };
      return collect(system, workspace, { action, limits, usesOf, violations: (await violations.view()).all() });
    },

    async faults() {
      const linked = await system.look(join(workspace.projectDirectory, learningsFile));
      const about = shownPath(system.home, join(workspace.projectDirectory, learningsFile));
      return [
        ...(linked?.target === undefined
          ? []
          : [`${about}: this is a symbolic link, and snap keeps no records behind it. Put the file itself there.`]),
        ...(await learnings.faults()),
        ...(await violations.faults()),
      ];
    },

    place: async () => findPlace(system, workspace),
  };
}

/** By the whole id, or by a beginning (with or without its prefix) that only one has. */
function byBeginning<Item extends { readonly id: string }>(
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
