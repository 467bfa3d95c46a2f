import type { Changed, History } from '../history/index.ts';
import type { System } from '../system/index.ts';
import { type Exclusions, exclusions, ignoreRulesOf, type Workspace } from '../workspace/index.ts';

/** What is looked at in a workspace: what the person excluded is not, nor what snap wrote. */
export async function looked(system: System, workspace: Workspace, exclude: readonly string[], signal?: AbortSignal): Promise<Exclusions> {
  const { enters, wants } = await exclusions(system, workspace, exclude, signal);
  return {
    enters: (directory) => !isOurs(directory) && enters(directory),
    wants: (file) => !isOurs(file) && wants(file),
  };
}

/**
 * What differs from the last commit. Of what version control does not know yet the excluded is left out; what it tracks counts even
 * where a pattern excludes it, since somebody wanted it in.
 */
export async function presentChanges(
  { system, history, exclude }: { readonly system: System; readonly history: History; readonly exclude: readonly string[] },
  signal?: AbortSignal,
): Promise<Changed> {
  const changed = await history.changed(signal);
  // Version control has left out already what its own rules say.
  const isExcluded = await ignoreRulesOf([{ directory: '', text: exclude.join('\n') }], system.platform);
  const counts = ({ path, state }: Changed['files'][number]) => !isOurs(path) && (state !== 'untracked' || !isExcluded(path, 'file'));
  return { ...changed, files: changed.files.filter(counts) };
}

function isOurs(path: string): boolean {
  return path === '.snap' || path.startsWith('.snap/');
}
