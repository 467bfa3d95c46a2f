import { join } from 'node:path';
import type { JobWork } from '../../system/index.ts';
import { readText } from '../../system/workers/read-text.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { type ImportLines, importLines } from '../scan/import-lines.ts';
import type { ImportLinesInput } from './read-job.ts';

/** Larger files are left to the parser. */
const maxBytes = 1024 ** 2;

/** Looks for imports that need no parser (see read-job.ts). */
export default (async ({ root, paths }) => {
  const lines = new Map<WorkspacePath, ImportLines>();
  for (const path of paths) lines.set(path, importLines(path, readText(join(root, path), maxBytes)?.latin1 ?? ''));
  return lines;
}) satisfies JobWork<ImportLinesInput, ReadonlyMap<WorkspacePath, ImportLines>>;
