import { posix, win32, type PlatformPath } from 'node:path';
import type { System } from '../system.ts';

/** Paths of the platform that is asked about, which in tests is not the one they run on. */
export function pathsOf({ platform }: Pick<System, 'platform'>): PlatformPath {
  return platform === 'win32' ? win32 : posix;
}

/**
 * The parts of `path` below `directory`; none for the directory itself, `undefined` when it is outside. Compared name by name:
 * `/work-old` is not below `/work`. Both are absolute and normalised.
 */
export function partsBelow(system: Pick<System, 'platform'>, directory: string, path: string): readonly string[] | undefined {
  const above = partsOf(system, directory);
  const parts = partsOf(system, path);
  const isBelow = above.every((part, i) => sameName(system, part, parts[i]));
  return isBelow ? parts.slice(above.length) : undefined;
}

function partsOf({ platform }: Pick<System, 'platform'>, path: string): readonly string[] {
  return path.split(platform === 'win32' ? /[\\/]/ : '/').filter((part) => part !== '');
}

/** Whether two names mean one entry. Disks of macOS and Windows tell no case apart, and macOS two spellings of one letter neither. */
function sameName({ platform }: Pick<System, 'platform'>, one: string, other: string | undefined): boolean {
  if (one === other) return true;
  return other !== undefined && platform !== 'linux' && folded(one) === folded(other);
}

/** The same spelling for all names that are equal on a case-insensitive disk. */
export function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
