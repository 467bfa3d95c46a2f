import type { System } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { defaults, fileNames } from './defaults.ts';
import type { ReadSettings } from './settings.ts';

/**
 * The settings for this workspace, from the defaults, the user's file, the project's file and the user's section for the workspace.
 * Later sources override earlier ones; patterns are combined. Never throws because of the content of a file: mistakes are reported in
 * `problems`, and the rest is used.
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
    if (present.length > 0) found.push({ ...directory, present });
  }
  // Most people have no settings file, so the reader is loaded only when there is one: the server starts faster.
  if (found.length === 0) return { settings: defaults, problems: [], files: [] };
  const { readFound } = await import('./read-found.ts');
  return readFound(system, workspace, found);
}
