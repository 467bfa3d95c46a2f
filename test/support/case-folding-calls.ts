import { readdirSync } from 'node:fs';
import { nodeSnapshotCalls, nodeWorkspaceCalls, type SnapshotCalls, type WorkspaceCalls } from '../../src/snapshots/disk.ts';

export interface FoldingCalls {
  readonly calls: SnapshotCalls;
  readonly workspaceCalls: WorkspaceCalls;
}

/**
 * Simulates a case-insensitive disk below a directory: `a` and `A`, and both Unicode forms of a name, mean the same entry. For
 * platforms where no such disk can be mounted.
 */
export function foldingCalls(root: string): FoldingCalls {
  const base = Buffer.from(`${root}/`);
  const fold = (name: string) => Buffer.from(name, 'latin1').toString('utf8').normalize('NFC').toLowerCase();
  const spelled = (path: string | Buffer): Buffer => {
    const bytes = Buffer.from(path);
    if (!bytes.subarray(0, base.length).equals(base)) return bytes;
    let at = root;
    for (const name of bytes.subarray(base.length).toString('latin1').split('/')) at = `${at}/${there(at, name) ?? name}`;
    return Buffer.from(at, 'latin1');
  };
  const there = (directory: string, name: string): string | undefined => {
    try {
      const names = readdirSync(Buffer.from(directory, 'latin1'), 'latin1');
      return names.includes(name) ? name : names.find((one) => fold(one) === fold(name));
    } catch {
      // No directory, or none that can be read: the call itself will say so.
      return undefined;
    }
  };
  const ofWorkspace = nodeWorkspaceCalls;
  return {
    calls: {
      ...nodeSnapshotCalls,
      openRaw: (path, flags) => nodeSnapshotCalls.openRaw(spelled(path), flags),
      lstatRaw: (path) => nodeSnapshotCalls.lstatRaw(spelled(path)),
      rawNames: (path) => nodeSnapshotCalls.rawNames(spelled(path)),
      linkTarget: (path) => nodeSnapshotCalls.linkTarget(spelled(path)),
    },
    workspaceCalls: {
      ...ofWorkspace,
      lstat: (path) => ofWorkspace.lstat(spelled(path)),
      openToRead: (path) => ofWorkspace.openToRead(spelled(path)),
      openNew: (path, mode) => ofWorkspace.openNew(spelled(path), mode),
      // A file that is renamed onto itself under another spelling is spelled so from then on.
      rename: (from, to) => ofWorkspace.rename(spelled(from), spelled(from).equals(spelled(to)) ? to : spelled(to)),
      unlink: (path) => ofWorkspace.unlink(spelled(path)),
      mkdir: (path, mode) => ofWorkspace.mkdir(spelled(path), mode),
      rmdir: (path) => ofWorkspace.rmdir(spelled(path)),
      symlink: (target, path) => ofWorkspace.symlink(target, spelled(path)),
      readlink: (path) => ofWorkspace.readlink(spelled(path)),
      readdir: (path) => ofWorkspace.readdir(spelled(path)),
    },
  };
}
