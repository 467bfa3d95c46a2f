/** Milliseconds after which a question is called silent: less than the start of a task waits for it, so that the next tool finds it so. */
const silentMs = 1_000;
/** What a question may take while an earlier one of its kind is silent. */
const besideSilentMs = 1_000;

/**
 * The questions to a program that have no answer yet, by kind. Where one is silent, the next of its kind probably will be too, so it gets
 * less time.
 */
export class SilentQuestions {
  readonly #askedAt = new Map<symbol, { readonly kind: string; readonly atMs: number }>();

  /** @returns what says that the question was answered, or given up. */
  ask(kind: string, nowMs: number): { readonly maxMs: number; over(): void } {
    const isSilent = [...this.#askedAt.values()].some((one) => one.kind === kind && nowMs - one.atMs >= silentMs);
    const key = Symbol(kind);
    this.#askedAt.set(key, { kind, atMs: nowMs });
    return { maxMs: isSilent ? besideSilentMs : Infinity, over: () => void this.#askedAt.delete(key) };
  }
}
