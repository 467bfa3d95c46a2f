import type { WorkspacePath } from '../workspace/index.ts';
import type { Changed } from './history.ts';

export interface FileStatus {
  readonly path: WorkspacePath;
  readonly state: Changed['files'][number]['state'];
  /** Whether the index differs from the last commit, and the disk from the index. */
  readonly isStaged: boolean;
  readonly isChanged: boolean;
  /** The old path of a renamed file. */
  readonly from?: WorkspacePath | undefined;
}

/**
 * Output of `git status --porcelain=v2 -z`, with or without `--branch`. https://git-scm.com/docs/git-status#_porcelain_format_version_2
 * @param prefix the workspace, from the top of the repository, with a slash at its end; other files are left out.
 */
export function parseStatus(output: Buffer, prefix: string): readonly FileStatus[] {
  const found = new Map<WorkspacePath, FileStatus>();
  const tokens = output.toString('utf8').split('\0');
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? '';
    const kind = token.charAt(0);
    const fields = { '1': 8, '2': 9, u: 10, '?': 1 }[kind];
    if (fields === undefined) continue;
    // The old name of a renamed file is a separate token.
    const source = kind === '2' ? (tokens[++i] ?? '') : '';
    const { words, rest } = split(token, fields);
    if (!rest.startsWith(prefix) || rest.length === prefix.length) continue;
    const path = rest.slice(prefix.length);
    const status = statusOf(kind, words[1] ?? '..', path);
    // The original of a copy (C) is still where it was.
    const isMoved = words[8]?.startsWith('R') === true && source.startsWith(prefix) && source.length > prefix.length;
    const moved = isMoved ? { from: source.slice(prefix.length) } : {};
    if (status === undefined) {
      // Moved from there and deleted again: it is in neither place.
      if (moved.from !== undefined && !found.has(moved.from)) {
        found.set(moved.from, { path: moved.from, state: 'deleted', isStaged: true, isChanged: false });
      }
      continue;
    }
    const known = found.get(path);
    // Removed from the index and still on the disk: git lists it twice.
    found.set(path, known === undefined ? { ...status, ...moved } : { path, state: 'modified', isStaged: true, isChanged: true });
  }
  return [...found.values()];
}

function statusOf(kind: string, [staged = '.', onDisk = '.']: string, path: WorkspacePath): FileStatus | undefined {
  if (kind === '?') return { path, state: 'untracked', isStaged: false, isChanged: true };
  if (kind === 'u') return { path, state: 'conflicted', isStaged: true, isChanged: true };
  const sides = { isStaged: staged !== '.', isChanged: onDisk !== '.' };
  const isGone = onDisk === 'D' || staged === 'D';
  // Added, or moved here, and deleted again: neither side has it.
  if ((staged === 'A' || kind === '2') && onDisk === 'D') return undefined;
  if (isGone) return { path, state: 'deleted', ...sides };
  if (staged === 'A' || onDisk === 'A') return { path, state: 'added', ...sides };
  return { path, state: kind === '2' ? 'renamed' : 'modified', ...sides };
}

/** The commit that is checked out, from the same output with `--branch`; `undefined` before the first. */
export function headOf(output: Buffer): string | undefined {
  // Headers come first, and no path can begin like one.
  return /^(?:# [^\0]*\0)*?# branch\.oid ([0-9a-f]{40,64})\0/.exec(output.subarray(0, 4_096).toString('utf8'))?.[1];
}

/** The first words of a line and the rest, which is a path and may contain spaces. */
function split(line: string, count: number): { readonly words: readonly string[]; readonly rest: string } {
  const words: string[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    const end = line.indexOf(' ', at);
    if (end === -1) return { words, rest: '' };
    words.push(line.slice(at, end));
    at = end + 1;
  }
  return { words, rest: line.slice(at) };
}
