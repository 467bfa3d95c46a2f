import { SnapError } from '../../system/index.ts';
import { type Difference, differencesOf } from '../compare/changes.ts';
import type { PathFilter } from '../compare/path-filter.ts';
import type { CaptureRules } from '../look/capture-rules.ts';
import { type RawName, textOfName } from '../raw-name.ts';
import { directoriesAbove } from '../raw-path.ts';
import type { Restored } from '../snapshots.ts';
import { encodedRules } from '../store/kept-rules.ts';
import type { ObjectId } from '../store/object-types.ts';
import { holdsWhatStays, type RestoreSteps } from './restore-plan.ts';
import type { StepResult } from './restore-step.ts';
import { entryReader, type Scope } from './unknown-files.ts';
import { unseenPaths } from './unseen-files.ts';
import type { WorkspaceFiles } from './workspace-files.ts';

/** The files as they are after a restore. */
export interface SeenAfter {
  readonly root: ObjectId;
  /** What decided which of them were looked at. */
  readonly rules?: CaptureRules | undefined;
}

interface AfterRestore {
  readonly target: Scope;
  readonly safety: Pick<Scope, 'root'>;
  readonly plan: Pick<RestoreSteps, 'conflicts'>;
  readonly results: readonly { readonly path: RawName; readonly result: StepResult }[];
  readonly isMeant: PathFilter;
  readonly lookAgain?: (() => Promise<SeenAfter>) | undefined;
}

/** Of a file that is not in the snapshot, and that the rules of today leave out. */
export const ignoredNow = 'the snapshot does not have it, and it is ignored or excluded now, so it is in no snapshot';

/**
 * What is not as in the target after a restore, each path with its reason, and whether there is none: then a capture of the files by the
 * target's rules gives the target.
 */
export async function whatStays(files: WorkspaceFiles, after: AfterRestore): Promise<Pick<Restored, 'conflicts' | 'isExact'>> {
  const { lookAgain, plan, results } = after;
  const left = results.flatMap(({ path, result }) => (result.kind === 'left' ? [{ path, reason: result.reason }] : []));
  const isStopped = results.some(({ result }) => result.kind === 'left' && result.stops === true);
  const reasons = new Map<RawName, string>(plan.conflicts.map(({ path, reason }) => [path, reason]));
  if (lookAgain === undefined || isStopped) return named([...left.map(({ path, reason }) => [path, reason] as const), ...reasons]);
  try {
    const seen = await lookAgain();
    const known = new Map(left.map(({ path, reason }) => [path, reason]));
    // A step that failed and changed nothing about the result is none: a directory that only what is never captured keeps is in no snapshot.
    for (const [path, reason] of await stillDifferent(files, after, seen))
      reasons.set(path, reasons.get(path) ?? known.get(path) ?? reason);
    for (const path of await unseenBy(files, after.target, seen, after.isMeant)) reasons.set(path, reasons.get(path) ?? ignoredNow);
    return named([...reasons]);
  } catch (error) {
    // A full disk, say: what was restored is restored, and nothing is claimed of the rest.
    if (!(error instanceof SnapError)) throw error;
    return { ...named([...left.map(({ path, reason }) => [path, reason] as const), ...reasons]), isExact: false };
  }
}

/** What a capture by the rules of a snapshot would see of the files and the rules of today do not. */
export async function unseenBy(
  files: WorkspaceFiles,
  target: Pick<Scope, 'rules' | 'root' | 'rulesThen'>,
  { root, rules }: SeenAfter,
  isMeant: PathFilter,
): Promise<readonly RawName[]> {
  if (target.rules === undefined || rules === undefined || encodedRules(rules)?.id === target.rules) return [];
  const then = await target.rulesThen();
  if (then === undefined) return [];
  const held = entryReader(files.contents, target.root);
  return unseenPaths(files, { rules: then, seen: root, isMeant }).filter((path) => held(path) === undefined);
}

async function stillDifferent(
  { contents }: WorkspaceFiles,
  { target, safety, isMeant }: AfterRestore,
  seen: SeenAfter,
): Promise<readonly (readonly [RawName, string])[]> {
  const differences = await differencesOf(contents, seen.root, target.root, { isMeant });
  const before = entryReader(contents, safety.root);
  const holding = new Set(differences.flatMap(({ path }) => directoriesAbove(path)));
  const reasonOf = ({ path, before: is, after: wanted }: Difference): string => {
    if (wanted !== undefined) return 'it changed during the restore';
    if (is?.kind === 'directory' && holding.has(path)) return holdsWhatStays;
    return before(path) === undefined ? 'it is in no snapshot: it was ignored until now, or is new' : 'it changed during the restore';
  };
  return differences.map((difference) => [difference.path, reasonOf(difference)]);
}

function named(reasons: readonly (readonly [RawName, string])[]): Pick<Restored, 'conflicts' | 'isExact'> {
  const conflicts = namedConflicts(reasons);
  return { conflicts, isExact: conflicts.length === 0 };
}

/** One for each path, sorted; of two reasons the later. */
export function namedConflicts(reasons: readonly (readonly [RawName, string])[]): Restored['conflicts'] {
  const sorted = [...new Map(reasons)].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([path, reason]) => ({ path: textOfName(path), reason }));
}
