import { basename } from 'node:path';
import { core, type FoundWorkspace, type System } from '../core.ts';
import type { OpenFolder } from '../desk.ts';
import type { WorkspaceFact } from '../gates/facts.ts';

/** A folder as snap sees it; `undefined` where it cannot be a workspace of snap, such as the home directory. */
export async function openFolder(system: System, folder: string): Promise<OpenFolder | undefined> {
  const { openWorkspace, refusalOf } = await core.workspace();
  if ((await refusalOf(system, folder)) !== undefined) return undefined;
  const workspace = await openWorkspace(system, folder);
  const [own, project] = await Promise.all([system.look(workspace.privateDirectory), system.look(workspace.projectDirectory)]);
  const keptIn = project?.kind === 'directory' ? 'project' : 'private';
  return { workspace, keptIn, isInitialized: keptIn === 'project' || own?.kind === 'directory' };
}

/** What the gates are told of the current folder and the others of the window. */
export async function workspaceFact(system: System, current: OpenFolder | undefined, all: readonly string[]): Promise<WorkspaceFact> {
  if (current === undefined) return unfitFact(system, all);
  const named = { name: basename(current.workspace.root), isOnly: all.length < 2, server: await firstInitialized(system, all) };
  return current.isInitialized ? { kind: 'initialized', keptIn: current.keptIn, ...named } : { kind: 'new', ...named };
}

/** Why snap does not work in what is open. */
async function unfitFact(system: System, folders: readonly string[]): Promise<WorkspaceFact> {
  const { refusalOf } = await core.workspace();
  for (const folder of folders) {
    const reason = await refusalOf(system, folder);
    if (reason !== undefined) return { kind: 'none', reason };
  }
  return { kind: 'none' };
}

async function firstInitialized(system: System, folders: readonly string[]): Promise<string | undefined> {
  for (const folder of folders) if ((await openFolder(system, folder))?.isInitialized === true) return folder;
  return undefined;
}

/** Where config files of assistants are looked for: the workspace of the folder, or the home directory where no folder is open. */
export async function probedFolder(system: System, folder: string | undefined): Promise<FoundWorkspace> {
  if (folder === undefined) return { path: system.home, isProject: false };
  return (await core.workspace()).findWorkspace(system, folder);
}
