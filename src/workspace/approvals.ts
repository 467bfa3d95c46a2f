import { join } from 'node:path';
import { displayPath, isRecord, jsonIn, SnapError, type System, type WritableSystem } from '../system/index.ts';
import { projectAroundOwn } from './own-place.ts';
import type { Workspace } from './workspace.ts';

/**
 * What the person allowed to run in one workspace, as a list of marks that say what each permission covers. It is in snap's own files, where a
 * project cannot put anything. `commands`: of the project's settings; `programs`: of checks. `asked`: no permission,
 * but what the person was asked about and need not be asked again.
 */
export type ApprovalList = 'commands' | 'programs' | 'asked';

const fileNames: Readonly<Record<ApprovalList, string>> = {
  commands: 'approved.json',
  programs: 'approved-programs.json',
  asked: 'asked.json',
};

/** The marks of a list; none in doubt, and no permission where the list stands in the project itself. */
export async function readApprovals(system: System, workspace: Workspace, list: ApprovalList): Promise<readonly string[]> {
  const bytes = await system.readBytes(join(workspace.privateDirectory, fileNames[list]));
  if (bytes === undefined || (list !== 'asked' && projectAroundOwn(system, 'data', workspace) !== undefined)) return [];
  const value = jsonIn(Buffer.from(bytes).toString('utf8'));
  const approved = isRecord(value) && value['v'] === 1 ? value['approved'] : undefined;
  return Array.isArray(approved) ? approved.filter((entry) => typeof entry === 'string') : [];
}

/**
 * Replaces a list by what `change` makes of it, under a lock. Nothing is written when that is the same list.
 * @throws SnapError `refused` for a permission that would be kept in the project itself.
 */
export async function changeApprovals(
  system: WritableSystem,
  workspace: Workspace,
  list: ApprovalList,
  change: (marks: readonly string[]) => readonly string[],
): Promise<void> {
  const path = join(workspace.privateDirectory, fileNames[list]);
  await system.withLocks([path], async (locked) => {
    const known = await readApprovals(locked, workspace, list);
    const changed = change(known);
    if (changed.length === known.length && changed.every((mark, i) => mark === known[i])) return;
    const project = list === 'asked' ? undefined : projectAroundOwn(locked, 'data', workspace);
    if (project !== undefined) {
      throw new SnapError(
        'refused',
        `Nothing was approved: snap's data directory ${displayPath(locked.own.data, locked)} is in the project ${displayPath(project, locked)}, and what is kept in a project is no permission of yours.`,
        {
          hint: 'Unset SNAP_DATA_DIR and XDG_DATA_HOME, or set them to a directory outside of the project. Then approve again.',
        },
      );
    }
    await locked.ownFiles.write(path, Buffer.from(`${JSON.stringify({ v: 1, approved: changed })}\n`));
  });
}
