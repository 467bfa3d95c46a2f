import type { Workbench } from '../../workbench/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { isAmong } from '../is-among.ts';

/**
 * How much trouble was recorded since a moment: reports of broken rules, tasks that were blocked or abandoned, goals that were missed.
 * @param files only what is about them; empty: all.
 * @returns `undefined` where nothing was recorded since, neither good nor bad: then nobody knows.
 */
export async function troubleSince(
  { knowledge, tasks }: Pick<Workbench, 'knowledge' | 'tasks'>,
  at: string,
  files: readonly WorkspacePath[],
): Promise<number | undefined> {
  const isMeant = (path: string): boolean => isAmong(path, files);
  const types = await knowledge.violationTypes();
  const reports = types.flatMap(({ violations }) => violations).filter((one) => one.at > at && isMeant(one.file));
  const ended = (await tasks.recent(20)).flatMap(({ end }) => (end !== undefined && end.at > at ? [end] : []));
  const about = ended.filter(({ change }) => change.paths.length === 0 || change.paths.some(isMeant));
  const bad = about.filter(({ outcome, goal }) => outcome !== 'completed' || goal?.status === 'missed');
  return reports.length + about.length === 0 ? undefined : reports.length + bad.length;
}
