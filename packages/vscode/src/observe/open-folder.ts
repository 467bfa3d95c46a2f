import { core, type System } from '../core.ts';
import type { OpenFolder } from '../desk.ts';

/** A folder as snap sees it; `undefined` where it can be no workspace of snap's, such as the home directory. */
export async function openFolder(system: System, folder: string): Promise<OpenFolder | undefined> {
  const { openWorkspace, refusalOf } = await core.workspace();
  if ((await refusalOf(system, folder)) !== undefined) return undefined;
  const workspace = await openWorkspace(system, folder);
  const [own, project] = await Promise.all([system.look(workspace.privateDirectory), system.look(workspace.projectDirectory)]);
  const keptIn = project?.kind === 'directory' ? 'project' : 'private';
  return { workspace, keptIn, isInitialized: keptIn === 'project' || own?.kind === 'directory' };
}
