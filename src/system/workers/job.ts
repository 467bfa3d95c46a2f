/**
 * A piece of work that another process does: parsing and rules over many files. One row in src/worker.ts says which function does it; this value
 * is what both sides know of it, and carries its types.
 */
export interface Job<Input, Output, Batch = never> {
  /** The room and what is done, as in src/worker.ts: `code/read-modules`. */
  readonly name: string;
  /** Never set: only there so that the types are not lost. */
  readonly types?: (input: Input, output: Output, batch: Batch) => void;
}

/** What does the work. It runs in a process without any connection to this one but its input, its batches and its result. */
export type JobWork<Input, Output, Batch = never> = (input: Input, worker: JobSide<Batch>) => Promise<Output>;

/** What a job has of the process that it runs in. */
export interface JobSide<Batch> {
  /**
   * Hands over a part of the result, so that no large message is read at once. Resolves when the other side may have it; to be called every few
   * hundred files, as it is also here that a process which needs too much memory ends.
   */
  send(batch: Batch): Promise<void>;
}

export interface JobOptions<Batch> {
  /** Ends the process at once. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds after which the process is ended. Waiting for a free worker is not counted. */
  readonly maxMs: number;
  /** Of memory, of objects of JavaScript and of all it takes together; 512 by default. */
  readonly maxMiB?: number;
  readonly onBatch?: (batch: Batch) => void;
}

/** How a job ended. Batches that came before are whole, however it ended. */
export type JobEnd<Output> =
  | { readonly state: 'done'; readonly output: Output }
  /** The work threw. `reason` is one line. */
  | { readonly state: 'failed'; readonly reason: string }
  /** A native package has no program for this platform, or could not be loaded. */
  | { readonly state: 'missing-binding'; readonly reason: string }
  /** The process died of itself, as it does when a native parser meets text that is nested too deeply. */
  | { readonly state: 'crashed'; readonly reason: string }
  | { readonly state: 'out-of-memory' }
  | { readonly state: 'late' }
  | { readonly state: 'cancelled' };

/** From the process that wants work done. */
export interface JobRequest {
  readonly name: string;
  readonly input: unknown;
  readonly maxMiB: number;
}

/** From the process that does it. */
export type JobMessage =
  | { readonly kind: 'batch'; readonly batch: unknown }
  | { readonly kind: 'done'; readonly output: unknown; readonly usedMiB: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'missing-binding'; readonly reason: string }
  | { readonly kind: 'out-of-memory' };
