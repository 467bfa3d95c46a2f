import type { Socket } from 'node:net';
import { lineSocket, type LineSocket } from '../../system/sockets/index.ts';
import { errorCodes, maxFrameBytes } from '../protocol.ts';
import { errorLine } from '../rpc/frame.ts';
import { clientConnection, type ClientConnection, type ConnectionHub } from './client-connection.ts';

export interface AcceptOptions {
  readonly hub: ConnectionHub;
  readonly since: string;
  /** Bytes that all clients make the daemon hold. */
  heldBytes(): number;
  onEnd(connection: ClientConnection, socket: LineSocket): void;
}

/** A client may always hold this many bytes; above that, the bytes of all clients are counted. */
const smallBytes = 64 * 1024;

/** Accepts a connection as a client. It must say hello in time, and is closed when all clients together hold too many bytes. */
export function accept(
  raw: Socket,
  { hub, since, heldBytes, onEnd }: AcceptOptions,
): { readonly connection: ClientConnection; readonly socket: LineSocket } {
  const { limits } = hub;
  const mayHold = (bytes: number): boolean =>
    connection.hello === undefined ? bytes <= limits.maxHelloBytes : bytes < smallBytes || heldBytes() <= limits.maxHeldBytes;
  const socket: LineSocket = lineSocket(
    raw,
    { maxLineBytes: maxFrameBytes, mayHold },
    {
      onLine: (line) => connection.onLine(line),
      onDrain: () => connection.onDrain(),
      onEnd() {
        clearTimeout(late);
        onEnd(connection, socket);
      },
    },
  );
  const connection = clientConnection(socket, since, hub);
  const late = setTimeout(() => {
    if (connection.hello === undefined) socket.destroy();
  }, limits.helloMs).unref();
  return { connection, socket };
}

/** Answers a connection that cannot be accepted with the reason, and closes it. */
export function refuseConnection(raw: Socket, isEnding: boolean): void {
  const line = isEnding
    ? errorLine(null, errorCodes.ending, 'The daemon is ending.')
    : errorLine(null, errorCodes.busy, 'The daemon has too many clients.');
  raw.on('error', () => undefined).end(`${line}\n`, () => raw.destroy());
}
