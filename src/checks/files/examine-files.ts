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
/** The same, of its bytes; a text says why they were not examined. */
export type ExamineBytes<Result> = (path: string, bytes: Uint8Array) => Result | string | undefined;

/**
 * The work of a job that examines files one by one; `prepare` loads what it needs, once. What is no text, or too large, is left out with the reason.
 * Reports its progress, so that the caller can find a file that stops the work or ends the process, and leave it out.
 */
export function examineFiles<Extra, Result extends object>(
  prepare: (extra: Extra) => Promise<ExamineFile<Result>>,
): JobWork<FilesInput<Extra>, undefined, FilesBatch<Result>> {
  return examineBytes(async (extra) => {
    const examine = await prepare(extra);
    return (path, bytes) => {
      if (bytes.length > maxBytes) return 'it is larger than 2 MiB';
      return isText(bytes) ? examine(path, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) : noText;
    };
  });
}

/** The same for work that decides by itself what is text. */
export function examineBytes<Extra, Result extends object>(
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
      const result = read === undefined || typeof read === 'string' ? read : examine(path, read);
      if (typeof result === 'string') unread.push([index, result]);
      else if (result !== undefined) results.push([index, result]);
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

export const noText = 'it is no text';

/**
 * Whether the bytes are those of a text. A single NUL makes none of them a program's: what runs the file passes over it, and it would hide everything else.
 */
export function isText(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 8_000);
  return !start.includes(0) || start.filter(isControl).length * 20 < start.length;
}

function isControl(byte: number): boolean {
  return byte < 9 || (byte > 13 && byte < 32 && byte !== 27);
}
