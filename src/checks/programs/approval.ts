import { cleanLine, SnapError, type System, type WritableSystem } from '../../system/index.ts';
import type { Workbench } from '../../workbench/index.ts';
import {
  changeApprovals,
  exclusions,
  isSameRepository,
  readApprovals,
  repositoryIdentity,
  type RepositoryIdentity,
  type Workspace,
} from '../../workspace/index.ts';
import { type ApprovalMark, changeOf, markOf, markText, readMark } from './approval-mark.ts';
import { findPrograms } from './find-programs.ts';
import { programFiles } from './program-files.ts';
import type { Program } from './program.ts';

/** Where programs are looked for and permissions are kept: what an open workspace has of it. */
export interface ProgramPlace {
  readonly system: System;
  readonly workspace: Workspace;
  readonly settings: Pick<Workbench['settings'], 'checks' | 'exclude'>;
}

/** Whether a program may run, and what has changed since it could. */
export interface Permission {
  readonly isApproved: boolean;
  /** A sentence without its end, in which names of the workspace are cleaned; absent where it never was approved. */
  readonly changed?: string | undefined;
}

/** A program, and whether it may run. */
export interface ListedProgram extends Permission {
  readonly program: Program;
  /** The files that run, every link followed. */
  readonly files: readonly string[];
}

/** What layers say while there is no approval. */
export const notApproved = 'not approved, run "snap trust"';

/** Files of a workspace beyond which no more manifests are looked for. */
const maxFiles = 200_000;

/**
 * The programs of the workspace that checks would run, and for each whether it may: all of them where the person's settings say
 * `checks.run: "always"`. What the person is shown before `snap trust` asks.
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
  const permissionOf = await permissions(place, found);
  return Promise.all(
    found.map(async (program) => ({
      program,
      ...permissionOf(program),
      files: await programFiles(system, workspace.root, program),
    })),
  );
}

/**
 * Records that the person lets checks run these programs in this workspace: the ones that {@link listPrograms} showed, as they were then. A program
 * that is added later, that has other scripts or config files, or whose own file is another one, needs a new approval; one that is removed does not.
 * All need one where another repository is at the path.
 * @param repository as it was when they were listed.
 */
export async function approve(
  { system, workspace }: { readonly system: WritableSystem; readonly workspace: Workspace },
  programs: readonly ListedProgram[],
  repository?: RepositoryIdentity,
): Promise<void> {
  if (programs.length === 0) {
    throw new SnapError('refused', 'The workspace has no programs that checks would run.', {
      hint: 'Install its packages first, then run "snap trust" again.',
    });
  }
  const identity = repository ?? (await repositoryIdentity(system, workspace));
  const marks = programs.map(({ files, program }) => markText(markOf(workspace.root, identity, program, files)));
  await changeApprovals(system, workspace, 'programs', () => [...new Set(marks)].toSorted());
}

/** Takes every approval for this workspace back. */
export async function revoke({ system, workspace }: { readonly system: WritableSystem; readonly workspace: Workspace }): Promise<void> {
  await changeApprovals(system, workspace, 'programs', () => []);
}

const otherRepository = 'another repository is at this path now than the one that was approved';

/** Which of these programs may run, as of now. */
export async function permissions(
  { system, workspace, settings }: ProgramPlace,
  programs: readonly Program[],
): Promise<(program: Program) => Permission> {
  if (settings.checks.run === 'always') return () => ({ isApproved: true });
  const marks = (await readApprovals(system, workspace, 'programs')).flatMap((text) => readMark(text) ?? []);
  const known = new Map<Program, Permission>();
  if (marks.length > 0) {
    const isSame = await sameRepositories(system, workspace, marks);
    await Promise.all(
      programs.map(async (program) => known.set(program, await permissionOf(system, workspace, program, { marks, isSame }))),
    );
  }
  return (program) => known.get(program) ?? { isApproved: false };
}

/** Asks once for each repository that marks name, which is one. */
async function sameRepositories(
  system: System,
  workspace: Workspace,
  marks: readonly ApprovalMark[],
): Promise<(mark: ApprovalMark) => boolean> {
  const answers = new Map<string, boolean>();
  for (const { repository } of marks) {
    const key = JSON.stringify(repository);
    if (!answers.has(key)) answers.set(key, await isSameRepository(system, workspace, repository));
  }
  return ({ repository }) => answers.get(JSON.stringify(repository)) === true;
}

interface Approved {
  readonly marks: readonly ApprovalMark[];
  isSame(mark: ApprovalMark): boolean;
}

async function permissionOf(system: System, { root }: Workspace, program: Program, { marks, isSame }: Approved): Promise<Permission> {
  const { directory, tool } = program;
  const of = marks.filter((mark) => mark.root === root && mark.tool === tool && mark.directory === directory);
  const [first] = of;
  if (first === undefined) return { isApproved: false };
  const files = await programFiles(system, root, program);
  const changes = of.map((mark) => (isSame(mark) ? changeOf(mark, markOf(root, mark.repository, program, files)) : otherRepository));
  if (changes.includes(undefined)) return { isApproved: true };
  return { isApproved: false, changed: cleanLine(changes[0] ?? '') };
}
