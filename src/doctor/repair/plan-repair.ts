import { overlay } from '../../machine/index.ts';
import type { System } from '../../system/index.ts';
import type { Checkup } from '../checkup.ts';
import { examine, type Examination, type ExamineOptions } from '../examine.ts';
import { uniqueRanges, chooseFixes, maxTries, type ChosenFile, type FixHistory } from './choose-fixes.ts';
import { type RepairDecisions, type RepairedFile, type RepairPlan, findSideEffect } from './repair-plan.ts';

/**
 * Plans the repair of what a checkup found, without writing anything. One fix may reveal the next (a file that parses again shows
 * its entries), so planning goes in rounds: each makes its fixes in memory and examines the result, until no wanted fix is left.
 * A round with a side effect on another assistant is not kept; which fix caused it is found by making fewer of them at once.
 * @returns `undefined` when the person cancelled.
 */
export async function planRepair(system: System, found: Checkup, decisions: RepairDecisions): Promise<RepairPlan | undefined> {
  const { options } = found;
  const progress: Progress = {
    files: new Map(),
    history: { tries: new Map(), answers: new Map(), maxFixes: new Map() },
    earlier: new Map(),
    harmful: [],
  };
  let now = system;
  let state: State = { own: found, all: await examineAll(now, found, options) };
  for (;;) {
    const chosen = await chooseFixes(now, state.own, progress.history, decisions);
    if (chosen === undefined) return undefined;
    if (chosen.length === 0) break;
    const next = withChanges(system, progress, chosen);
    const nextState = await examineState(next, options);
    const good = await withoutSideEffects(system, { chosen, before: state, after: nextState, progress });
    for (const file of good) keep(progress, file);
    if (good.length === 0) continue;
    const isWhole = good.length === chosen.length;
    now = isWhole ? next : withChanges(system, progress, []);
    state = isWhole ? nextState : await examineState(now, options);
  }
  return {
    files: [...progress.files.values()].filter(isChanged),
    left: state.own.findings.filter(decisions.isChosen),
    harmful: progress.harmful,
  };
}

interface Progress {
  /** The files as the rounds so far leave them, by real path. */
  readonly files: Map<string, RepairedFile>;
  readonly history: FixHistory;
  /** Contents that each file has had: a repair that returned to one of them would never end. */
  readonly earlier: Map<string, Uint8Array[]>;
  readonly harmful: RepairPlan['harmful'][number][];
}

/** One state of the machine, judged for the chosen assistants and for all that may read the same files. */
interface State {
  readonly own: Examination;
  readonly all: Examination;
}

async function examineState(system: System, options: ExamineOptions): Promise<State> {
  const own = await examine(system, options);
  return { own, all: await examineAll(system, own, options) };
}

async function examineAll(system: System, own: Examination, options: ExamineOptions): Promise<Examination> {
  return options.clients === undefined ? own : examine(system, { ...options, clients: undefined });
}

/** The machine with every change that is kept so far, and these. */
function withChanges(system: System, { files }: Progress, chosen: readonly ChosenFile[]): System {
  return overlay(system, new Map([...files.values(), ...chosen].map(({ path, after }) => [path, after] as const)));
}

interface Round {
  readonly chosen: readonly ChosenFile[];
  readonly before: State;
  readonly after: State;
  readonly progress: Progress;
}

/**
 * The files of a round that are kept. In a file with a side effect only half as many fixes are made in the next round, until the fix
 * that causes it is alone and is left out.
 */
async function withoutSideEffects(system: System, { chosen, before, after, progress }: Round): Promise<readonly ChosenFile[]> {
  const { maxFixes, tries } = progress.history;
  const good: ChosenFile[] = [];
  for (const file of chosen) {
    const sideEffect = await findSideEffect(system, file.path, {
      before: before.all,
      after: after.all,
      fixedFor: new Set(file.fixes.flatMap(({ finding }) => (finding.client === undefined ? [] : [finding.client.id]))),
    });
    if (sideEffect === undefined && !isEarlierContent(progress, file)) {
      good.push(file);
      maxFixes.set(file.path, (maxFixes.get(file.path) ?? Infinity) * 2);
      continue;
    }
    const edits = uniqueRanges(file.fixes.map(({ range }) => range)).length;
    maxFixes.set(file.path, Math.max(1, Math.floor(edits / 2)));
    // As if they had not been tried.
    for (const { finding } of file.fixes) tries.set(finding.fingerprint, (tries.get(finding.fingerprint) ?? 1) - 1);
    if (edits > 1) continue;
    for (const { finding } of file.fixes) {
      tries.set(finding.fingerprint, maxTries);
      if (sideEffect !== undefined) progress.harmful.push({ finding, sideEffect });
    }
  }
  return good;
}

function isEarlierContent({ earlier }: Progress, { path, after }: ChosenFile): boolean {
  return (earlier.get(path) ?? []).some((content) => after !== undefined && Buffer.compare(content, after) === 0);
}

function keep(progress: Progress, { path, before, after, fixes }: ChosenFile): void {
  const known = progress.files.get(path);
  const cured = [...(known?.cured ?? []), ...fixes.map(({ finding }) => finding)];
  progress.files.set(path, { path, before: known?.before ?? before, after, cured });
  progress.earlier.set(path, [...(progress.earlier.get(path) ?? []), before]);
}

function isChanged({ before, after }: RepairedFile): boolean {
  return after === undefined || Buffer.compare(before, after) !== 0;
}
