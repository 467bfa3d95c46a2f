import { SnapError } from '../../system/index.ts';
import { globTest } from '../../text/index.ts';
import type { WorkspacePath } from '../../workspace/index.ts';

/** Which paths are meant. */
export type PathFilter = (path: WorkspacePath) => boolean;

const maxPattern = 4_096;

/**
 * What a person names: a path, a directory with all below it, or a pattern (`*`, `?`, `[a-z]` within a name, `**` over names). A
 * pattern without `/` holds at any depth, and what matches holds for all below it. A path that is spelled like a pattern
 * (`[id].tsx`) is found as it is. Without names, every path matches.
 * @param names from the root, with `/`.
 * @throws SnapError `usage` for an empty name, or one that leads out of the workspace.
 */
export function pathFilter(names: readonly string[] | undefined): PathFilter {
  if (names === undefined || names.length === 0) return () => true;
  const tests = names.map(testOf);
  return (path) => {
    const spelled = path.normalize('NFC');
    return tests.some((isMeant) => isMeant(spelled));
  };
}

function testOf(name: string): PathFilter {
  const parts = name.normalize('NFC').split('/');
  if (name === '' || name.length > maxPattern || name.startsWith('/') || parts.includes('..')) {
    throw new SnapError('usage', `"${name.slice(0, 100)}" is no path inside the workspace.`, {
      hint: 'Name files and directories from the root of the workspace: src/app.ts, src, "*.test.ts".',
    });
  }
  const wanted = parts.filter((part) => part !== '' && part !== '.');
  const plain = wanted.join('/');
  if (plain === '') return () => true;
  const isPlain = (path: string) => path === plain || path.startsWith(`${plain}/`);
  if (!/[*?[]/.test(plain)) return isPlain;
  const isMatch = globTest(`${wanted.length === 1 ? '**/' : ''}${plain}/**`);
  return (path) => isPlain(path) || isMatch(path);
}
