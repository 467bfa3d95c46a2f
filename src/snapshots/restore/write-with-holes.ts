import { writeAll } from '../../system/index.ts';
import type { WorkspaceCalls } from '../disk.ts';

/** Zeros are left out in units of this size: smaller ones would cut a usual file into many pieces on the disk. */
const blockLength = 64 * 1024;
const zeros = Buffer.alloc(blockLength);

/**
 * Writes a new file, empty so far. Long runs of zeros are not written, so that the holes of a sparse file are holes again (snapshots do not
 * keep where they were, and Node cannot ask: https://man7.org/linux/man-pages/man2/lseek.2.html SEEK_HOLE).
 * @returns how many bytes it has.
 */
export function writeWithHoles(calls: Pick<WorkspaceCalls, 'write' | 'ftruncate'>, fd: number, pieces: Iterable<Uint8Array>): number {
  let size = 0;
  let written = 0;
  // Large holes are one piece, given again and again.
  let empty: Uint8Array | undefined;
  for (const piece of pieces) {
    if (piece !== empty) {
      const end = writeBlocks(calls, fd, piece, size);
      if (end !== undefined) written = end;
      else empty = piece;
    }
    size += piece.length;
  }
  if (written < size) calls.ftruncate(fd, size);
  return size;
}

/** @returns where in the file the last byte that was written is followed; `undefined` when all are zeros. */
function writeBlocks(calls: Pick<WorkspaceCalls, 'write'>, fd: number, piece: Uint8Array, position: number): number | undefined {
  let end: number | undefined;
  // What is not zeros is written in as few calls as possible.
  let from = 0;
  const write = (to: number): void => {
    if (from === to) return;
    writeAll(calls, fd, piece.subarray(from, to), position + from);
    end = position + to;
  };
  for (let at = 0; at + blockLength <= piece.length; at += blockLength) {
    if (piece[at] !== 0 || Buffer.compare(piece.subarray(at, at + blockLength), zeros) !== 0) continue;
    write(at);
    from = at + blockLength;
  }
  write(piece.length);
  return end;
}
