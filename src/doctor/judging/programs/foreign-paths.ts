import { scriptArgument } from './script-argument.ts';
import { isPersonal, type CommandEntry } from './command-entries.ts';
import type { Setup } from '../../setup.ts';

/** A path in the form of another system, as the program of an entry or the script it runs. */
export interface ForeignPath {
  readonly path: string;
  /** The index of the argument. */
  readonly index?: number | undefined;
}

/** Such paths: a Linux or macOS path on Windows, a Windows path elsewhere. Shared files are judged by windows-only-in-project. */
export function foreignPaths(entry: CommandEntry, { facts }: Pick<Setup, 'facts'>): readonly ForeignPath[] {
  const { command, file } = entry;
  const isWindows = facts.platform === 'win32';
  if (!isWindows && !isPersonal(file)) return [];
  const isForeign = (path: string): boolean =>
    isWindows ? /^\/(usr|home|mnt|opt|bin|root|snap|var|etc|Users|Applications)\//.test(path) : /^[A-Za-z]:[\\/]/.test(path);
  const index = scriptArgument(command.command, command.args);
  const script = index === undefined ? undefined : command.args[index];
  return [
    ...(isForeign(command.command) && command.inClient === undefined ? [{ path: command.command }] : []),
    ...(index !== undefined && script !== undefined && isForeign(script) ? [{ path: script, index }] : []),
  ];
}

/** Exists in every WSL: https://learn.microsoft.com/windows/wsl/filesystems */
export const wslMark = '/proc/sys/fs/binfmt_misc/WSLInterop';

/** Whether this machine has a Windows and a Linux side: Windows itself, or a Linux inside of it. */
export function hasTwoSides({ env, facts, seen }: Pick<Setup, 'env' | 'facts' | 'seen'>): boolean {
  if (facts.platform !== 'linux') return facts.platform === 'win32';
  return env['WSL_DISTRO_NAME'] !== undefined || env['WSL_INTEROP'] !== undefined || seen.has(wslMark);
}

/** The home directory that a path begins with, on any platform: `/Users/ada`, `/home/ada`, `C:\Users\ada`. */
export function homeIn(path: string): string | undefined {
  const found =
    /^(\/Users\/(?!Shared\b)[^/\\]+|\/home\/[^/\\]+|\/root(?=\/|$)|[A-Za-z]:[\\/]Users[\\/](?!Public\b)[^/\\]+|\/mnt\/[a-z]\/Users\/[^/\\]+)/.exec(
      path,
    )?.[0];
  return found === undefined || /[<>{}$%]/.test(found) || /[\\/](your|user|username|me|you|name|path|xxx+)([-_.].*)?$/i.test(found)
    ? undefined
    : found;
}
