import type { System } from '../system/index.ts';
import type { Workspace } from '../workspace/index.ts';
import { defaults, fileNames } from './defaults.ts';
import type { ReadSettings } from './settings.ts';

/**
 * What is set for this workspace: defaults, the user's file, the project's file, the user's section for the workspace; the later one
 * wins, patterns add up. Never throws because of the content of a file: mistakes are reported in `problems`, and the rest is used.
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
  // Most people have no settings file, and the start of a server must not load the reader for none.
  if (found.length === 0) return { settings: defaults, problems: [], files: [] };
  const { readFound } = await import('./read-found.ts');
  return readFound(system, workspace, found);
}
