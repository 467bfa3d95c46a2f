import { join } from 'node:path';
import type { AddedLines, DiffKind } from '../history/index.ts';
import { SnapError } from '../system/index.ts';
import { confinedPaths, type Workbench } from '../workbench/index.ts';
import type { WorkspacePath } from '../workspace/index.ts';
import type { PlannedChange } from './change/contents.ts';
import type { CheckFinding } from './report.ts';

/** The longest {@link CheckRequest.code}, in characters. */
export const maxCode = 200_000;

/** What a caller asked a check for, beside the mode. */
export interface CheckRequest {
  /** Paths as named: files, and directories for all that is below them. */
  readonly files?: readonly string[] | undefined;
  readonly diff?: DiffKind | undefined;
  /** A text to be examined instead of files (mode patterns). */
  readonly code?: string | undefined;
  /** A change that is not written yet, instead of {@link files} and {@link diff}; its paths lead out of nothing. */
  readonly change?: PlannedChange | undefined;
  /** Whether tests may be run. */
  readonly tests?: boolean | undefined;
}

/** What a check is about. */
export interface Scope {
  /** Files and directories that were named; absent: the whole workspace. */
  readonly named?: readonly WorkspacePath[] | undefined;
  /** The lines that a diff adds, of the files that {@link covers} names. */
  readonly diff?: (AddedLines & { readonly kind: DiffKind }) | undefined;
  readonly code?: string | undefined;
  /** The files of it are examined as they would be. */
  readonly change?: PlannedChange | undefined;
  readonly tests: boolean;
  /** Whether a file is to be examined: it is named, or below a directory that is, and the diff touches it. */
  covers(file: WorkspacePath): boolean;
  /** Whether everything is: nothing was named, and there is no diff. */
  readonly isWhole: boolean;
  /** Why the diff is not known: nothing can be examined then. */
  readonly diffProblem?: string | undefined;
}

/** Without a workspace: for modes that look at none. */
export const noScope: Scope = { tests: false, covers: () => true, isWhole: true };

/**
 * Resolves what was asked for.
 * @throws SnapError `invalid-path` for a path outside the workspace, `invalid-input` for one that does not exist.
 */
export async function scopeOf(
  bench: Workbench,
  { files, diff, code, change, tests = false }: CheckRequest,
  signal: AbortSignal,
): Promise<Scope> {
  if (change !== undefined) return scopeOfChange(change);
  const named = files === undefined || files.length === 0 ? undefined : await namedPaths(bench, files, code !== undefined);
  const added = diff === undefined ? undefined : await bench.history.addedLines(diff, signal);
  const isNamed = (file: WorkspacePath): boolean =>
    named === undefined || named.some((path) => path === '' || path === '.' || file === path || file.startsWith(`${path}/`));
  return {
    named,
    diff: added === undefined || diff === undefined ? undefined : { ...added, kind: diff },
    code,
    tests,
    covers: (file) => isNamed(file) && (added === undefined || added.files.has(file)),
    isWhole: named === undefined && added === undefined,
    diffProblem: added?.problem,
  };
}

/** As of a diff: only added lines count. */
function scopeOfChange(change: PlannedChange): Scope {
  const files = new Map([...change].map(([path, { added }]) => [path, added]));
  return {
    named: [...change.keys()],
    change,
    diff: { kind: 'uncommitted', files },
    tests: false,
    covers: (file) => change.has(file),
    isWhole: false,
  };
}

/** With a text, a name says which file it will be: that need not be there yet. */
async function namedPaths(bench: Workbench, files: readonly string[], isText: boolean): Promise<readonly WorkspacePath[]> {
  const paths = await confinedPaths(bench, files);
  return isText ? paths : existing(bench, paths);
}

async function existing({ system, workspace }: Workbench, paths: readonly WorkspacePath[]): Promise<readonly WorkspacePath[]> {
  for (const path of paths) {
    if ((await system.look(join(workspace.root, path))) === undefined)
      throw new SnapError('invalid-input', `${path}: there is no such file in the workspace.`, {
        hint: 'Correct the path; it is from the root of the workspace.',
      });
  }
  return paths;
}

/** With a diff, a finding in a line that was there before is old, and so is one about a file that the diff does not touch. */
export function aged(finding: CheckFinding, { diff }: Scope): CheckFinding {
  if (diff === undefined || finding.age !== undefined || finding.file === undefined) return finding;
  const added = diff.files.get(finding.file);
  const { line } = finding;
  const isNew = added !== undefined && (line === undefined || added.some(({ from, to }) => line >= from && line <= to));
  return { ...finding, age: isNew ? 'new' : 'old' };
}
