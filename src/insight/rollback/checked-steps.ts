import type { Snapshot, SnapshotId } from '../../snapshots/index.ts';
import { shortSnapshotId } from '../../system/index.ts';
import type { Step } from './read-steps.ts';

/** What a check said of the files of a workspace as they were at one moment. */
export interface Verdict {
  /** `root` of every snapshot that holds exactly these files. */
  readonly root: string;
  readonly mode: string;
  readonly status: 'passed' | 'failed';
  /** Everything, the lines that differ, or files that were named. */
  readonly about: 'all' | 'change' | 'files';
  /** ISO 8601: when the check ended. */
  readonly at: string;
}

/** What checks said of the states between the steps. */
export interface Checked {
  readonly verdicts: readonly Verdict[];
  /** `root` of the files as they are. */
  readonly now: string | undefined;
}

/** What verdicts say of one step. */
export interface CheckedStep {
  readonly weight: number;
  readonly text: string;
}

// Not fitted: no set of histories with verdicts is known. Together less than a name of the reason that is found in a step, since a check that fails need
// not fail by what was asked about.
const weights = { between: 2, outside: -1 } as const;

/**
 * Where a check fails on the files as they are, or failed last, and passed on an older state, the steps between the two are more likely, the others less. Checks that
 * passed everywhere say nothing about which step it was: what is wrong is then nothing that they see.
 * @param steps oldest first.
 */
export function checkedSteps(steps: readonly Step[], { now, verdicts }: Checked): ReadonlyMap<SnapshotId, CheckedStep> {
  const roots = [...steps.map(({ before }) => before.root), now];
  const found = new Map<SnapshotId, CheckedStep>();
  for (const of of kindsOf(verdicts)) {
    const said = roots.map((root) => of.find((one) => one.root === root));
    const lastPass = said.findLastIndex((one) => one?.status === 'passed');
    const fail = said.findIndex((one, i) => i > lastPass && one?.status === 'failed');
    const failed = said[fail];
    if (failed === undefined) continue;
    for (const [i, { before }] of steps.entries()) {
      const isBetween = i >= lastPass && i < fail;
      // Without a state on which it passed, it may have failed before the first one too.
      const weight = isBetween ? (lastPass < 0 ? 0 : weights.between) : weights.outside;
      const known = found.get(before.id);
      if (known !== undefined && Math.abs(known.weight) >= Math.abs(weight)) continue;
      found.set(before.id, {
        weight,
        text: isBetween && lastPass >= 0 ? `${named(failed)} failed on a later state, at ${timeOf(failed)}` : '',
      });
    }
  }
  return found;
}

/** Verdicts that can be compared: of one mode, about the same. What was said of single files says nothing of a whole state. */
function kindsOf(verdicts: readonly Verdict[]): readonly (readonly Verdict[])[] {
  const kinds = new Map<string, Verdict[]>();
  for (const one of verdicts) {
    if (one.about === 'files') continue;
    const kind = `${one.mode} ${one.about}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  return [...kinds.values()];
}

const maxSaid = 2;

/** What checks said of a snapshot, newest first, in words; empty where none was run on exactly these files. */
export function checkedText({ root }: Snapshot, verdicts: readonly Verdict[]): readonly string[] {
  return verdicts
    .filter((one) => one.root === root)
    .toReversed()
    .slice(0, maxSaid)
    .map((one) => `${named(one)} ${one.status} on this state at ${timeOf(one)}`);
}

/** The newest snapshot on which a check passed, where it failed on a later state: what is certain where the reason points to none. */
export function lastPassText(all: readonly Snapshot[], { now, verdicts }: Checked): readonly string[] {
  for (const of of kindsOf(verdicts)) {
    const said = [now, ...all.map(({ root }) => root)].map((root) => of.find((one) => one.root === root));
    const at = said.findIndex((one) => one?.status === 'passed');
    const [passed, snapshot] = [said[at], all[at - 1]];
    if (snapshot === undefined || passed === undefined || !said.slice(0, at).some((one) => one?.status === 'failed')) continue;
    return [`The newest snapshot on which ${named(passed)} passed is ${shortSnapshotId(snapshot.id)}.`];
  }
  return [];
}

function named({ about, mode }: Verdict): string {
  return `check ${mode}${about === 'all' ? '' : about === 'change' ? ' of the changed lines' : ' of some files'}`;
}

function timeOf({ at }: Verdict): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}
