import type { WorkspacePath } from '../../workspace/index.ts';
import type { LayerContext } from '../mode.ts';
import type { CompanionDocument } from './document.ts';

/** Less often is chance. */
const leastTogether = 3;
const leastShare = 0.4;

/**
 * Files that usually change with these, by the log of git; those that are changed now are marked. Empty without git.
 * @param since when the question began: what git said after it need not be asked again.
 */
export async function companionsOf(
  context: LayerContext,
  files: readonly WorkspacePath[],
  since: number,
): Promise<readonly CompanionDocument[]> {
  const { history } = await context.workbench();
  const [found, now] = await Promise.all([history.companions(files, context.signal), history.changed(context.signal, since)]);
  const changed = new Set(now.files.map(({ path }) => path));
  return found
    .filter(({ of, together }) => together >= leastTogether && together / of >= leastShare)
    .map(({ file, goesWith, of, together }) => ({ file, goesWith, together, of, changed: changed.has(file) }));
}
