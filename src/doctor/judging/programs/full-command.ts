import { isAbsolutePath, joinPath, startDirectory } from '../../../machine/index.ts';
import type { Setup } from '../../setup.ts';
import { hasUnfilledVariables, hasControlCharacters, type CommandEntry } from './command-entries.ts';

/** Where the command stands if it is a path: absolute, or seen from a start directory that is known. */
export function fullCommand(entry: CommandEntry, { facts }: Pick<Setup, 'facts'>): string | undefined {
  const { command } = entry.command;
  return /[\\/]/.test(command) ? fullPath(entry, command, { facts }) : undefined;
}

/** The same for any of its words. `undefined` too for paths of another platform, and for those with something left to fill in. */
export function fullPath({ command, startsIn }: CommandEntry, written: string, { facts }: Pick<Setup, 'facts'>): string | undefined {
  const { platform } = facts;
  if (
    written === '' ||
    written.startsWith('~') ||
    hasUnfilledVariables(written) ||
    hasControlCharacters(written) ||
    isOfOtherPlatform(written, facts)
  )
    return undefined;
  if (isAbsolutePath(written, platform)) return written;
  const from = startDirectory(command.cwd, startsIn, platform);
  return from === undefined || hasUnfilledVariables(from) || !isAbsolutePath(from, platform)
    ? undefined
    : joinPath(from, written, platform);
}

/** The start directory the entry names, likewise. */
export function fullCwd({ command, startsIn }: CommandEntry, { facts }: Pick<Setup, 'facts'>): string | undefined {
  const { cwd } = command;
  if (cwd === undefined || cwd === '' || cwd.startsWith('~') || hasUnfilledVariables(cwd) || isOfOtherPlatform(cwd, facts))
    return undefined;
  return startDirectory(cwd, startsIn, facts.platform);
}

/** A path of Windows on another platform, or one of another platform on Windows. */
export function isOfOtherPlatform(path: string, { platform }: Setup['facts']): boolean {
  return platform === 'win32'
    ? /^\/(?!\/)/.test(path)
    : /^([A-Za-z]:[\\/]|\\\\)/.test(path) || (path.includes('\\') && !path.includes('/'));
}
