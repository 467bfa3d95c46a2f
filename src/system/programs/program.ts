declare const made: unique symbol;

/** A program that may be started. Only startable.ts makes one, so that no name is ever looked up on a PATH that a project could have filled. */
export interface Startable {
  /** Absolute. */
  readonly file: string;
  /** The PATH that it gets, whatever the environment says in which it is started. */
  readonly path: string;
  readonly [made]: true;
}

export type SpawnOptions = ProgramOptions &
  (
    | {
        /** A short question: it starts nothing that leaves its group, so that no process outside of it is looked for. */
        readonly staysInGroup: true;
      }
    | {
        readonly staysInGroup?: undefined;
        /** Milliseconds after which it is ended, by force where it does not end when asked. */
        readonly maxMs?: number | undefined;
        /** Ends it in the same way. */
        readonly signal?: AbortSignal | undefined;
      }
  );

interface ProgramOptions {
  readonly cwd: string;
  /** All of it but PATH, which is the program's: nothing of our own environment is added, but on Linux a mark by which what leaves its group is found again. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether its group is killed also when snap itself is killed by force; costs another process. */
  readonly endsWithSnap?: boolean | undefined;
  /** Bytes of stdout, as they come. */
  readonly onOutput: (bytes: Uint8Array) => void;
  /** Bytes of stderr, as they come. */
  readonly onErrorOutput: (bytes: Uint8Array) => void;
}

/** A program that was started, with the processes that it started. The caller must call {@link RunningProgram.kill} at the end. */
export interface RunningProgram {
  /** To its stdin. Nothing happens when the program no longer reads it. */
  write(text: string): void;
  /** Closes its stdin. */
  endInput(): void;
  /**
   * Whether snap stays for it: it does until it is told otherwise. A program that waits for more work must not keep snap running; while it works
   * it must.
   */
  stayFor(isWorking: boolean): void;
  /** How the program itself ended; set before {@link ended} is, where a child of its holds the streams open. */
  exit(): ProgramExit | undefined;
  /** Settles when {@link exit} is set, or with {@link ended}. What it wrote last may still come. */
  readonly exited: Promise<unknown>;
  /** Settles when the program has ended, its output was read to the end, and no child of it holds its streams. */
  readonly ended: Promise<ProgramExit | ProgramFailure>;
  /**
   * Ends the whole group, and what left it as far as it can be known, first asking, then by force, and closes the streams. Takes less
   * than two seconds; may be called twice.
   * @param grace milliseconds between asking and force (600 without it). A cancelled call gives 100.
   */
  kill(grace?: number): Promise<void>;
}

export interface ProgramExit {
  /** `undefined` when a signal ended it. */
  readonly code: number | undefined;
  readonly signal: string | undefined;
  /** Set when it was ended by `maxMs` or by `signal` of {@link SpawnOptions}. */
  readonly stopped?: 'late' | 'cancelled' | undefined;
}

/** It was never started. */
export interface ProgramFailure {
  /** The name the system has for it (ENOENT); empty when it has none. */
  readonly failure: string;
}
