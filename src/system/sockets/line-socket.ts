import type { Socket } from 'node:net';
import { type LineBytes, lineCutter } from '../lines.ts';

/** One end of a local socket that carries lines in both directions. */
export interface LineSocket {
  /** Bytes given to {@link send} that the other end has not taken yet. */
  readonly unsent: number;
  /** Bytes of a line whose end has not come yet. */
  readonly held: number;
  /** Adds a line; nothing happens when the socket is closed. `text` has no line break. */
  send(text: string): void;
  /** Reads no more until {@link resume}: the other end has to wait. */
  pause(): void;
  resume(): void;
  /** Whether this socket keeps the process alive. */
  keepAlive(isKept: boolean): void;
  /** Closes it when all that was sent is taken, or after `graceMs` anyway. */
  close(graceMs?: number): void;
  /** Closes it at once. */
  destroy(): void;
}

export interface LineEvents {
  onLine(line: LineBytes): void;
  /** All that was sent is with the system. */
  onDrain?(): void;
  /** Called once. `undefined`: closed in order, by either side. */
  onEnd(error: Error | undefined): void;
}

export interface LineLimits {
  /** Bytes of one line; a longer one is reported as too long. */
  readonly maxLineBytes: number;
  /** Asked after each read: may it hold so many bytes of an incomplete line? If not, the socket is destroyed. */
  mayHold?(bytes: number): boolean;
}

/** Where the writer of a line puts the id: in front, or last. */
const keptEnds = 256;

/** Cuts what comes into lines, in time linear in its length. Line feeds end lines; empty lines are skipped. */
export function lineSocket(socket: Socket, { maxLineBytes, mayHold }: LineLimits, events: LineEvents): LineSocket {
  let hasEnded = false;
  let isStopped = false;
  let error: Error | undefined;
  const cutter = lineCutter({ limit: maxLineBytes, ends: keptEnds }, (line) => {
    // A handler may have destroyed the socket in the middle of a chunk.
    if (!isStopped) events.onLine(line);
  });
  const end = (): void => {
    if (hasEnded) return;
    hasEnded = true;
    isStopped = true;
    events.onEnd(error);
  };
  const destroy = (): void => {
    isStopped = true;
    socket.destroy();
  };
  socket.on('data', (chunk: Buffer) => {
    cutter.push(chunk);
    if (!isStopped && mayHold?.(cutter.held) === false) destroy();
  });
  socket.on('drain', () => events.onDrain?.());
  socket.on('error', (cause) => (error = cause));
  // The other end has closed its half; nobody reads what would still be sent.
  socket.on('end', () => socket.end());
  socket.on('close', end);
  return {
    get unsent() {
      return socket.writableLength;
    },
    get held() {
      return cutter.held;
    },
    send(text) {
      if (socket.writable) socket.write(`${text}\n`);
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    keepAlive: (isKept) => void (isKept ? socket.ref() : socket.unref()),
    close(graceMs = 1_000) {
      isStopped = true;
      // What comes now is not read, and must not keep the end from being seen.
      socket.resume();
      socket.end();
      const timer = setTimeout(() => socket.destroy(), graceMs).unref();
      socket.once('close', () => clearTimeout(timer));
    },
    destroy,
  };
}
