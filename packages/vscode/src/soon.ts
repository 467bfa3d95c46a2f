/** Work that follows many events at once. */
export interface Soon {
  /** Something has happened. */
  call(): void;
  dispose(): void;
}

export interface SoonOptions {
  /** The work is done when nothing has happened for this time, */
  readonly quietMs: number;
  /** and at the latest this time after the first event: a program that writes without a pause must not put it off for ever. */
  readonly lateMs: number;
  /** How long it must wait in any case. */
  readonly restMs?: () => number;
}

export function soon(run: () => void, { lateMs, quietMs, restMs = () => 0 }: SoonOptions): Soon {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let first: number | undefined;
  return {
    call() {
      const now = performance.now();
      first ??= now;
      clearTimeout(timer);
      timer = setTimeout(
        () => {
          first = undefined;
          run();
        },
        Math.max(Math.min(quietMs, first + lateMs - now), restMs(), 0),
      );
    },
    dispose: () => clearTimeout(timer),
  };
}
