/** Another process that may do pieces of work for this one, and may be absent, slow or gone at any time. */
export interface Assist {
  /**
   * Asks for a piece of work on the workspace at `root`. @param isLong it writes, under a lock that others wait for: a process that is only slow is waited for. @returns `undefined` when it was not done there: then it is done here.
   * @throws SnapError when the work itself was refused there, as it would be here; the signal's reason when that fires.
   */
  ask(
    root: string,
    piece: string,
    args: readonly unknown[],
    signal?: AbortSignal,
    isLong?: boolean,
  ): Promise<{ readonly answer: unknown } | undefined>;
  /** A workspace was opened here. @param client the assistant's own name for itself. */
  opened(root: string, client?: string): void;
  /** What it is to this process, in one sentence. */
  describe(): string;
}
