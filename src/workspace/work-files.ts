import type { System } from '../system/index.ts';
import { type Exclusions, exclusions } from './exclusions.ts';
import type { Workspace } from './workspace.ts';

/** Which files of a workspace count as work: neither those that the person excluded nor those that snap wrote. */
export async function workFiles(
  system: System,
  workspace: Workspace,
  exclude: readonly string[],
  signal?: AbortSignal,
): Promise<Exclusions> {
  const { enters, wants } = await exclusions(system, workspace, exclude, signal);
  return {
    enters: (directory) => !isOwnFile(directory) && enters(directory),
    wants: (file) => !isOwnFile(file) && wants(file),
  };
}

/** Whether snap itself wrote the file, or what is in this directory. */
export function isOwnFile(path: string): boolean {
  return path === '.snap' || path.startsWith('.snap/');
}
