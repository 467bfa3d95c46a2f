/** How many workers may run at once. Who waits is served in order. */
export class Turns {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** @returns false when the signal came first. */
  async take(signal: AbortSignal | undefined): Promise<boolean> {
    if (signal?.aborted === true) return false;
    if (this.#free > 0) {
      this.#free -= 1;
      return true;
    }
    return new Promise((resolve) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve(true);
      };
      const leave = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        resolve(false);
      };
      this.#waiting.push(enter);
      signal?.addEventListener('abort', leave, { once: true });
    });
  }

  giveBack(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
