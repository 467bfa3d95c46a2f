import { findProgram, isAbsolutePath, joinPath, separatorOf, shellPath } from '../machine/index.ts';
import { chosenProgram, type Startable, type System } from '../system/index.ts';
import type { CommandTarget } from './live-target.ts';

/**
 * The program that an assistant starts for this target: searched on the PATH that it gives to it, relative directories of that from the start
 * directory, as the system does (https://pubs.opengroup.org/onlinepubs/9799919799/functions/exec.html; Windows looks in the start directory first).
 * `undefined` when there is none. Only for what the person was asked about.
 */
export async function programOf(system: System, { command, cwd, env }: CommandTarget): Promise<Startable | undefined> {
  const { platform } = system;
  const absolute = (path: string): string => (isAbsolutePath(path, platform) ? path : joinPath(cwd, path, platform));
  const path = shellPath({ env });
  if (command === '') return undefined;
  if (/[\\/]/.test(command)) return chosenProgram(system, absolute(command), path);
  const separator = separatorOf(platform);
  const searched = [...(platform === 'win32' ? ['.'] : []), ...path.split(separator)].map((directory) => absolute(directory || '.'));
  const name = platform === 'win32' ? command.replace(/\.(exe|cmd|bat|com)$/i, '') : command;
  const file = await findProgram(system, name, searched.join(separator));
  return file === undefined ? undefined : chosenProgram(system, file, path);
}
