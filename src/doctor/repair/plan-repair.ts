import { SnapError, type System } from '../../system/index.ts';
import type { FileChange } from '../../changes/index.ts';
import type { ConfigFinding } from '../diagnostic.ts';
import { applyEdit } from '../edit.ts';
import type { Examination } from '../examine.ts';
import { findSideEffect, type SideEffect } from './side-effects.ts';
import { areApart, changedRange, applyRanges, type ChangedRange } from './changed-range.ts';
import { overlay } from '../../machine/index.ts';
import { passagesMemo } from '../../changes/index.ts';

/** One file as it shall be, and what that cures. */
export interface RepairedFile {
  /** The real path, every link followed. */
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array | undefined;
  readonly cured: readonly ConfigFinding[];
}

/** What repairing comes to, before anything is written. */
export interface RepairPlan {
  readonly files: readonly RepairedFile[];
  /** What would be found once they stand so. */
  readonly left: readonly ConfigFinding[];
  /** Fixes that were left out because another assistant reads the same file and would be broken by them. */
  readonly harmful: readonly { readonly finding: ConfigFinding; readonly sideEffect: SideEffect }[];
}

/** How the planner sees the machine, and whom it asks. */
export interface RepairOptions {
  /** Looks and judges; asked again for every intermediate state, of a system in which the changes so far are made. */
  readonly look: (system: System) => Promise<Examination>;
  /** The same for every assistant, also those that nobody asked to mend: they may read the same files. */
  readonly lookAtAll: (system: System) => Promise<Examination>;
  /** Whether the person asked for findings of this kind. */
  readonly isChosen: (finding: ConfigFinding) => boolean;
  /** Whether this fix is wanted. Asked for each that needs it once, with the file before and after. `undefined`: the person left. */
  readonly wants: (finding: ConfigFinding, change: ProposedChange) => Promise<boolean | undefined>;
}

/** What one fix alone would make of one file. */
export interface ProposedChange {
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array | undefined;
}

/**
 * What repairing would make of the files, without writing any. One fix may lay bare the next (a file that parses again shows its
 * entries), so it goes round until nothing wanted is left; a round takes every fix that touches no text of another. Safe fixes come
 * first. A round after which another assistant is worse off is not taken; what caused it is found by taking its fixes one by one.
 * @returns `undefined` when the person left.
 */
export async function planRepair(system: System, options: RepairOptions): Promise<RepairPlan | undefined> {
  const plan: Progress = { files: new Map(), tries: new Map(), answers: new Map(), most: new Map(), seen: new Map(), harmful: [] };
  let now = overlay(system, new Map());
  let state = await see(now, options);
  for (;;) {
    const taken = await takeFixes(now, state, plan, options);
    if (taken === undefined) return undefined;
    if (taken.length === 0) break;
    const next = withChanges(system, plan, taken);
    const nextState = await see(next, options);
    const good = await withoutSideEffects(system, { taken, before: state, after: nextState, plan });
    for (const file of good) keep(plan, file);
    if (good.length === 0) continue;
    const isWhole = good.length === taken.length;
    now = isWhole ? next : withChanges(system, plan, []);
    state = isWhole ? nextState : await see(now, options);
  }
  return { files: [...plan.files.values()].filter(isChanged), left: state.own.findings.filter(options.isChosen), harmful: plan.harmful };
}

interface Progress {
  readonly files: Map<string, RepairedFile>;
  /** How often a finding's fix was tried, by fingerprint. */
  readonly tries: Map<string, number>;
  /** Nobody is asked twice. */
  readonly answers: Map<string, boolean>;
  /** How many fixes a round may make in a file in which several at once had a side effect. */
  readonly most: Map<string, number>;
  /** Contents that each file has had: a repair that comes back to one would go round for ever. */
  readonly seen: Map<string, Uint8Array[]>;
  readonly harmful: { readonly finding: ConfigFinding; readonly sideEffect: SideEffect }[];
}

interface State {
  readonly own: Examination;
  readonly all: Examination;
}

async function see(system: System, { look, lookAtAll }: RepairOptions): Promise<State> {
  const own = await look(system);
  return { own, all: look === lookAtAll ? own : await lookAtAll(system) };
}

/** One file after the fixes of one round. */
interface TakenFile extends ProposedChange {
  readonly fixes: readonly { readonly finding: ConfigFinding; readonly range: ChangedRange }[];
}

/** A fix that did not cure may have met a file that was not ready for it; a third time would be the second again. That ends every run. */
const maximumTries = 2;

async function takeFixes(
  system: System,
  { own }: State,
  plan: Progress,
  options: RepairOptions,
): Promise<readonly TakenFile[] | undefined> {
  const open = own.findings.filter(
    (finding) =>
      finding.fix !== undefined &&
      finding.scope !== 'managed' &&
      options.isChosen(finding) &&
      (plan.tries.get(finding.fingerprint) ?? 0) < maximumTries,
  );
  const safe = open.filter(({ fix }) => fix?.kind === 'safe');
  const taken = new Map<string, TakenFile>();
  // What a person has to decide is asked when everything else is settled.
  for (const finding of safe.length > 0 ? safe : open) {
    const change = await proposed(system, finding);
    if (change === undefined) {
      plan.tries.set(finding.fingerprint, maximumTries);
      continue;
    }
    const range = changedRange(change.before, change.after);
    const file = taken.get(change.path) ?? { ...change, after: change.before, fixes: [] };
    const isSame = file.fixes.some((other) => isSameRange(other.range, range));
    const isFull = unique(file.fixes.map((fix) => fix.range)).length >= (plan.most.get(change.path) ?? Infinity);
    const mayJoin = file.fixes.length === 0 || (!isFull && file.fixes.every((other) => areApart(other.range, range)));
    if (!isSame && !mayJoin) continue;
    const answer = plan.answers.get(finding.fingerprint) ?? (await options.wants(finding, change));
    if (answer === undefined) return undefined;
    plan.answers.set(finding.fingerprint, answer);
    plan.tries.set(finding.fingerprint, answer ? (plan.tries.get(finding.fingerprint) ?? 0) + 1 : maximumTries);
    if (!answer) continue;
    const fixes = [...file.fixes, { finding, range }];
    const ranges = isSame ? file.fixes.map((fix) => fix.range) : fixes.map((fix) => fix.range);
    taken.set(change.path, { ...file, fixes, after: applyRanges(file.before, unique(ranges)) });
  }
  // Nothing safe was taken although there was some: what is left of it waits for nobody.
  if (taken.size === 0 && safe.length > 0 && open.length > safe.length) return takeFixes(system, stateWithout(own, safe), plan, options);
  return [...taken.values()];
}

function stateWithout(own: Examination, findings: readonly ConfigFinding[]): State {
  const left = { ...own, findings: own.findings.filter((finding) => !findings.includes(finding)) };
  return { own: left, all: left };
}

function isSameRange(a: ChangedRange, b: ChangedRange): boolean {
  return a.start === b.start && a.end === b.end && a.bytes !== undefined && b.bytes !== undefined && Buffer.compare(a.bytes, b.bytes) === 0;
}

function unique(ranges: readonly ChangedRange[]): readonly ChangedRange[] {
  return ranges.filter((range, i) => ranges.findIndex((other) => isSameRange(other, range)) === i);
}

/** What one fix alone makes of its file; `undefined` where there is nothing to change, or the editor will not do it. */
async function proposed(system: System, { fix }: ConfigFinding): Promise<ProposedChange | undefined> {
  if (fix === undefined) return undefined;
  const path = (await system.look(fix.edit.path))?.target ?? fix.edit.path;
  const before = await system.readBytes(path);
  if (before === undefined) return undefined;
  try {
    const after = await applyEdit(fix.edit, before);
    return after !== undefined && Buffer.compare(before, after) === 0 ? undefined : { path, before, after };
  } catch (error) {
    // An editor that cannot do it without touching something else.
    if (error instanceof SnapError && error.code === 'refused') return undefined;
    throw error;
  }
}

/** The machine with everything that is kept so far, and these files besides. */
function withChanges(system: System, plan: Progress, taken: readonly TakenFile[]): System {
  return overlay(system, new Map([...plan.files.values(), ...taken].map(({ path, after }) => [path, after] as const)));
}

/**
 * The files of a round that are kept. In a file with a side effect only half as many fixes are made in the next round, until the fix that
 * causes it is alone and is left out.
 */
async function withoutSideEffects(
  system: System,
  { taken, before, after, plan }: { taken: readonly TakenFile[]; before: State; after: State; plan: Progress },
): Promise<readonly TakenFile[]> {
  const good: TakenFile[] = [];
  for (const file of taken) {
    const sideEffect = await findSideEffect(system, file.path, {
      before: before.all,
      after: after.all,
      menders: new Set(file.fixes.flatMap(({ finding }) => (finding.client === undefined ? [] : [finding.client.id]))),
    });
    const isBack = (plan.seen.get(file.path) ?? []).some(
      (content) => file.after !== undefined && Buffer.compare(content, file.after) === 0,
    );
    if (sideEffect === undefined && !isBack) {
      good.push(file);
      plan.most.set(file.path, (plan.most.get(file.path) ?? Infinity) * 2);
      continue;
    }
    const edits = unique(file.fixes.map(({ range }) => range)).length;
    plan.most.set(file.path, Math.max(1, Math.floor(edits / 2)));
    // As if they had not been tried.
    for (const { finding } of file.fixes) plan.tries.set(finding.fingerprint, (plan.tries.get(finding.fingerprint) ?? 1) - 1);
    if (edits > 1) continue;
    for (const { finding } of file.fixes) {
      plan.tries.set(finding.fingerprint, maximumTries);
      if (sideEffect !== undefined) plan.harmful.push({ finding, sideEffect });
    }
  }
  return good;
}

function keep(plan: Progress, { path, before, after, fixes }: TakenFile): void {
  const known = plan.files.get(path);
  const cured = [...(known?.cured ?? []), ...fixes.map(({ finding }) => finding)];
  plan.files.set(path, { path, before: known?.before ?? before, after, cured });
  plan.seen.set(path, [...(plan.seen.get(path) ?? []), before]);
}

function isChanged({ before, after }: RepairedFile): boolean {
  return after === undefined || Buffer.compare(before, after) !== 0;
}

/** The plan as changes that `apply` writes: exactly what was shown, or nothing where the file has moved on. */
export function changesOf(plan: RepairPlan): readonly FileChange[] {
  return plan.files.map(({ path, before, after, cured }): FileChange => {
    const servers = [...new Set(cured.flatMap(({ server }) => (server === undefined ? [] : [server])))];
    const [first] = cured;
    const memo = passagesMemo(before, after);
    return {
      path,
      about: { client: first?.client?.id ?? '', scope: first?.scope ?? '', servers, action: 'repair' },
      foreignLock: cured.some(({ client }) => client?.lock !== undefined),
      compute: (bytes) => {
        if (bytes !== undefined && after !== undefined && Buffer.compare(bytes, after) === 0) return { kind: 'unchanged' };
        if (bytes !== undefined && Buffer.compare(bytes, before) === 0)
          return { kind: 'write', bytes: after, ...(memo === undefined ? {} : { memo }) };
        return {
          kind: 'refused',
          message: `${path}: it changed while you were deciding.`,
          hint: 'It was left as it is. Run "snap mcp repair" again.',
        };
      },
    };
  });
}
