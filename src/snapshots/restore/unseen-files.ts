import { failureCode } from '../../system/index.ts';
import type { PathFilter } from '../compare/path-filter.ts';
import type { CaptureRules } from '../look/capture-rules.ts';
import { rawChild, type RawName, textOfName } from '../raw-name.ts';
import { topPath } from '../raw-path.ts';
import type { ObjectId, TreeEntry } from '../store/object-types.ts';
import { absolutePath, type WorkspaceFiles } from './workspace-files.ts';

/**
 * What is in the workspace, would be in a capture by the rules of a snapshot, and is not in a capture by the rules of today: a restore
 * leaves it, and it is the reason why the files are not as in the snapshot. Only names are looked at.
 * @param seen the root of the capture by the rules of today.
 */
export function unseenPaths(
  files: WorkspaceFiles,
  {
    isMeant,
    rules,
    seen,
    signal,
  }: {
    readonly rules: CaptureRules;
    readonly seen: ObjectId;
    readonly isMeant: PathFilter;
    readonly signal?: AbortSignal | undefined;
  },
): readonly RawName[] {
  const found: RawName[] = [];
  const add = (path: RawName): void => {
    if (isMeant(textOfName(path))) found.push(path);
  };
  const open: { readonly path: RawName; readonly entries: readonly TreeEntry[]; readonly isSeen: boolean }[] = [];
  open.push({ path: topPath, entries: files.contents.tree(seen), isSeen: true });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    signal?.throwIfAborted();
    const known = new Map(next.entries.map((entry) => [entry.name.toString('latin1'), entry]));
    const names = namesAt(files, next.path);
    // Whatever is in a directory that cannot be listed is not known.
    if (names === undefined && !next.isSeen) add(next.path);
    for (const name of names ?? []) {
      const raw = name.toString('latin1');
      const path = rawChild(next.path, raw);
      const entry = known.get(raw);
      if (entry !== undefined && entry.kind !== 'directory') continue;
      if (entry === undefined && !isDirectory(files, path)) {
        if (rules.takes(textOfName(path)) !== 'no') add(path);
        continue;
      }
      const enters = rules.enters(textOfName(path));
      if (enters === 'no') continue;
      if (entry === undefined && enters === 'all') add(path);
      open.push({ path, entries: entry === undefined ? [] : files.contents.tree(entry.id), isSeen: entry !== undefined });
    }
  }
  return found.sort();
}

function namesAt(files: WorkspaceFiles, path: RawName): readonly Buffer[] | undefined {
  try {
    return files.calls.readdir(absolutePath(files, path));
  } catch (error) {
    const code = failureCode(error);
    // It went away, or may not be read.
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : undefined;
  }
}

function isDirectory(files: WorkspaceFiles, path: RawName): boolean {
  try {
    return files.calls.lstat(absolutePath(files, path))?.isDirectory() === true;
  } catch {
    // Its path is too long, or may not be read: it counts as a file.
    return false;
  }
}
