export interface KilledAtCall {
  /** Calls that the tables of {@link of} have had so far, all together. */
  made(): number;
  /** The table; every call of it counts. */
  of<T extends object>(table: T, seen?: (name: string, first: unknown) => void): T;
}

/** For programs that tests start: counts calls, and kills this process at the n-th (0: never). */
export function killedAtCall(at: number): KilledAtCall {
  let made = 0;
  return {
    made: () => made,
    of: (table, seen) =>
      new Proxy(table, {
        get(of, name) {
          const call: unknown = Reflect.get(of, name);
          if (typeof call !== 'function') return call;
          return (...args: unknown[]) => {
            made += 1;
            seen?.(String(name), args[0]);
            if (made === at) process.kill(process.pid, 'SIGKILL');
            return Reflect.apply(call, of, args);
          };
        },
      }),
  };
}
