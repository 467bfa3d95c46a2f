import { isAbsolute, join, posix } from 'node:path';
import { realPathOf, type System } from '../../system/index.ts';
import { nodeProgram } from './locate.ts';
import type { Program } from './program.ts';

/**
 * The files that run when a program is started, every link followed: below the workspace from its root, others in full. Its own file, and the
 * programs of packages that its scripts name.
 */
export async function programFiles(system: System, root: string, program: Program): Promise<readonly string[]> {
  const { command, directory, scripts } = program;
  const own = command.filter((word) => isAbsolute(word) && word !== nodeProgram());
  const named = new Set(scripts.flatMap(([, text]) => wordsOf(text)));
  const linked: string[] = [];
  for (const word of named) {
    for (const place of new Set([directory, ''])) {
      const path = join(root, place, 'node_modules', '.bin', word);
      if ((await system.look(path)) !== undefined) linked.push(path);
    }
  }
  const files = await Promise.all([...own, ...linked].map((path) => shownPath(system, root, path)));
  return [...new Set(files)];
}

async function shownPath(system: System, root: string, path: string): Promise<string> {
  const real = await realPathOf(system, path);
  // What cannot be followed is no file that anybody has seen.
  if (real.kind === 'unknown') return `${path} (${real.reason})`;
  const below = system.platform === 'win32' ? real.path.replaceAll('\\', '/') : real.path;
  const top = `${system.platform === 'win32' ? root.replaceAll('\\', '/') : root}/`;
  return below.startsWith(top) ? posix.normalize(below.slice(top.length)) : real.path;
}

/** Words of a shell command that may be programs of packages. */
function wordsOf(script: string): readonly string[] {
  return script.split(/[\s"'`=;&|()<>,]+/).filter((word) => /^[\w@][\w.-]{0,100}$/.test(word));
}
