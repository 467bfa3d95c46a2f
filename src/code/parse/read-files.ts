import { join } from 'node:path';
import type { JobWork } from '../../system/index.ts';
import { readText } from '../../system/workers/read-text.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { ModuleRecord } from '../module-record.ts';
import { scanRequests } from '../scan/scan-requests.ts';
import type { ReadBatch, ReadInput, ReadOutput } from './read-job.ts';
import { parser } from './parser.ts';
import { readModule, recordOf, type Parse } from './read-module.ts';
import { holdsScripts, scriptsIn } from './scripts-in.ts';

/** Larger files are generated. */
const maxBytes = 4 * 1024 ** 2;
const filesInBatch = 200;

/** Reads modules (see read-job.ts). First all that need no parser, then the others, a few at a time: the parser may
 * end this process. */
export default (async ({ root, paths, step, symbols }, { send }) => {
  let batch: (readonly [WorkspacePath, ModuleRecord])[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length > 0) await send(batch);
    batch = [];
  };
  const add = async (path: WorkspacePath, record: ModuleRecord): Promise<void> => {
    batch.push([path, record]);
    if (batch.length >= filesInBatch) await flush();
  };
  const unclear: WorkspacePath[] = [];
  for (const path of paths) {
    const text = symbols ? undefined : readText(join(root, path), maxBytes);
    if (symbols) unclear.push(path);
    else if (text === undefined) await add(path, unreadable);
    else {
      const requests = holdsScripts(path) ? undefined : scanRequests(path, text.latin1);
      if (requests === undefined) unclear.push(path);
      else await add(path, recordOf(requests, text.latin1));
    }
  }
  await flush();
  if (unclear.length === 0) return { parsed: 0 };
  const parse = await parser();
  for (let i = 0; i < unclear.length; i += step) {
    const next = unclear.slice(i, i + step);
    // The other side knows by this which files it was.
    await send([...batch, ...next.map((path) => [path, undefined] as const)]);
    batch = next.map((path) => {
      const text = readText(join(root, path), maxBytes);
      return [path, text === undefined ? unreadable : parsed(parse, path, Buffer.from(text.latin1, 'latin1').toString('utf8'), symbols)];
    });
  }
  await flush();
  return { parsed: unclear.length };
}) satisfies JobWork<ReadInput, ReadOutput, ReadBatch>;

const unreadable: ModuleRecord = { requests: [], problem: 'it cannot be read, or is larger than 4 MiB' };

function parsed(parse: Parse, path: WorkspacePath, text: string, symbols: boolean): ModuleRecord {
  const whole = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  const script = holdsScripts(path) ? scriptsIn(path, whole) : { path, text: whole };
  return readModule(parse, script.path, script.text, { symbols });
}
