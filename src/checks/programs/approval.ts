import { createHash } from 'node:crypto';
import { SnapError, type System, type WritableSystem } from '../../system/index.ts';
import type { Workbench } from '../../workbench/index.ts';
import { changeApprovals, exclusions, readApprovals, type Workspace, type WorkspacePath } from '../../workspace/index.ts';
import { findPrograms } from './find-programs.ts';
import type { Program } from './program.ts';

/** Where programs are looked for and permissions are kept: what an open workspace has of it. */
export interface ProgramPlace {
  readonly system: System;
  readonly workspace: Workspace;
  readonly settings: Pick<Workbench['settings'], 'checks' | 'exclude'>;
}

/** A program, and whether it may run. */
export interface ListedProgram {
  readonly program: Program;
  readonly isApproved: boolean;
}

/** What layers say while there is no approval. */
export const notApproved = 'not approved, run "snap check approve"';

/** Files of a workspace beyond which no more manifests are looked for. */
const maxFiles = 200_000;

/**
 * The programs of the workspace that checks would run, and for each whether it may: all of them where the person's settings say
 * `checks.run: "always"`. What the person is shown before `snap check approve` asks.
 */
export async function listPrograms(place: ProgramPlace, signal?: AbortSignal): Promise<readonly ListedProgram[]> {
  const { system, workspace, settings } = place;
  const { enters, wants } = await exclusions(system, workspace, settings.exclude, signal);
  const options = { enters: (path: string) => enters(path), wants: (path: string) => wants(path), maxFiles, signal };
  const { files } = await system.walk(workspace.root, options);
  const { found } = await findPrograms(
    system,
    workspace.root,
    files.map(({ path }) => path),
  );
  const mayRun = await permission(place);
  return found.map((program) => ({ program, isApproved: mayRun(program) }));
}

/**
 * Records that the person lets checks run these programs in this workspace: the ones that {@link listPrograms} showed. A program that is added
 * later, or that has other scripts or config files, needs a new approval; one that is removed does not.
 */
export async function approve(
  { system, workspace }: { readonly system: WritableSystem; readonly workspace: Workspace },
  programs: readonly Program[],
): Promise<void> {
  if (programs.length === 0) {
    throw new SnapError('refused', 'The workspace has no programs that checks would run.', {
      hint: 'Install its packages first, then run "snap check approve" again.',
    });
  }
  const marks = programs.map((program) => markOf(workspace, program));
  await changeApprovals(system, workspace, 'programs', () => [...new Set(marks)].toSorted());
}

/** Takes every approval for this workspace back. */
export async function revoke({ system, workspace }: { readonly system: WritableSystem; readonly workspace: Workspace }): Promise<void> {
  await changeApprovals(system, workspace, 'programs', () => []);
}

/** Which programs may run, as of now. */
export async function permission({ system, workspace, settings }: ProgramPlace): Promise<(program: Program) => boolean> {
  if (settings.checks.run === 'always') return () => true;
  const marks = new Set(await readApprovals(system, workspace, 'programs'));
  return (program) => marks.has(markOf(workspace, program));
}

/** All that an approval of a program covers, by names: a config file that changes needs no new one, a further one does. */
function markOf({ root }: Workspace, { tool, directory, shown, configFiles, scripts }: Program): string {
  const covered: readonly [string, string, WorkspacePath, string, readonly WorkspacePath[], Program['scripts']] = [
    root,
    tool,
    directory,
    shown,
    configFiles,
    scripts,
  ];
  return createHash('sha256').update(JSON.stringify(covered)).digest('hex');
}
