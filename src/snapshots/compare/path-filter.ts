import { SnapError } from '../../system/index.ts';
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
  const pattern = wanted.length === 1 ? ['**', ...wanted] : wanted;
  return (path) => isPlain(path) || matchesNames(pattern, path.split('/'));
}

/** Whether the pattern takes the names, or the first of them. In time linear in both lengths together: pattern times names. */
function matchesNames(pattern: readonly string[], names: readonly string[]): boolean {
  // reached[i]: the first i parts of the pattern take the names so far.
  let reached: boolean[] = startOf(pattern);
  for (const name of names) {
    const next = pattern.map(() => false);
    next.push(false);
    for (const [i, part] of pattern.entries()) {
      if (part === '**') next[i + 1] = next[i] === true || reached[i] === true || reached[i + 1] === true;
      else if (reached[i] === true && matchesName(part, name)) next[i + 1] = true;
    }
    if (next[pattern.length] === true) return true;
    reached = next;
  }
  return false;
}

function startOf(pattern: readonly string[]): boolean[] {
  const reached = [true];
  for (const [i, part] of pattern.entries()) reached.push(part === '**' && reached[i] === true);
  return reached;
}

/** One name against one part; a star that fails is tried one character further, and only the last star ever is. */
function matchesName(part: string, name: string): boolean {
  const tokens = tokensOf(part);
  let at = 0;
  let token = 0;
  let star: { readonly token: number; at: number } | undefined;
  while (at < name.length) {
    const wanted = tokens[token];
    if (wanted === 'star') {
      star = { token, at };
      token += 1;
    } else if (wanted?.(name[at] ?? '') === true) {
      at += 1;
      token += 1;
    } else if (star !== undefined) {
      star.at += 1;
      at = star.at;
      token = star.token + 1;
    } else {
      return false;
    }
  }
  return tokens.slice(token).every((rest) => rest === 'star');
}

type Token = 'star' | ((character: string) => boolean);

function tokensOf(part: string): readonly Token[] {
  return [...part.matchAll(/\*+|\?|\[(!?)([^\]]+)\]|\\?([^])/g)].map(([text, not, set, character]): Token => {
    if (text.startsWith('*')) return 'star';
    if (text === '?') return () => true;
    if (set === undefined) return (one) => one === character;
    return (one) => isInSet(set, one) !== (not === '!');
  });
}

function isInSet(set: string, character: string): boolean {
  return [...set.matchAll(/([^])-([^])|([^])/g)].some(([, low, high, single]) =>
    single === undefined ? low !== undefined && high !== undefined && low <= character && character <= high : single === character,
  );
}
