import { join } from 'node:path';
import type { JobSide, JobWork } from '../../system/index.ts';
import { nodeSystem } from '../../system/node.ts';
import type { FilesBatch, FilesInput } from './over-files.ts';

/** Larger files are data, or were written by a program. */
const maxBytes = 2 * 1024 * 1024;
/** Milliseconds between two reports of progress. */
const reportMs = 40;

/** Examines one file. `undefined`: nothing to say about it. */
export type ExamineFile<Result> = (path: string, text: string) => Result | undefined;
/** The same, of its bytes. */
export type ExamineBytes<Result> = (path: string, bytes: Uint8Array) => Result | undefined;

/**
 * The work of a job that examines files one by one; `prepare` loads what it needs, once. What is no text, or too large, is left out.
 * Reports its progress, so that the caller can find a file that stops the work or ends the process, and leave it out.
 */
export function examineFiles<Extra, Result>(
  prepare: (extra: Extra) => Promise<ExamineFile<Result>>,
): JobWork<FilesInput<Extra>, undefined, FilesBatch<Result>> {
  return examineBytes(async (extra) => {
    const examine = await prepare(extra);
    return (path, bytes) => {
      const text = textOf(bytes);
      return text === undefined ? undefined : examine(path, text);
    };
  });
}

/** The same for work that decides by itself what is text. */
export function examineBytes<Extra, Result>(
  prepare: (extra: Extra) => Promise<ExamineBytes<Result>>,
): JobWork<FilesInput<Extra>, undefined, FilesBatch<Result>> {
  return async ({ root, files, extra, oneByOne }: FilesInput<Extra>, { send }: JobSide<FilesBatch<Result>>) => {
    const examine = await prepare(extra);
    const system = nodeSystem();
    let results: [number, Result][] = [];
    // The time of the first file begins here, and not when the process was started.
    await send({ next: 0, results });
    let sent = performance.now();
    for (const [index, path] of files.entries()) {
      if (oneByOne || performance.now() - sent > reportMs) {
        await send({ next: index, results });
        results = [];
        sent = performance.now();
      }
      // Gone or not to be read since it was listed: there is nothing to examine.
      const bytes = await system.readBytes(join(root, path)).catch(() => undefined);
      const result = bytes === undefined ? undefined : examine(path, bytes);
      if (result !== undefined) results.push([index, result]);
    }
    await send({ next: files.length, results });
    return undefined;
  };
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.length > maxBytes || bytes.subarray(0, 8_000).includes(0)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
