import { join } from 'node:path';
import type { JobSide, JobWork, System } from '../../system/index.ts';
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
  return async ({ root, files, extra, oneByOne, texts = {} }: FilesInput<Extra>, { send }: JobSide<FilesBatch<Result>>) => {
    const examine = await prepare(extra);
    const system = nodeSystem();
    let results: [number, Result][] = [];
    let unread: [number, string][] = [];
    // The time of the first file begins here, and not when the process was started.
    await send({ next: 0, results, unread });
    let sent = performance.now();
    for (const [index, path] of files.entries()) {
      if (oneByOne || performance.now() - sent > reportMs) {
        await send({ next: index, results, unread });
        [results, unread] = [[], []];
        sent = performance.now();
      }
      const text = Object.hasOwn(texts, path) ? texts[path] : undefined;
      const read = text === undefined ? await readAt(system, join(root, path)) : Buffer.from(text);
      if (typeof read === 'string') unread.push([index, read]);
      const result = read === undefined || typeof read === 'string' ? undefined : examine(path, read);
      if (result !== undefined) results.push([index, result]);
    }
    await send({ next: files.length, results, unread });
    return undefined;
  };
}

/** The bytes of a file, or why they are not to be had. `undefined`: it is gone since it was listed. */
async function readAt(system: Pick<System, 'readBytes'>, path: string): Promise<Uint8Array | string | undefined> {
  try {
    const bytes = await system.readBytes(path);
    // Its text names no file: only its bytes would.
    return bytes ?? (path.includes('\uFFFD') ? 'its name is not UTF-8' : undefined);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'refused' ? 'permission is denied' : 'it could not be read';
  }
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.length > maxBytes || bytes.subarray(0, 8_000).includes(0)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
