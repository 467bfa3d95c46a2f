import type { Changed, History } from './history.ts';
import type { System } from '../system/index.ts';
import { ignoreRulesOf, isOwnFile } from '../workspace/index.ts';

/**
 * What differs from the last commit. Excluded files are left out only where version control does not track them: what it tracks counts,
 * since somebody added it.
 */
export async function uncommittedChanges(
  { system, history, exclude }: { readonly system: System; readonly history: History; readonly exclude: readonly string[] },
  signal?: AbortSignal,
): Promise<Changed> {
  const changed = await history.changed(signal);
  // Version control has already applied its own ignore rules.
  const isExcluded = await ignoreRulesOf([{ directory: '', text: exclude.join('\n') }], system.platform);
  const counts = ({ path, state }: Changed['files'][number]) => !isOwnFile(path) && (state !== 'untracked' || !isExcluded(path, 'file'));
  return { ...changed, files: changed.files.filter(counts) };
}
