import type { System } from '../system/index.ts';
import { projectAroundOwn, type Workspace } from '../workspace/index.ts';
import { defaults, fileNames } from './defaults.ts';
import type { ReadSettings } from './settings.ts';

/**
 * The settings for this workspace, from the defaults, the user's file, the project's file and the user's section for the workspace.
 * Later sources override earlier ones; patterns are combined. Never throws because of the content of a file: mistakes are reported in
 * `problems`, and the rest is used. A file of the user that stands in the project (see `projectAroundOwn`) may hold only what a project may.
 */
export async function readSettings(system: System, workspace: Workspace | undefined): Promise<ReadSettings> {
  const directories = [
    { origin: 'user' as const, path: system.own.config },
    ...(workspace === undefined ? [] : [{ origin: 'project' as const, path: workspace.projectDirectory }]),
  ];
  const found = [];
  for (const directory of directories) {
    const names = await system.list(directory.path);
    const present = fileNames.filter((name) => names?.includes(name));
    if (present.length === 0) continue;
    const project = directory.origin === 'user' ? projectAroundOwn(system, 'config', workspace) : undefined;
    found.push({ ...directory, present, ...(project === undefined ? {} : { origin: 'project' as const, project }) });
  }
  // Most people have no settings file, so the reader is loaded only when there is one: the server starts faster.
  if (found.length === 0) return { settings: defaults, problems: [], files: [] };
  const { readFound } = await import('./read-found.ts');
  return readFound(system, workspace, found);
}
