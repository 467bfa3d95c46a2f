import type { Hash } from '../system/index.ts';

/**
 * One file a command wants to change. `compute` is pure and is called again whenever the file has changed in the meantime, so that
 * the change is always applied to the current content.
 */
export interface FileChange {
  /** The path in the registry; links are followed when writing. */
  readonly path: string;
  /** The root of the project whose file it is. Links are then followed only within it: a stranger may have committed them. */
  readonly project?: string | undefined;
  /** What the journal stores unencrypted: no values. */
  readonly about: ChangeAbout;
  /** The client has its own lock file, which snap takes too (Cline). */
  readonly foreignLock?: boolean | undefined;
  /** Mode of a file that is created; 0600 by default. */
  readonly newFileMode?: number | undefined;
  /** Directories to remove with the file if they are empty then, outermost first. */
  readonly directories?: readonly string[] | undefined;
  /** `bytes` is undefined when there is no file. */
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
  /** `bytes` undefined: the file is to be removed. `undoData` is stored encrypted: undo needs it when the file has changed since. */
  | { readonly kind: 'write'; readonly bytes: Uint8Array | undefined; readonly undoData?: JsonValue | undefined }
  | { readonly kind: 'refused'; readonly message: string; readonly hint?: string | undefined };

/** Why a file is left out. */
export interface Refusal {
  readonly message: string;
  readonly hint: string | undefined;
}

/** How one file ended. */
export type FileOutcome =
  | { readonly kind: 'unchanged'; readonly path: string }
  | { readonly kind: 'written'; readonly path: string; readonly before: Hash | 'absent'; readonly after: Hash | 'absent' }
  | { readonly kind: 'refused'; readonly path: string; readonly message: string; readonly hint?: string | undefined };

/** Any value of JSON. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };
