import { nodeSnapshotCalls, type SnapshotCalls } from '../../src/snapshots/disk.ts';
import { Crash } from './faulty-calls.ts';

export interface FaultySnapshotCalls {
  readonly calls: SnapshotCalls;
  /** The calls that counted so far, by name. */
  readonly made: readonly string[];
}

/** Calls that change something, or could; the others only look. */
const changing = new Set(['open', 'write', 'fdatasync', 'fsync', 'ftruncate', 'rename', 'unlink', 'mkdir', 'close']);

/** The n-th changing call (from 1) fails with the code. 0: none, to count them. */
export function failingSnapshotCalls(at: number, code: string): FaultySnapshotCalls {
  return counted((made, name, call) => {
    // A close that fails has closed nevertheless.
    if (made === at && name !== 'close') throw Object.assign(new Error(`${code}: injected`), { code });
    return call();
  });
}

/** From the n-th changing call on the disk takes nothing more, but gives space back: a disk that is full. Half of the n-th is written. */
export function fullFrom(at: number): FaultySnapshotCalls {
  return counted((made, name, call, args) => {
    if (made < at || name !== 'write') return call();
    const [fd, bytes, position] = args;
    if (made === at && typeof fd === 'number' && bytes instanceof Uint8Array && typeof position === 'number' && bytes.length > 1) {
      return nodeSnapshotCalls.write(fd, bytes.subarray(0, bytes.length >> 1), position);
    }
    throw Object.assign(new Error('ENOSPC: injected'), { code: 'ENOSPC' });
  });
}

/** Simulates kill -9: the n-th call and all later ones do nothing. A write at that point is half done. */
export function crashingSnapshotCalls(at: number): FaultySnapshotCalls {
  return counted((made, name, call, args) => {
    if (at === 0 || made < at) return call();
    const [fd, bytes, position] = args;
    if (made === at && name === 'write' && typeof fd === 'number' && bytes instanceof Uint8Array && typeof position === 'number') {
      nodeSnapshotCalls.write(fd, bytes.subarray(0, bytes.length >> 1), position);
    }
    // The kernel closes what a dead process had open.
    if (name === 'close') return call();
    throw new Crash(`killed at call ${made}`);
  });
}

/** Every write takes at most so many bytes. */
export function shortWrites(most: number): SnapshotCalls {
  return { ...nodeSnapshotCalls, write: (fd, bytes, position) => nodeSnapshotCalls.write(fd, bytes.subarray(0, most), position) };
}

function counted(around: (made: number, name: string, call: () => unknown, args: readonly unknown[]) => unknown): FaultySnapshotCalls {
  const made: string[] = [];
  const calls = new Proxy(nodeSnapshotCalls, {
    get(table, name) {
      const call: unknown = Reflect.get(table, name);
      if (typeof call !== 'function' || !changing.has(String(name))) return call;
      return (...args: unknown[]) => {
        made.push(String(name));
        return around(made.length, String(name), () => Reflect.apply(call, table, args), args);
      };
    },
  });
  return { calls, made };
}
