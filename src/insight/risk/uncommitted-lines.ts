import { join } from 'node:path';
import type { History } from '../../history/index.ts';
import type { System } from '../../system/index.ts';
import type { Workspace } from '../../workspace/index.ts';
import { isProgramCode, type LineCounts, measureCode } from './program-code.ts';

/** Of more files the lines are not read: their number is the change. */
const maxFiles = 200;
const maxBytes = 1024 * 1024;

/**
 * The change that is not committed, as `Forecast.risk` wants it: of each file of program code the added lines, and how many of them are code. Lines
 * that were only taken away are not counted. Empty where git cannot say.
 */
export async function uncommittedLines(
  system: System,
  { root }: Pick<Workspace, 'root'>,
  history: Pick<History, 'addedLines'>,
  signal?: AbortSignal,
): Promise<readonly LineCounts[]> {
  const { files } = await history.addedLines('uncommitted', signal);
  const counts: LineCounts[] = [];
  for (const [file, ranges] of files) {
    signal?.throwIfAborted();
    if (counts.length === maxFiles) break;
    if (!isProgramCode(file)) continue;
    const seen = await system.look(join(root, file));
    if (seen?.kind !== 'file' || seen.size > maxBytes) continue;
    const bytes = await system.readBytes(join(root, file));
    if (bytes === undefined || bytes.includes(0)) continue;
    const lines = Buffer.from(bytes).toString('utf8').replace(/\n$/, '').split('\n');
    const added = ranges.flatMap(({ from, to }) => lines.slice(from - 1, to));
    counts.push({ file, added: added.length, deleted: 0, ...measureCode(added) });
  }
  return counts;
}
