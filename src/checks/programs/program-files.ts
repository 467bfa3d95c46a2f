import { isAbsolute, join, posix, resolve } from 'node:path';
import { realPathOf, type System } from '../../system/index.ts';
import { nodeProgram } from './locate.ts';
import type { Program } from './program.ts';

/** What package managers and the programs of packages start by name, whatever a script says: https://docs.npmjs.com/cli/v11/using-npm/scripts (`script-shell`). */
const alwaysStarted = ['sh', 'bash', 'env', 'node'];
/** What Node tries for a name without an ending. */
const endings = ['', '.js', '/index.js'];

/**
 * The files that run when a program is started, every link followed: below the workspace from its root, others in full. Its own file, the programs
 * of packages that its scripts can name, and the files that they name and that are reached through a link: what a plain file is, its name says.
 */
export async function programFiles(system: System, root: string, program: Program): Promise<readonly string[]> {
  const { command, directory, scripts } = program;
  const own = command.filter((word) => isAbsolute(word) && word !== nodeProgram());
  const files = new Set(await Promise.all(own.map((path) => shownPath(system, root, path))));
  if (scripts.length === 0) return [...files];
  const named = new Set([...alwaysStarted, ...scripts.flatMap(([, text]) => wordsOf(text))]);
  for (const word of named) {
    // Package managers put the programs of each directory up to the root on the PATH.
    for (const place of /^[\w@][\w.-]*$/.test(word) ? directoriesUp(directory) : []) {
      const path = join(root, place, 'node_modules', '.bin', word);
      if ((await system.look(path)) !== undefined) files.add(await shownPath(system, root, path));
    }
    for (const ending of endings) {
      const path = resolve(root, directory, `${word}${ending}`);
      if ((await system.look(path))?.kind !== 'file') continue;
      const shown = await shownPath(system, root, path);
      if (shown !== below(system, root, path)) files.add(shown);
    }
  }
  return [...files];
}

/** A directory of the workspace and all above it, as far as the root. */
export function directoriesUp(directory: string): readonly string[] {
  const parts = directory.split('/').filter((part) => part !== '');
  return Array.from({ length: parts.length + 1 }, (_, i) => parts.slice(0, parts.length - i).join('/'));
}

async function shownPath(system: System, root: string, path: string): Promise<string> {
  const real = await realPathOf(system, path);
  // What cannot be followed is no file that anybody has seen.
  return real.kind === 'unknown' ? `${path} (${real.reason})` : below(system, root, real.path);
}

function below({ platform }: System, root: string, path: string): string {
  const slashed = platform === 'win32' ? path.replaceAll('\\', '/') : path;
  const top = `${platform === 'win32' ? root.replaceAll('\\', '/') : root}/`;
  return slashed.startsWith(top) ? posix.normalize(slashed.slice(top.length)) : path;
}

/** Words of a shell command that may be programs of packages, or files. */
function wordsOf(script: string): readonly string[] {
  return script.split(/[\s"'`=;&|()<>,]+/).filter((word) => /^[\w@./~\\][^*?$]{0,500}$/.test(word));
}
