import type { CommitWindow, History } from '../../src/history/index.ts';
import { until } from './processes.ts';

/** The commits, when all of them are read: on a busy machine the first answer may come before that, and says so. */
export async function historyRead(history: Pick<History, 'commits'>): Promise<CommitWindow> {
  let window = await history.commits();
  const isPart = ({ limits }: CommitWindow): boolean => limits.some((limit) => limit.includes('so far'));
  await until(async () => !isPart(isPart(window) ? (window = await history.commits()) : window));
  return window;
}
