/**
 * The outside world as snap sees it. Tests pass one that lives in memory, or the real one in a temporary directory.
 */
export interface System {
  readonly platform: 'darwin' | 'linux' | 'win32';
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The directory snap was started in. */
  readonly cwd: string;
  /** Where snap keeps its own files. */
  readonly own: OwnDirectories;
  now(): Date;
  /** The whole file, through links. `undefined` when there is none (a dangling link included); every other failure throws. */
  readBytes(path: string): Promise<Uint8Array | undefined>;
  /** What stands at a path, without opening it. `undefined` when nothing does. */
  look(path: string): Promise<Seen | undefined>;
  /** The names in a directory; `undefined` when there is no such directory or it cannot be listed. */
  list(path: string): Promise<readonly string[] | undefined>;
}

/** The part of the world that writing commands get; scanning and judging receive a plain {@link System}. */
export interface WritableSystem extends System {
  /**
   * Whole or not at all, through every link, and only while the file still has `expected`'s content.
   * Keeps mode and owner. Makes missing directories. Where a rename cannot work, writes in place behind a write-ahead copy.
   * @throws SnapError `changed` when the file is no longer `expected`; `read-only` for a file without write permission;
   *   `link-loop`; any other failure as `io`, with the path in its message.
   */
  replaceBytes(path: string, expected: Hash | 'absent', bytes: Uint8Array): Promise<void>;
  /** Deletes a file that still has `expected`'s content, and then those of `directories` that are empty. */
  removeFile(path: string, expected: Hash, directories?: readonly string[]): Promise<void>;
  /** Runs `work` while this process alone holds the locks of all `paths` (by real path; taken in one order, so never a deadlock). */
  withLocks<T>(paths: readonly string[], work: () => Promise<T>): Promise<T>;
}

export interface OwnDirectories {
  readonly config: string;
  /** Journal and key. */
  readonly data: string;
  readonly state: string;
  /** Locks. */
  readonly runtime: string;
}

/** sha256 in hex. */
export type Hash = string & { readonly brand: 'Hash' };

export interface Seen {
  readonly kind: 'file' | 'directory' | 'dangling-link' | 'link-loop' | 'other';
  /** Set when the path itself is a symbolic link: the final target (as far as it can be followed). */
  readonly target?: string;
  /** Bytes; 0 for what is not a file. */
  readonly size: number;
  readonly mode: number;
  readonly readable: boolean;
  readonly writable: boolean;
  readonly executable: boolean;
}
