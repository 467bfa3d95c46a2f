import { displayPath, partsBelow, realPathOf, type System } from '../system/index.ts';
import type { FileChange, Refusal } from './change.ts';

/** Why a file of a project is not written: a link on the way to it leads out of the project. */
export async function leadsOut(system: System, { path, project }: FileChange): Promise<Refusal | undefined> {
  if (project === undefined) return undefined;
  const [real, root] = await Promise.all([realPathOf(system, path), realPathOf(system, project)]);
  if (real.kind === 'unknown' || root.kind === 'unknown' || partsBelow(system, root.path, real.path) !== undefined) return undefined;
  return {
    message: `${displayPath(path, system)}: a link in the project leads out of it, to ${displayPath(real.path, system)}, so nothing was written.`,
    hint: 'If you want it there, change that file itself; else replace the link by a file.',
  };
}
