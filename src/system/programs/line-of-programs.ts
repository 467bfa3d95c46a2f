import { isInProject, type Outside } from './startable.ts';
import type { System } from '../system.ts';

/**
 * Whether a line that a variable names programs with (`PAGER`, `BROWSER`) may run something of a project: it names a place in one, or a shell would make
 * another text of it. A project may set such variables, for instance by a file that direnv reads. The program itself is looked for elsewhere.
 */
export async function mayRunProject(
  system: Pick<System, 'platform' | 'env' | 'home' | 'cwd' | 'look' | 'list' | 'resolve'>,
  line: string,
  outside: Outside,
): Promise<boolean> {
  if ((system.platform === 'win32' ? /[`]/ : /[$`\\*?[{]|~[+-]/).test(line)) return true;
  for (const [i, word] of line.split(/[\s"'=;,|&<>()]+/).entries()) {
    if (word === '' || (i === 0 && !/[\\/]/.test(word)) || word.startsWith('~/')) continue;
    const path = system.resolve(word);
    if ((await system.look(path)) !== undefined && (await isInProject(system, path, outside))) return true;
  }
  return false;
}
