import { constants } from 'node:fs';
import type { Stats } from 'node:fs';
import type { Disk } from './disk.ts';
import { SnapError } from './errors.ts';
import { diskError, failureCode, displayPath } from './failures.ts';
import { requirePlainFile } from './plain-file.ts';
import type { LogLines } from './system.ts';

/** No log has that many records; a file of this size is something else, and reading it would block the caller. */
const largest = 64 * 1024 * 1024;
/** Bytes before the known end that are compared: a file that was replaced may have the inode of the old one again. */
const overlap = 512;

interface Known {
  readonly stats: Stats;
  readonly lines: string[];
  /** Behind the last whole line. */
  readonly end: number;
  /** The bytes right before `end`. */
  readonly last: Buffer;
}

/** Reads a log again and again, each time only what was added. */
export function createLogReader(disk: Disk, path: string): { read(): LogLines } {
  let known: Known | undefined;
  return {
    read() {
      const file = openToRead(disk, path);
      if (file === undefined) {
        known = undefined;
        return { lines: [], isTorn: false, exists: false };
      }
      try {
        known = update(disk, file.fd, file.stats, known);
      } catch (error) {
        throw diskError(disk.system.home, path, 'could not be read', error);
      } finally {
        disk.calls.close(file.fd);
      }
      return { lines: known.lines, isTorn: known.end < known.stats.size, exists: true };
    },
  };
}

function update(disk: Disk, fd: number, stats: Stats, known: Known | undefined): Known {
  if (known !== undefined && known.stats.ino === stats.ino && known.stats.dev === stats.dev) {
    if (stats.size === known.stats.size && stats.mtimeMs === known.stats.mtimeMs) return known;
    if (stats.size > known.stats.size) {
      const from = known.end - known.last.length;
      const bytes = readRange(disk, fd, from, stats.size);
      if (bytes.subarray(0, known.last.length).equals(known.last)) return grown(known.lines, stats, from, bytes, known.last.length);
    }
  }
  return grown([], stats, 0, readRange(disk, fd, 0, stats.size), 0);
}

/** Adds the whole lines of `bytes` behind `start`; they stand at `from` in the file. */
function grown(lines: string[], stats: Stats, from: number, bytes: Buffer, start: number): Known {
  const stop = bytes.lastIndexOf(0x0a) + 1;
  if (stop > start) for (const line of bytes.toString('utf8', start, stop - 1).split('\n')) lines.push(line);
  const end = Math.max(stop, start);
  return { stats, lines, end: from + end, last: Buffer.from(bytes.subarray(Math.max(0, end - overlap), end)) };
}

/** The content in lines, an unfinished last one among them, and the bytes of each: what is no UTF-8 is kept as it is. */
export function readSplit(disk: Disk, path: string): { readonly lines: readonly string[]; bytesOf(line: string): Buffer } {
  const file = openToRead(disk, path);
  if (file === undefined) return { lines: [], bytesOf: (line) => Buffer.from(line) };
  try {
    const bytes = readRange(disk, file.fd, 0, file.stats.size);
    const lines: string[] = [];
    const odd = new Map<string, Buffer>();
    for (let start = 0; start < bytes.length;) {
      const found = bytes.indexOf(0x0a, start);
      const end = found === -1 ? bytes.length : found;
      const line = bytes.toString('utf8', start, end);
      if (line.includes('\uFFFD')) odd.set(line, bytes.subarray(start, end));
      lines.push(line);
      start = end + 1;
    }
    return { lines, bytesOf: (line) => odd.get(line) ?? Buffer.from(line) };
  } catch (error) {
    throw diskError(disk.system.home, path, 'could not be read', error);
  } finally {
    disk.calls.close(file.fd);
  }
}

function openToRead(disk: Disk, path: string): { readonly fd: number; readonly stats: Stats } | undefined {
  const { calls, system } = disk;
  try {
    if (requirePlainFile(disk, path) === undefined) return undefined;
    // Windows knows neither of the first two; undefined adds nothing.
    const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
    const fd = calls.open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stats = calls.fstat(fd);
    if (stats.size <= largest) return { fd, stats };
    calls.close(fd);
  } catch (error) {
    // Gone, or never there.
    if (['ENOENT', 'ENOTDIR'].includes(failureCode(error) ?? '')) return undefined;
    throw diskError(system.home, path, 'could not be read', error);
  }
  throw new SnapError('refused', `${displayPath(path, system)}: this file is larger than 64 MiB.`, {
    hint: 'Move it away, or keep a part of its lines.',
  });
}

function readRange({ calls }: Disk, fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  let done = 0;
  while (done < bytes.length) {
    const taken = calls.read(fd, bytes.subarray(done), from + done);
    // The file became shorter while it was read.
    if (taken === 0) break;
    done += taken;
  }
  return bytes.subarray(0, done);
}
