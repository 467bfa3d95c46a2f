import { isAbsolutePath, joinPath, startDirectory } from '../../../machine/index.ts';
import type { Setup, EntryFacts } from '../../setup.ts';
import { hasUnfilledVariables, hasControlCharacters, type CommandEntry, projectOf, isPersonal } from './command-entries.ts';
import type { Fix } from '../../diagnostic.ts';
import type { Edit } from '../../edit.ts';
import { pathForMessage, pathToWrite } from '../wording.ts';
import { scriptArgument } from './known-programs.ts';

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

/**
 * How to write a relative path of the project in this file: with the client's variable, else as a full path where the file is a
 * person's own for this project. A global file serves every project, so the one that is open now is never written into it.
 */
export function pathInProject(
  { file }: EntryFacts,
  relative: string,
  setup: Pick<Setup, 'facts'>,
): { readonly word: string; readonly path: string } | undefined {
  const project = projectOf(setup);
  if (project === undefined) return undefined;
  const path = joinPath(project, relative, setup.facts.platform);
  const { workspaceVariable } = file.place;
  const rest = relative.replace(/^\.[\\/]/, '').replaceAll('\\', '/');
  if (workspaceVariable !== undefined && !rest.startsWith('..'))
    return { word: rest === '.' ? workspaceVariable : `${workspaceVariable}/${rest}`, path };
  return file.scope === 'local' ? { word: path, path } : undefined;
}

/** A path whose start directory matters. What an assistant or a shell fills in is not judged. */
export function isRelativePath(word: string, { facts }: Pick<Setup, 'facts'>): boolean {
  return (
    word !== '' &&
    !word.startsWith('~') &&
    !hasUnfilledVariables(word) &&
    !isAbsolutePath(word, facts.platform) &&
    !isOfOtherPlatform(word, facts)
  );
}

/** Writes a full path in place of a relative one; only when there is something of this kind in the project. */
export function fullPathFix(
  entry: EntryFacts,
  word: string,
  setup: Setup,
  { edit, kind }: { readonly edit: (path: string) => Edit | undefined; readonly kind?: 'directory' },
): Fix | undefined {
  const named = pathInProject(entry, word, setup);
  const seen = named === undefined ? undefined : setup.seen.get(named.path);
  if (named === undefined || seen === undefined || (kind !== undefined && seen.kind !== kind)) return undefined;
  const made = edit(named.word);
  return made === undefined
    ? undefined
    : { kind: 'confirm', says: `replace "${word}" by ${pathForMessage(setup, named.word)}`, edit: made };
}

/** What to write instead of a relative path, as a sentence. */
export function fullPathHint(entry: EntryFacts, relative: string, setup: Setup): string {
  const named = pathInProject(entry, relative, setup);
  return named === undefined ? 'Write the full path.' : `Write ${pathToWrite(setup, named.word)}.`;
}

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
