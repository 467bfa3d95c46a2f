import { join } from 'node:path';
import { maskProse, maskTokens } from '../secrets/index.ts';
import { SnapError } from '../system/index.ts';
import { confine, type WorkspacePath } from '../workspace/index.ts';
import type { Workbench } from './workbench.ts';

/**
 * Paths that a caller named, from the root of the workspace, each once.
 * @throws SnapError `invalid-path` naming the first that leads out of it, or saying that one holds a secret: paths are stored.
 */
export async function confinedPaths(
  { system, workspace }: Pick<Workbench, 'system' | 'workspace'>,
  given: readonly string[],
): Promise<readonly WorkspacePath[]> {
  const paths = new Set<WorkspacePath>();
  for (const path of given) {
    if (maskTokens(path) !== path) throw secretInPath();
    try {
      const confinedPath = await confine(system, workspace, path);
      if (readsAsSecret(path) && (await system.look(join(workspace.root, confinedPath))) === undefined) throw secretInPath();
      paths.add(confinedPath);
    } catch (error) {
      // Its message names the path. Other errors (a failing disk) are not caused by the argument.
      if (!(error instanceof SnapError) || error.code !== 'refused') throw error;
      throw new SnapError('invalid-path', maskProse(error.message), { hint: error.hint ?? 'Name files from the root of the workspace.' });
    }
  }
  return [...paths];
}

/** Names of new files may look random (a hash, a date and words), so a long word alone is no secret while it could be a name. */
function readsAsSecret(path: string): boolean {
  return (/[\s:=@<>]/.test(path) || !/[./\\]/.test(path)) && maskProse(path) !== path;
}

/** Does not repeat it. */
function secretInPath(): SnapError {
  return new SnapError('invalid-path', 'A path holds what looks like a secret.', {
    hint: 'Name files from the root of the workspace, nothing else.',
  });
}
