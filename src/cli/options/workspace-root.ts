import { shownPath, SnapError } from '../../system/index.ts';
import { findWorkspace, refusalOf } from '../../workspace/index.ts';
import type { Invocation, Options } from '../command.ts';
import { tilde } from '../words.ts';

/** On every command that works in a workspace. */
export const workspaceOption = {
  workspace: { type: 'string', value: 'dir', help: 'The project (default: the one you are in)' },
} as const satisfies Options;

/**
 * The root of the workspace that the command line means.
 * @throws SnapError `no-workspace` where snap must not work, or where nothing shows that it is a project.
 */
export async function rootFor({ values, system, words }: Invocation, takesAnyDirectory: boolean): Promise<string> {
  const named = values.text('workspace');
  const { path, isProject } = await findWorkspace(system, named);
  const hint = `Go to a project, or name it: snap ${words} --workspace <dir>.`;
  const refusal = await refusalOf(system, path);
  if (refusal !== undefined) throw new SnapError('no-workspace', tilde(refusal, system.home), { hint });
  if (!isProject && !takesAnyDirectory) {
    throw new SnapError('no-workspace', `${shownPath(system.home, path)}: nothing here or above shows that this is a project.`, {
      hint: `${hint} "snap init" makes this directory one.`,
    });
  }
  return path;
}
