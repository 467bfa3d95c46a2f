import type { LayerContext } from '../mode.ts';
import type { Scope } from '../scope.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { notApproved, type Permission, permissions } from './approval.ts';
import { findPrograms } from './find-programs.ts';
import type { Package } from '../../workspace/packages/index.ts';
import type { Program, Programs, Purpose } from './program.ts';

/** The programs of the workspace of one check. */
export interface CheckPrograms extends Programs {
  readonly packages: readonly Package[];
  readonly files: readonly WorkspacePath[];
  permissionOf(program: Program): Permission;
}

const known = new WeakMap<LayerContext, Promise<CheckPrograms>>();

/** Looked for once in a check, for all its layers. */
export function programsOfCheck(context: LayerContext): Promise<CheckPrograms> {
  const found = known.get(context) ?? look(context);
  known.set(context, found);
  return found;
}

async function look(context: LayerContext): Promise<CheckPrograms> {
  const bench = await context.workbench();
  const files = (await context.files()).map(({ path }) => path);
  const programs = await findPrograms(context.system, bench.workspace.root, files);
  return { ...programs, files, permissionOf: await permissions(bench, programs.found) };
}

/** Programs that may run, or why there are none. */
export type Usable = { readonly programs: readonly Program[]; readonly skipped?: undefined } | { readonly skipped: string };

/**
 * The programs of one purpose that may run.
 * @param wanted which of them are needed.
 * @param none what is said where the workspace is not set up for any.
 */
export function usable(
  all: CheckPrograms,
  purpose: Purpose,
  none: string,
  wanted: (program: Pick<Program, 'directory'>) => boolean = () => true,
): Usable {
  const programs = all.found.filter((program) => program.purpose === purpose && wanted(program));
  const approved = programs.filter((program) => all.permissionOf(program).isApproved);
  if (approved.length > 0) return { programs: approved };
  const [changed] = programs.flatMap((program) => all.permissionOf(program).changed ?? []);
  if (programs.length > 0) return { skipped: changed === undefined ? notApproved : `${changed}: ${notApproved}` };
  const missing = all.missing.filter((program) => program.purpose === purpose && wanted(program));
  const [first] = missing;
  if (first === undefined) return { skipped: none };
  return { skipped: missing.length === 1 ? first.why : `${first.why}; the same goes for ${missing.length - 1} more` };
}

/**
 * The files that a scope is about, among those that are there: what was named, what the diff touches, or what differs from the last commit.
 * @returns a reason where it is not known, or where there are none.
 */
export async function filesInScope(
  scope: Scope,
  context: LayerContext,
  all: CheckPrograms,
): Promise<{ readonly files: readonly WorkspacePath[]; readonly skipped?: undefined } | { readonly skipped: string }> {
  if (!scope.isWhole) {
    const files = all.files.filter((file) => scope.covers(file));
    if (files.length > 0) return { files };
    return { skipped: scope.diff === undefined ? 'the named files are ignored by the workspace' : 'the diff touches none of these files' };
  }
  const changed = await (await context.workbench()).history.changed(context.signal);
  if (changed.problem !== undefined) return { skipped: 'without git it is not known which files changed; name files to check' };
  const there = new Set(all.files);
  const files = changed.files.filter(({ path, state }) => state !== 'deleted' && there.has(path)).map(({ path }) => path);
  return files.length > 0 ? { files } : { skipped: 'no file changed since the last commit; name files to check others' };
}
