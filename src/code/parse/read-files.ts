import { join } from 'node:path';
import type { JobWork } from '../../system/index.ts';
import { readText } from '../../system/workers/read-text.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { ModuleRecord } from '../module-record.ts';
import { scanRequests } from '../scan/scan-requests.ts';
import type { ReadBatch, ReadEntry, ReadInput, ReadOutput } from './read-job.ts';
import { parser } from './parser.ts';
import { decoded, type Parse, readModule, readQuickly, recordOf, type Wanted } from './read-module.ts';
import { holdsScripts, scriptsIn } from './scripts-in.ts';

/** Larger files are generated. */
const maxBytes = 4 * 1024 ** 2;
const filesInBatch = 400;

/** Reads modules (see read-job.ts). First all that need no parser, then the others, a few at a time: the parser may
 * end this process. */
export default (async ({ lines = [], paths, root, step, wanted }, { send }) => {
  let batch: ReadEntry[] = [];
  const flush = async (next: readonly WorkspacePath[] = []): Promise<void> => {
    if (batch.length + next.length > 0) await send({ records: JSON.stringify(batch), next });
    batch = [];
  };
  const unclear: WorkspacePath[] = [];
  for (const path of wanted === 'requests' ? paths : []) {
    const text = readText(join(root, path), maxBytes);
    const requests = text === undefined || holdsScripts(path) ? undefined : scanRequests(path, text.latin1);
    if (text === undefined) batch.push([path, unreadable]);
    else if (requests === undefined) unclear.push(path);
    else batch.push([path, recordOf(requests, text.latin1)]);
    if (batch.length >= filesInBatch) await flush();
  }
  if (wanted !== 'requests') unclear.push(...paths);
  await flush();
  if (unclear.length === 0) return { parsed: 0 };
  const parse = await parser();
  for (let i = 0; i < unclear.length; i += step) {
    const next = unclear.slice(i, i + step);
    // The other side knows by this which files it was.
    await flush(next);
    for (const [j, path] of next.entries()) {
      const text = readText(join(root, path), maxBytes);
      batch.push([path, text === undefined ? unreadable : parsedOrNot(parse, path, text.latin1, { wanted, lines: lines[i + j] ?? [] })]);
    }
  }
  await flush();
  return { parsed: unclear.length };
}) satisfies JobWork<ReadInput, ReadOutput, ReadBatch>;

const unreadable: ModuleRecord = { requests: [], problem: 'it cannot be read, or is larger than 4 MiB' };

/** As {@link parsed}; a file that is nested deeper than the stack is one that could not be read, and not the end of all others. */
function parsedOrNot(...file: Parameters<typeof parsed>): ModuleRecord {
  try {
    return parsed(...file);
  } catch (error) {
    // V8's words for a stack that is full: https://nodejs.org/docs/latest-v20.x/api/errors.html#class-rangeerror (2026-11-23)
    if (error instanceof RangeError) return { requests: [], problem: 'it is nested too deeply' };
    throw error;
  }
}

function parsed(
  parse: Parse,
  path: WorkspacePath,
  latin1: string,
  { lines, wanted }: { readonly wanted: Wanted; readonly lines: readonly number[] },
): ModuleRecord {
  if (!holdsScripts(path)) return readQuickly(parse, path, latin1, wanted, lines);
  const script = scriptsIn(path, decoded(latin1));
  return readModule(parse, script.path, script.text, wanted);
}
