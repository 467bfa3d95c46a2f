import type { Hash } from '../system/index.ts';

/**
 * One file a command wants to change. `compute` is pure and is asked again whenever the file turns out to have moved on, so what
 * is written always builds on what is there.
 */
export interface FileChange {
  /** As the registry names it; links are followed when writing. */
  readonly path: string;
  /** What the journal may say about it in the clear: no values. */
  readonly about: ChangeAbout;
  /** The client has a lock of its own, which is honoured (Cline). */
  readonly foreignLock?: boolean;
  /** Mode of a file that is created; 0600 unless told otherwise. */
  readonly newFileMode?: number;
  /** Directories to remove with the file if they are empty then, outermost first. */
  readonly directories?: readonly string[];
  /** `bytes` is absent when there is no file. */
  compute(bytes: Uint8Array | undefined): ComputedChange;
}

export interface ChangeAbout {
  readonly client: string;
  readonly scope: string;
  /** Names of the servers set or removed. */
  readonly servers: readonly string[];
  readonly action: 'set' | 'remove' | 'repair' | 'undo';
}

export type ComputedChange =
  | { readonly kind: 'unchanged' }
  /** `bytes` absent: the file shall go. `memo` is kept, sealed, for whoever takes the change back after the file moved on. */
  | { readonly kind: 'write'; readonly bytes: Uint8Array | undefined; readonly memo?: JsonValue }
  | { readonly kind: 'refused'; readonly message: string; readonly hint?: string };

/** What became of one file. */
export type FileOutcome =
  | { readonly kind: 'unchanged'; readonly path: string }
  | { readonly kind: 'written'; readonly path: string; readonly before: Hash | 'absent'; readonly after: Hash | 'absent' }
  | { readonly kind: 'refused'; readonly path: string; readonly message: string; readonly hint?: string };

/** What JSON can hold. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };
