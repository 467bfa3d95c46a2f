import { closeSync, fstatSync, writeSync } from 'node:fs';

/**
 * Says one line to the process that started this one in the background, if one did: that it is ready, or why it gives up. Once; a starter that has
 * ended meanwhile is no failure.
 * @param descriptor the value of SNAP_READY_FD.
 */
export function sayReady(descriptor: string | undefined, line: string): void {
  const fd = Number(descriptor);
  if (descriptor === undefined || !Number.isInteger(fd) || fd < 3) return;
  try {
    const stats = fstatSync(fd);
    // The variable may have been set by something else, and the number be that of a file.
    if (!stats.isFIFO() && !stats.isSocket()) return;
    writeSync(fd, `${line}\n`);
    closeSync(fd);
  } catch {
    // The starter has ended.
  }
}
