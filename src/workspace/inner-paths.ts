import type { WorkspacePath } from './workspace.ts';
import { nameWords } from '../text/index.ts';

/** The directory of a path; empty for the root. */
export function directoryOf(path: WorkspacePath): WorkspacePath {
  const end = path.lastIndexOf('/');
  return end === -1 ? '' : path.slice(0, end);
}

/** The last part of a path. */
export function fileNameOf(path: WorkspacePath): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A path seen from a directory; `undefined` when it leads out of the workspace. */
export function pathFrom(directory: WorkspacePath, path: string): WorkspacePath | undefined {
  // Most are `./a` or `../a`.
  if (path.startsWith('./') && !path.includes('/.') && !path.includes('//') && !path.endsWith('/'))
    return directory === '' ? path.slice(2) : directory + path.slice(1);
  const parts = directory === '' ? [] : directory.split('/');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** The directory and all above it, nearest first; the root (empty) is last. */
export function* upFrom(directory: WorkspacePath): Generator<WorkspacePath> {
  for (let at = directory; ; at = directoryOf(at)) {
    yield at;
    if (at === '') return;
  }
}

/**
 * The words a path is made of: its segments, cut where an identifier changes (`useOAuth2Tokens` gives use, o, auth, oauth, token), in
 * lower case and in the singular. `author.ts` holds no `auth`.
 */
export function nameParts(path: string): readonly string[] {
  return path.split(/[^\p{L}\p{N}]+/u).flatMap((segment) => {
    return [...new Set([...nameWords(segment), segment.toLowerCase()])].map(folded).filter((part) => part !== '');
  });
}

function folded(part: string): string {
  const word = part.replace(/\d+$/, '');
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
