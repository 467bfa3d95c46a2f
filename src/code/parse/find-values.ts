import { join } from 'node:path';
import type { JobWork } from '../../system/index.ts';
import { readText } from '../../system/workers/read-text.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import { valueLines } from '../scan/value-lines.ts';
import type { ValueInput } from './read-job.ts';

/** Larger files are left to the parser. */
const maxBytes = 1024 ** 2;

/** Looks for imports that are certainly values (see read-job.ts). */
export default (async ({ root, paths }) => {
  const lines = new Map<WorkspacePath, readonly number[]>();
  for (const path of paths) lines.set(path, valueLines(readText(join(root, path), maxBytes)?.latin1 ?? ''));
  return lines;
}) satisfies JobWork<ValueInput, ReadonlyMap<WorkspacePath, readonly number[]>>;
