import { type FileCalls, nodeFileCalls } from '../../src/system/writable.ts';

/** Simulates kill -9: it must not be caught, and no later call reaches the disk. */
export class Crash extends Error {}

export interface FaultyCalls {
  readonly calls: FileCalls;
  /** The calls that counted so far. */
  readonly made: readonly string[];
}

/** Calls that change something, or could. The others fail only with the disk as a whole. */
const changing = new Set([
  'open',
  'write',
  'fsync',
  'fsyncLater',
  'fchmod',
  'fchown',
  'ftruncate',
  'rename',
  'link',
  'unlink',
  'mkdir',
  'rmdir',
]);

/** The table of node:fs with a fault at the n-th counted call (from 1). 0: none, to count them. */
export function failingCalls(at: number, code: string): FaultyCalls {
  return counted(
    (name) => changing.has(name),
    (made, call) => {
      if (made === at) throw Object.assign(new Error(`${code}: injected`), { code });
      return call();
    },
  );
}

/** Every call counts; from the n-th on none is done. */
export function crashingCalls(at: number): FaultyCalls {
  return counted(
    () => true,
    (made, call) => {
      if (at > 0 && made >= at) throw new Crash(`killed at call ${made}`);
      return call();
    },
  );
}

/** The table without faults. */
export function soundCalls(): FileCalls {
  return counted(
    () => false,
    (_, call) => call(),
  ).calls;
}

function counted(counts: (name: string) => boolean, around: (made: number, call: () => unknown) => unknown): FaultyCalls {
  const made: string[] = [];
  const calls = new Proxy(nodeFileCalls, {
    get(table, name) {
      const call: unknown = Reflect.get(table, name);
      if (typeof call !== 'function') return call;
      return (...args: unknown[]) => {
        if (!counts(String(name))) return Reflect.apply(call, table, args);
        made.push(`${String(name)} ${String(args[0])}`);
        return around(made.length, () => Reflect.apply(call, table, args));
      };
    },
  });
  return { calls, made };
}
