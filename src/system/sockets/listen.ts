import { randomBytes } from 'node:crypto';
import { type BigIntStats, linkSync, lstatSync, renameSync, unlinkSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { failureCode } from '../failures.ts';
import { isPipe, socketAt } from './connect.ts';

/** A local socket on which this process listens. */
export interface Listening {
  /** Whether the path leads to another socket now, or to none: then new clients do not find this one. */
  isDisplaced(): boolean;
  /** Accepts no more connections, and removes the path if it is still this socket's. Connections stay. */
  close(): void;
}

/**
 * Listens on a path. The socket is bound to a name of its own, and renamed onto the path when it listens: a client that finds the path can connect, and
 * a socket that a dead process left there is replaced in one step.
 * @param path of a socket in a directory that only this user can enter, or the name of a pipe of Windows.
 * @throws what Node throws; `Error` with code `EEXIST` where something is at the path that is no socket of this user.
 */
export async function listenOn(path: string, onConnection: (socket: Socket) => void): Promise<Listening> {
  const server = createServer({ allowHalfOpen: true }, onConnection);
  if (isPipe(path)) {
    // Windows lets a name be bound once. https://learn.microsoft.com/windows/win32/api/namedpipeapi/
    await bound(server, path);
    return { isDisplaced: () => false, close: () => void server.close() };
  }
  // Nine letters more: the place of the daemon leaves room for them (src/daemon/place.ts).
  const own = `${path}.${randomBytes(4).toString('hex')}`;
  // The directory is closed to others already; this closes the socket too, from its first moment.
  const mask = process.umask(0o177);
  try {
    await bound(server, own);
  } finally {
    process.umask(mask);
  }
  const inode = identity(own);
  try {
    const there = socketAt(path);
    if (there?.kind === 'unsafe') throw Object.assign(new Error(`${path} ${there.reason}`), { code: 'EEXIST' });
    renameSync(own, path);
  } catch (error) {
    server.close();
    throw error;
  }
  return {
    isDisplaced: () => identity(path) !== inode,
    close() {
      // Node unlinks the name that was bound, which is not there any more.
      server.close();
      if (identity(path) === inode) removeOwn(path, own, inode);
    },
  };
}

async function bound(server: Server, path: string): Promise<void> {
  await new Promise<void>((settle, reject) => {
    server.once('error', reject);
    server.listen({ path, exclusive: true }, () => {
      server.off('error', reject);
      // A failure to take one connection (no descriptors left) must not end the process.
      server.on('error', () => undefined);
      settle();
    });
  });
}

/** A number of an inode is used again; with its birth it is not. */
function identity(path: string): string | undefined {
  let stats: BigIntStats | undefined;
  try {
    stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    // A directory above it has gone, or was closed.
    return undefined;
  }
  return stats === undefined ? undefined : `${stats.dev} ${stats.ino} ${stats.birthtimeNs}`;
}

/** Another process may put its socket there at this moment: what was moved away is looked at, and put back if it is not ours. */
function removeOwn(path: string, aside: string, inode: string | undefined): void {
  try {
    renameSync(path, aside);
    try {
      if (identity(aside) !== inode) linkSync(aside, path);
    } finally {
      unlinkSync(aside);
    }
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(failureCode(error) ?? '')) throw error;
  }
}
