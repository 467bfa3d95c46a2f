import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Which connections stay when there are more than may be. */
export interface ConnectionGate {
  readonly admit: (socket: Socket) => void;
  /** A request has begun. @returns false where it can only be told to come again: there is no room for its connection. */
  begin(request: IncomingMessage, ended: (done: () => void) => void): boolean;
  /**
   * The request has shown the right credential: its connection makes no room for others any more while it works.
   * @returns false where too many such requests are not complete: this one is to be told to come again.
   */
  trust(request: IncomingMessage): Promise<boolean>;
  count(): number;
  close(): void;
}

/**
 * Counts the connections of all addresses together. Many connections without the credential cannot keep out a client that has it, and neither can
 * one that has it with connections that do nothing, or with requests that never become complete.
 * @param most connections; as many again wait for an answer that says to come again.
 * @param mostIncomplete requests with the credential whose body is still to come.
 */
export function connectionGate(most: number, mostIncomplete: number): ConnectionGate {
  const strangers = new Set<Socket>();
  const trusted = new Set<Socket>();
  /** Those beyond, which are told to come again. */
  const surplus = new Set<Socket>();
  /** How many requests each connection works at. */
  const working = new Map<Socket, number>();
  const incomplete = new Set<IncomingMessage>();
  const all = [strangers, trusted, surplus] as const;

  const makeRoom = (): boolean => {
    const [stranger] = strangers;
    const leaving = stranger ?? [...trusted].find((socket) => !working.has(socket));
    if (leaving === undefined) return false;
    forget(leaving);
    leaving.destroy();
    return true;
  };
  /** A request whose body nobody reads tells nobody that it is complete. */
  const isFull = (): boolean => {
    if (incomplete.size >= mostIncomplete) for (const each of incomplete) if (each.complete) incomplete.delete(each);
    return incomplete.size >= mostIncomplete;
  };
  const forget = (socket: Socket): void => {
    for (const set of all) set.delete(socket);
    working.delete(socket);
  };
  return {
    admit(socket) {
      socket.once('close', () => forget(socket));
      if (strangers.size + trusted.size < most || makeRoom()) return void strangers.add(socket);
      const [oldest] = surplus;
      if (oldest !== undefined && surplus.size >= most) {
        forget(oldest);
        oldest.destroy();
      }
      surplus.add(socket);
    },
    begin({ socket }, ended) {
      if (surplus.has(socket)) {
        // There may be room by now.
        if (strangers.size + trusted.size >= most && !makeRoom()) return false;
        surplus.delete(socket);
        strangers.add(socket);
      }
      working.set(socket, (working.get(socket) ?? 0) + 1);
      ended(() => {
        const left = (working.get(socket) ?? 1) - 1;
        if (left > 0) working.set(socket, left);
        else working.delete(socket);
      });
      return true;
    },
    async trust(request) {
      // The body of a short one has come with its header, and is only still to be read.
      if (!request.complete && isFull()) await new Promise((resume) => setImmediate(resume));
      if (!request.complete) {
        if (isFull()) return false;
        incomplete.add(request);
        const over = (): void => void incomplete.delete(request);
        request.once('end', over).once('close', over);
      }
      if (strangers.delete(request.socket)) trusted.add(request.socket);
      return true;
    },
    count: () => strangers.size + trusted.size + surplus.size,
    close() {
      for (const set of all) for (const socket of set) socket.destroy();
    },
  };
}
