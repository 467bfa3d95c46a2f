import { displayPath, SnapError } from '../../system/index.ts';
import { findWorkspace, refusalOf } from '../../workspace/index.ts';
import type { Invocation, Options } from '../command.ts';
import { displayPaths } from '../words.ts';

/** For every command that works in a workspace. */
export const workspaceOption = {
  workspace: { type: 'string', value: 'dir', help: 'The project (default: the one you are in)' },
} as const satisfies Options;

/**
 * The root of the workspace that the options name, or of the current directory.
 * @throws SnapError `no-workspace` where snap must not work, or where nothing shows that the directory is a project.
 */
export async function rootFor({ values, system, words }: Invocation, takesAnyDirectory: boolean): Promise<string> {
  const named = values.text('workspace');
  const hint = `Change to a project directory, or name one: snap ${words} --workspace <dir>.`;
  if (named === undefined && system.isCwdGone === true)
    throw new SnapError('no-workspace', 'The directory you are in does not exist any more.', { hint });
  const { path, isProject } = await findWorkspace(system, named);
  const refusal = await refusalOf(system, path);
  if (refusal !== undefined) throw new SnapError('no-workspace', displayPaths(refusal, system.home), { hint });
  if (!isProject && !takesAnyDirectory) {
    throw new SnapError('no-workspace', `${displayPath(path, system)}: this directory and its parents do not look like a project.`, {
      hint: `${hint} "snap init" makes this directory a project.`,
    });
  }
  return path;
}
