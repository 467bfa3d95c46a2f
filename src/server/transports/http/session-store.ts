import type { FrontLimits } from './options.ts';

/** A session, or a connection that carries several requests; it ends when it has been idle too long. */
export interface Kept {
  /** Milliseconds of a clock that is never set back. */
  readonly usedAt: number;
  /** Nothing of it is under way. */
  isIdle(): boolean;
  close(): void;
}

export interface SessionStore<T extends Kept> {
  get(id: string): T | undefined;
  /** @returns whether there was room; where there is not, it is closed. */
  add(id: string, owner: string, made: T): boolean;
  end(id: string): void;
  all(): readonly T[];
  close(): void;
}

/** Keeps a limited number for each owner: a new one replaces the one that was idle longest. One that is idle too long ends. */
export function sessionStore<T extends Kept>({
  sessions: most,
  sessionIdle,
}: Pick<FrontLimits, 'sessions' | 'sessionIdle'>): SessionStore<T> {
  const kept = new Map<string, { readonly owner: string; readonly made: T }>();
  const end = (id: string): void => {
    const found = kept.get(id);
    kept.delete(id);
    found?.made.close();
  };
  const timer = setInterval(
    () => {
      const now = performance.now();
      for (const [id, { made }] of kept) if (made.isIdle() && now - made.usedAt > sessionIdle) end(id);
    },
    Math.max(1_000, Math.min(60_000, sessionIdle)),
  ).unref();
  return {
    get: (id) => kept.get(id)?.made,
    add(id, owner, made) {
      const own = [...kept].filter(([, each]) => each.owner === owner);
      if (own.length >= most) {
        const [oldest] = own.filter(([, each]) => each.made.isIdle()).toSorted(([, a], [, b]) => a.made.usedAt - b.made.usedAt);
        if (oldest === undefined) {
          made.close();
          return false;
        }
        end(oldest[0]);
      }
      kept.set(id, { owner, made });
      return true;
    },
    end,
    all: () => [...kept.values()].map(({ made }) => made),
    close() {
      clearInterval(timer);
      for (const id of kept.keys()) end(id);
    },
  };
}
