import { isAbsolutePath, joinPath, startDirectory } from '../../../machine/index.ts';
import type { Setup } from '../../setup.ts';
import { hasUnfilledVariables, hasControlCharacters, type CommandEntry } from './command-entries.ts';

/** The full path of a command that is a path: absolute, or relative to a known start directory. */
export function fullCommand(entry: CommandEntry, { facts }: Pick<Setup, 'facts'>): string | undefined {
  const { command } = entry.command;
  return /[\\/]/.test(command) ? fullPath(entry, command, { facts }) : undefined;
}

/** The same for any word of the entry. `undefined` also for paths of another platform and for paths with variables. */
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

/** The same for the start directory that the entry names. */
export function fullCwd({ command, startsIn }: CommandEntry, { facts }: Pick<Setup, 'facts'>): string | undefined {
  const { cwd } = command;
  if (cwd === undefined || cwd === '' || cwd.startsWith('~') || hasUnfilledVariables(cwd) || isOfOtherPlatform(cwd, facts))
    return undefined;
  return startDirectory(cwd, startsIn, facts.platform);
}

/** Whether it is a Windows path on another platform, or a path of another platform on Windows. */
export function isOfOtherPlatform(path: string, { platform }: Setup['facts']): boolean {
  return platform === 'win32'
    ? /^\/(?!\/)/.test(path)
    : /^([A-Za-z]:[\\/]|\\\\)/.test(path) || (path.includes('\\') && !path.includes('/'));
}
