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
  /** An absolute path, seen from {@link cwd}. */
  resolve(path: string): string;
  now(): Date;
  /**
   * The whole file, through links. `undefined` when there is none (a dangling link included).
   * @throws SnapError `link-loop`; `refused` for what is no regular file or may not be read; any other failure as `io`.
   */
  readBytes(path: string): Promise<Uint8Array | undefined>;
  /** The first bytes of a regular file, through links; `undefined` when there is none or it cannot be read. */
  readStart(path: string, length: number): Promise<Uint8Array | undefined>;
  /** What stands at a path, without opening it. `undefined` when nothing does. */
  look(path: string): Promise<Seen | undefined>;
  /** The names in a directory; `undefined` when there is no such directory or it cannot be listed. */
  list(path: string): Promise<readonly string[] | undefined>;
  /** Whether that run of a process is certainly over. In doubt it is not. */
  hasEnded(run: ProcessRun): Promise<boolean>;
  /**
   * Starts a program, never through a shell: what a plain start of the platform cannot start (a `.cmd` of Windows), this cannot.
   * It gets a process group of its own, so that {@link RunningProgram.kill} reaches what it starts; what still runs when snap ends
   * is killed. Never rejects: a program that could not be started says so in {@link RunningProgram.ended}.
   */
  spawn(command: string, args: readonly string[], options: SpawnOptions): Promise<RunningProgram>;
}

export interface SpawnOptions {
  readonly cwd: string;
  /** All of it: nothing of our own environment is added, but on Linux a mark by which what leaves its group is found again. */
  readonly env: Readonly<Record<string, string>>;
  /** Bytes of stdout, as they come. */
  readonly onOutput: (bytes: Uint8Array) => void;
  /** Bytes of stderr, as they come. */
  readonly onErrorOutput: (bytes: Uint8Array) => void;
}

/** A program that was started, and what it started in turn. Whoever started it calls {@link RunningProgram.kill} in the end. */
export interface RunningProgram {
  /** To its stdin. Nothing happens when nobody reads there any more. */
  write(text: string): void;
  /** Closes its stdin. */
  endInput(): void;
  /** How the program itself ended; set before {@link ended} is, where a child of its holds the streams open. */
  exit(): ProgramExit | undefined;
  /** Settles when the program has ended, its output was read to the end, and nobody holds its streams. */
  readonly ended: Promise<ProgramExit | ProgramFailure>;
  /**
   * Ends the whole group, and what left it as far as it can be known, first asking, then by force, and closes the streams. Takes less
   * than two seconds; may be called twice.
   */
  kill(): Promise<void>;
}

export interface ProgramExit {
  /** `undefined` when a signal ended it. */
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

/** It was never started. */
export interface ProgramFailure {
  /** The name the system has for it (ENOENT); empty when it has none. */
  readonly failure: string;
}

/** The part of the world that writing commands get; scanning and judging receive a plain {@link System}. */
export interface WritableSystem extends System {
  /** This process, for others to ask {@link System.hasEnded} about. */
  readonly run: ProcessRun;
  /** Our own files: journal, write-ahead copies. */
  readonly ownFiles: OwnFiles;
  /**
   * Where a write to `path` would end up, without writing.
   * @throws SnapError `read-only`, `link-loop`, or `refused` for what is no regular file: what {@link replaceBytes} would refuse.
   */
  inspect(path: string): Promise<WriteTarget>;
  /**
   * Whole or not at all, through every link, and only while the file still has `expected`'s content.
   * Keeps mode and owner. Makes missing directories. Where a rename cannot work, writes in place behind a write-ahead copy.
   * @throws SnapError `changed` when the file is no longer `expected`; what {@link inspect} throws; any other failure as `io`,
   *   with the path in its message and the file as it was.
   */
  replaceBytes(path: string, expected: Hash | 'absent', bytes: Uint8Array, options?: ReplaceOptions): Promise<void>;
  /** Deletes a file that still has `expected`'s content, and then those of `directories` that are empty. `absent`: only those. */
  removeFile(path: string, expected: Hash | 'absent', directories?: readonly string[]): Promise<void>;
  /** Finishes what a dead run left at `path`: restores a torn file from its write-ahead copy, removes a stray temporary file. */
  tidy(path: string): Promise<void>;
  /**
   * Runs `work` while this process alone holds the locks of all `paths` (by real path; taken in one order, so never a deadlock).
   * Writes inside go through the system that `work` is given: the outer one would wait for the very lock that is held.
   * @throws SnapError `refused` when a living process keeps one for longer than half a minute.
   */
  withLocks<T>(paths: readonly LockPath[], work: (system: WritableSystem) => Promise<T>): Promise<T>;
}

export interface OwnDirectories {
  readonly config: string;
  /** Journal and key. */
  readonly data: string;
  readonly state: string;
  /** Locks. */
  readonly runtime: string;
}

/** Files below {@link OwnDirectories}: mode 0600 in directories of 0700. The caller holds the lock of what others write too. */
export interface OwnFiles {
  /** Replaces the whole file, durably. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  /** Adds to the end, or leaves the file as it was. Durable on request. */
  append(path: string, bytes: Uint8Array, options: { readonly durable: boolean }): Promise<void>;
  /** Nothing happens when there is no such file. */
  remove(path: string): Promise<void>;
  /** Encrypts with a key that stands in a 0600 file of its own, made when first needed. */
  seal(bytes: Uint8Array): Promise<Uint8Array>;
  /** `undefined` when the bytes were not sealed with the key that is there now, or were altered. */
  unseal(bytes: Uint8Array): Promise<Uint8Array | undefined>;
}

export interface WriteTarget {
  /** The real path, every link followed. */
  readonly path: string;
  /** Directories that a write would make, outermost first. */
  readonly missingDirectories: readonly string[];
  /** Of the file that is there; absent when there is none. */
  readonly mode?: number;
}

export interface ReplaceOptions {
  /** Mode of a file that is created; the umask applies. 0600 unless told otherwise: config files may hold secrets. */
  readonly newFileMode?: number;
}

/** `foreignLock`: the client's own lock directory `<file>.lock` is taken too (Cline). */
export type LockPath = string | { readonly path: string; readonly foreignLock: boolean };

/** One run of one process, told apart from a later process with the same number. */
export interface ProcessRun {
  readonly pid: number;
  /** When it started, in the unit of the platform; empty where only the number is known. */
  readonly start: string;
  /** Which start of the machine; empty where that is not known. */
  readonly boot: string;
  /** The pid namespace: the same number means another process in another container. */
  readonly space: string;
}

/** sha256 in hex. */
export type Hash = string & { readonly brand: 'Hash' };

export interface Seen {
  /** `unreachable`: a directory on the way is closed to us, so nobody knows. */
  readonly kind: 'file' | 'directory' | 'dangling-link' | 'link-loop' | 'other' | 'unreachable';
  /** Set when the path itself is a symbolic link: the final target (as far as it can be followed). */
  readonly target?: string;
  /** Bytes; 0 for what is not a file. */
  readonly size: number;
  readonly mode: number;
  readonly readable: boolean;
  readonly writable: boolean;
  readonly executable: boolean;
}
