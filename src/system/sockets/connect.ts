import { lstatSync } from 'node:fs';
import { createConnection } from 'node:net';
import { failureCode, failureWords } from '../failures.ts';
import { type LineEvents, type LineLimits, type LineSocket, lineSocket } from './line-socket.ts';

/** What came of a try to connect. */
export type Connected =
  | { readonly kind: 'connected'; readonly socket: LineSocket }
  /** No process listens there, or the one that did ended before it accepted this connection. */
  | { readonly kind: 'absent' }
  /** A process listens, but does not accept this connection in time. */
  | { readonly kind: 'busy' }
  /** Not connected, because what is there is not what it should be; a sentence without its end. */
  | { readonly kind: 'unsafe'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string };

/**
 * Connects to a local socket of this user. A link, and a socket of another user, are never followed.
 * @param path of a socket, or the name of a pipe of Windows.
 */
export async function connectTo(path: string, limits: LineLimits & { readonly maxMs: number }, events: LineEvents): Promise<Connected> {
  const before = socketAt(path);
  if (before !== undefined) return before;
  return new Promise((settle) => {
    const connection = createConnection({ path });
    // This process may have been busy itself: waiting events are handled first.
    const late = setTimeout(() => setImmediate(() => giveUp({ kind: 'busy' })), limits.maxMs);
    let isSettled = false;
    const giveUp = (result: Connected): void => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(late);
      connection.off('connect', take).destroy();
      settle(result);
    };
    const fail = (error: Error): void => giveUp(failed(error));
    const take = (): void => {
      isSettled = true;
      clearTimeout(late);
      connection.off('error', fail);
      settle({ kind: 'connected', socket: lineSocket(connection, limits, events) });
    };
    connection.once('connect', take).once('error', fail);
    // A failure after the first has nothing to add.
    connection.on('error', ignore);
  });
}

/** What keeps a path from being a socket of this user; `undefined` when nothing does. */
export function socketAt(path: string): Exclude<Connected, { kind: 'connected' }> | undefined {
  if (isPipe(path)) return undefined;
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return { kind: 'absent' };
    if (stats.isSymbolicLink()) return { kind: 'unsafe', reason: 'is a symbolic link' };
    if (!stats.isSocket()) return { kind: 'unsafe', reason: stats.isDirectory() ? 'is a directory' : 'is not a socket' };
    return stats.uid === process.getuid?.() ? undefined : { kind: 'unsafe', reason: `belongs to another user (${stats.uid})` };
  } catch (error) {
    return failureCode(error) === 'ENOTDIR' ? { kind: 'absent' } : failed(error);
  }
}

/** A named pipe of Windows, which is in no directory. https://learn.microsoft.com/windows/win32/ipc/pipe-names */
export function isPipe(path: string): boolean {
  return path.startsWith('\\\\.\\pipe\\');
}

function failed(error: unknown): Exclude<Connected, { kind: 'connected' }> {
  switch (failureCode(error)) {
    case 'ENOENT':
    // A socket file whose process has ended.
    case 'ECONNREFUSED':
    // Its process ended while this connection waited to be accepted. Which of the codes is reported depends on the platform.
    case 'ECONNRESET':
    case 'ECONNABORTED':
    case 'ENOTCONN':
    case 'EPIPE':
      return { kind: 'absent' };
    // Linux says this when as many wait as the socket was told to let wait. https://man7.org/linux/man-pages/man2/connect.2.html
    case 'EAGAIN':
    case 'EBUSY':
      return { kind: 'busy' };
    default:
      return { kind: 'failed', reason: failureWords(error) };
  }
}

function ignore(): void {}
