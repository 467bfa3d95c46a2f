// What files take, and what the disk itself takes to keep a line.
import { closeSync, fdatasyncSync, lstatSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import { median } from '../support/report.mjs';

/** Bytes on the disk, in whole blocks, as du counts them. */
export function sizeOf(paths) {
  const below = (path) => {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return 0;
    const own = stat.blocks * 512;
    return stat.isDirectory() ? readdirSync(path).reduce((sum, name) => sum + below(join(path, name)), own) : own;
  };
  return paths.reduce((sum, path) => sum + below(path), 0);
}

/** Milliseconds of one fdatasync of a line at the end of a file. */
export function floorOfSync(directory) {
  const fd = openSync(join(directory, 'synced'), 'w');
  const times = Array.from({ length: 15 }, () => {
    const began = performance.now();
    writeSync(fd, 'a line of a journal, about as long as one\n');
    fdatasyncSync(fd);
    return performance.now() - began;
  });
  closeSync(fd);
  return median(times);
}

/** Reads every file once, so that no engine finds a colder tree than the next. */
export function warm(root) {
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    const path = join(root, entry.name);
    if (entry.isDirectory()) warm(path);
    else if (entry.isFile()) readFileSync(path);
  }
}

/** The first file of this name in a directory or below it. */
export function fileBelow(directory, name) {
  const found = readdirSync(directory, { recursive: true }).find((path) => basename(path) === name);
  if (found === undefined) throw new Error(`there is no ${name} in ${directory}`);
  return join(directory, found);
}
