import type { SnapEvent } from '../core.ts';
import type { Calls } from './calls.ts';

/** What the thread begins with. */
export interface BenchInput {
  readonly root: string;
  /** Its name among all threads of the process, for the locks that it holds. */
  readonly thread: string;
}

export type CallName = keyof Calls;

/** An error on its way between the two sides. */
export interface WireFailure {
  /** A SnapError as `wireError` of the core gives it; absent for any other error. */
  readonly error?: unknown;
  /** The call was given up, as it was asked to. */
  readonly isStopped?: boolean;
  readonly reason: string;
}

/** To the thread. */
export type ToBench =
  | { readonly kind: 'call'; readonly id: number; readonly call: CallName; readonly args: readonly unknown[] }
  | { readonly kind: 'cancel'; readonly id: number }
  /** The answer to `ask`; without `answer` the thread does the piece itself. */
  | { readonly kind: 'asked'; readonly id: number; readonly answer?: { readonly answer: unknown }; readonly failure?: WireFailure };

/** From the thread. */
export type FromBench =
  | { readonly kind: 'answer'; readonly id: number; readonly answer: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: WireFailure }
  | { readonly kind: 'progress'; readonly id: number; readonly done: number; readonly total?: number | undefined }
  /** A piece of work that the daemon may do. */
  | { readonly kind: 'ask'; readonly id: number; readonly root: string; readonly piece: string; readonly args: readonly unknown[] }
  /** The answer is no longer needed. */
  | { readonly kind: 'unask'; readonly id: number }
  /** Something was done here that others may want to know. */
  | { readonly kind: 'event'; readonly event: SnapEvent };
