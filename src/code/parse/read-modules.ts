import { join } from 'node:path';
import { type JobEnd, SnapError, type System } from '../../system/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';
import type { ModuleRecord } from '../module-record.ts';
import { scanRequests } from '../scan/scan-requests.ts';
import { type ImportLines, importLines } from '../scan/import-lines.ts';
import { recordOf, type Wanted } from './read-module.ts';
import { type ReadBatch, type ReadEntry, readJob, type ReadOutput, importLinesJob } from './read-job.ts';
import { holdsScripts } from './scripts-in.ts';

export interface ReadOptions {
  readonly wanted: Wanted;
  /** Of `uses`: the lines of the imports whose names matter. */
  readonly linesOf?: (path: WorkspacePath) => readonly number[];
  readonly signal: AbortSignal | undefined;
  readonly maxMs: number;
}

/** So few are read here: starting a worker takes longer. */
const maxHere = 24;
/** Files between two messages of the worker; each of them is tried alone after it has died. */
const step = 32;
/** So many files may end the worker before nothing more is parsed. */
const maxDeaths = 8;

/**
 * Reads modules: a few at once by itself, many in the worker, and whatever needs the parser there too, which may die of a text: then that file has a
 * `problem`. Nothing keeps this process busy for long.
 * @throws SnapError `timeout`; `not-available` where the parser cannot be loaded. The reason of the signal.
 */
export async function readModules(
  system: System,
  root: string,
  paths: readonly WorkspacePath[],
  { linesOf, maxMs, signal, wanted }: ReadOptions,
): Promise<ReadonlyMap<WorkspacePath, ModuleRecord>> {
  const records = new Map<WorkspacePath, ModuleRecord>();
  let left = paths;
  if (wanted === 'requests' && paths.length <= maxHere) left = await readHere(system, root, paths, records);
  let deaths = 0;
  for (let size = step; left.length > 0;) {
    let next: readonly WorkspacePath[] = [];
    const lines = linesOf === undefined ? [] : left.map(linesOf);
    const end = await system.runJob(readJob, { root, paths: left, wanted, lines, step: size }, { maxMs, signal, onBatch });
    if (end.state === 'done') break;
    if (end.state !== 'crashed' && end.state !== 'out-of-memory') throw failure(end, signal);
    left = left.filter((path) => !records.has(path));
    if (next.length > 1 && size > 1) {
      size = 1;
      continue;
    }
    deaths += 1;
    const lost = deaths > maxDeaths || next.length === 0 ? left : next;
    for (const path of lost)
      records.set(path, { requests: [], problem: 'the parser died of it, as it does of code that is nested too deeply' });
    left = left.filter((path) => !records.has(path));

    function onBatch(batch: ReadBatch): void {
      ({ next } = batch);
      for (const [path, record] of JSON.parse(batch.records) as readonly ReadEntry[]) records.set(path, record);
    }
  }
  return records;
}

/** As `importLines` of scan/: of a few files here, of many in the worker. Where the worker fails nothing is known, and the parser is asked. */
export async function findImportLines(
  system: System,
  root: string,
  paths: readonly WorkspacePath[],
  { maxMs, signal }: Omit<ReadOptions, 'wanted' | 'linesOf'>,
): Promise<ReadonlyMap<WorkspacePath, ImportLines>> {
  const lines = new Map<WorkspacePath, ImportLines>();
  if (paths.length > maxHere) {
    const end = await system.runJob(importLinesJob, { root, paths }, { maxMs, signal });
    signal?.throwIfAborted();
    return end.state === 'done' ? end.output : lines;
  }
  for (const path of paths) {
    const bytes = await textOf(system, join(root, path));
    if (bytes !== undefined && bytes.length <= maxBytesHere) lines.set(path, importLines(path, Buffer.from(bytes).toString('latin1')));
  }
  return lines;
}

/** @returns those that need the parser. */
async function readHere(
  system: System,
  root: string,
  paths: readonly WorkspacePath[],
  records: Map<WorkspacePath, ModuleRecord>,
): Promise<readonly WorkspacePath[]> {
  const unclear: WorkspacePath[] = [];
  for (const path of paths) {
    const bytes = holdsScripts(path) ? undefined : await textOf(system, join(root, path));
    const text = bytes === undefined || bytes.length > maxBytesHere ? undefined : Buffer.from(bytes).toString('latin1');
    const requests = text === undefined ? undefined : scanRequests(path, text);
    if (requests === undefined || text === undefined) unclear.push(path);
    else records.set(path, recordOf(requests, text));
  }
  return unclear;
}

/** A larger file could keep this process busy. */
const maxBytesHere = 512 * 1024;

async function textOf(system: System, path: string): Promise<Uint8Array | undefined> {
  try {
    return await system.readBytes(path);
  } catch {
    // The worker says what is wrong with it.
    return undefined;
  }
}

function failure(end: Exclude<JobEnd<ReadOutput>, { state: 'done' }>, signal: AbortSignal | undefined): unknown {
  if (end.state === 'cancelled' && signal !== undefined) return signal.reason;
  if (end.state === 'late') return new SnapError('timeout', 'The files of the workspace were not read in time.');
  if (end.state === 'missing-binding') return new SnapError('not-available', end.reason);
  return new SnapError('io', `The files of the workspace could not be read: ${'reason' in end ? end.reason : end.state}`);
}
