import { SnapError } from '../../system/index.ts';
import { confine, type WorkspacePath } from '../../workspace/index.ts';
import { ToolError } from '../tool.ts';
import type { Workbench } from '../workbench.ts';

/**
 * Paths that a caller named, from the root of the workspace, each once.
 * @throws ToolError `INVALID_PATH` naming the first that leads out of it.
 */
export async function confined(
  { system, workspace }: Pick<Workbench, 'system' | 'workspace'>,
  given: readonly string[],
): Promise<readonly WorkspacePath[]> {
  const paths = new Set<WorkspacePath>();
  for (const path of given) {
    try {
      paths.add(await confine(system, workspace, path));
    } catch (error) {
      // Its message names the path; what else goes wrong (a disk that fails) is no matter of the argument.
      if (!(error instanceof SnapError) || error.code !== 'refused') throw error;
      throw new ToolError('INVALID_PATH', error.message.replace(/\.$/, ''), error.hint ?? 'Name files from the root of the workspace.');
    }
  }
  return [...paths];
}
