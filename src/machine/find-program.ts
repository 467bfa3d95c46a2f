import type { System } from '../system/index.ts';
import { separatorOf } from './client-path.ts';

/** The path of a program: in the first directory of a PATH that has it. */
export async function findProgram(system: System, name: string, path: string): Promise<string | undefined> {
  const isWindows = system.platform === 'win32';
  const endings = isWindows ? ['.exe', '.cmd', '.bat', '.com'] : [''];
  for (const directory of new Set(path.split(separatorOf(system.platform)))) {
    // An empty part of PATH means the current directory, where no assistant is installed.
    if (directory === '') continue;
    for (const ending of endings) {
      const full = `${directory}${isWindows ? '\\' : '/'}${name}${ending}`;
      const seen = await system.look(full);
      if (seen?.kind === 'file' && (isWindows || seen.executable)) return full;
    }
  }
  return undefined;
}
