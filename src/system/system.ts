import type { SnapError } from './errors.ts';
import type { RunningProgram, SpawnOptions, Startable } from './programs/program.ts';
import type { Job, JobEnd, JobOptions } from './workers/job.ts';

/**
 * The outside world as snap sees it. Tests pass one that lives in memory, or the real one in a temporary directory.
 */
export interface System {
  readonly platform: 'darwin' | 'linux' | 'win32';
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The directory snap was started in; the home where that was deleted. */
  readonly cwd: string;
  readonly isCwdGone?: boolean;
  /** Where snap keeps its own files. */
  readonly own: OwnDirectories;
  /** Which variable of the environment names no usable place. Then the server keeps nothing, and commands refuse before they begin. */
  readonly placeProblem?: SnapError | undefined;
  /** The place is in a project: commands go on without what is there, and only what would write there refuses. */
  readonly isPlaceIgnored?: true;
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
  /** What is at a path, without opening it. `undefined` when there is nothing. */
  look(path: string): Promise<Seen | undefined>;
  /** The names in a directory; `undefined` when there is no such directory or it cannot be listed. */
  list(path: string): Promise<readonly string[] | undefined>;
  /**
   * Every file below a directory, links not followed, in an order that is the same every time. Works in slices, so that
   * a server can answer requests meanwhile. What cannot be read is listed in the result; nothing is thrown.
   */
  walk(root: string, options: WalkOptions): Promise<Walked>;
  /**
   * What is at each of many paths, links not followed: enough to see whether something has changed. Works in slices, as {@link walk}; ten times
   * faster than walking.
   */
  stamps(paths: readonly string[]): Promise<readonly (FileStamp | undefined)[]>;
  /**
   * Reports changes below a directory as the platform reports them (an event may come late, twice, or for a file that is the same
   * as before). `undefined` where the platform cannot, or would need more than 80 % of the watches it grants.
   */
  watch(root: string, options: WatchOptions): Promise<TreeWatch | undefined>;
  /** Whether that run of a process is certainly over. In doubt it is not. */
  hasEnded(run: ProcessRun): Promise<boolean>;
  /**
   * Starts a program, never through a shell: what a plain start of the platform cannot start (a `.cmd` of Windows), this cannot.
   * It gets a process group of its own, so that {@link RunningProgram.kill} reaches what it starts; what still runs when snap ends
   * is killed. Never rejects: a program that could not be started says so in {@link RunningProgram.ended}.
   */
  spawn(program: Startable, args: readonly string[], options: SpawnOptions): Promise<RunningProgram>;
  /**
   * Has a job of src/worker.ts done by another process of snap's own, so that this one can answer meanwhile, and lives on where a native parser
   * dies of a text. Never rejects. As many run at once as the machine has processors; the others wait.
   */
  runJob<Input, Output, Batch>(job: Job<Input, Output, Batch>, input: Input, options: JobOptions<Batch>): Promise<JobEnd<Output>>;
}

/** What tells one state of a file from another. */
export interface FileStamp {
  readonly kind: 'file' | 'directory' | 'other';
  readonly size: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly inode: number;
  readonly device: number;
  /** When it was made; 0 where the file system does not keep it. */
  readonly bornMs: number;
}

/** A file met by {@link System.walk}. */
export interface TreeFile {
  /** From the root, with `/` on every platform. A name that is not UTF-8 has replacement characters here. */
  readonly path: string;
  readonly kind: 'file' | 'link' | 'other';
  /** Bytes. */
  readonly size: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
  readonly inode: number;
  readonly mode: number;
}

export interface WalkOptions {
  /** Asked for each directory (path from the root, with `/`) before it is opened. */
  enters(directory: string): boolean;
  /** Asked for each file before it is looked at; a file that is not wanted costs nothing. */
  wants(file: string): boolean;
  /** Beyond this many files the walk ends early, and the result states that. */
  readonly maxFiles: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Walked {
  readonly files: readonly TreeFile[];
  /** False when it ended early. */
  readonly isComplete: boolean;
  /** Directories and files that could not be read, from the root. */
  readonly unreadable: readonly string[];
}

export interface WatchOptions {
  /** As for {@link WalkOptions}; a directory that is not entered is not watched. */
  enters(directory: string): boolean;
  /** A path from the root that may have changed; `undefined`: something was lost, anything may have changed. */
  onChange(path: string | undefined): void;
}

export interface TreeWatch {
  /** Whether new directories are still being read: changes in them may be reported later. Absent where the platform does not say. */
  isBehind?(): boolean;
  /** Stops it. The watch never keeps the process alive. */
  close(): void;
}

/** The part of the world that writing commands get; scanning and judging receive a plain {@link System}. */
export interface WritableSystem extends System {
  /** This process, for others to ask {@link System.hasEnded} about. */
  readonly run: ProcessRun;
  /** Our own files: journal, write-ahead copies. */
  readonly ownFiles: OwnFiles;
  /**
   * An append-only file of lines that several processes write; see {@link RecordLog}. Opening touches nothing.
   * @param lock what its writers lock, a path of our own: one for all files that have to agree. {@link withLocks} takes the same.
   * @param isCurrent asked while the lock is held; when it says no, the append is refused with `changed` and nothing is written.
   */
  log(path: string, lock: string, isCurrent?: () => Promise<boolean>): RecordLog;
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
   * Writes inside go through the system that `work` is given: the outer one would wait for the lock that is already held.
   * @throws SnapError `refused` when a living process keeps one for longer than half a minute.
   */
  withLocks<T>(paths: readonly LockPath[], work: (system: WritableSystem) => Promise<T>): Promise<T>;
}

/**
 * Lines that are only ever added: what `append` acknowledged is there after a crash, exactly as it was given.
 *
 * A writer takes the lock, ends a line that a dead writer left torn, and adds whole lines under O_APPEND; it answers when they are
 * on the disk. Records that wait share one fsync. Never through a symbolic link: another person may have written the directory.
 */
export interface RecordLog {
  readonly path: string;
  /**
   * @param lines without line breaks.
   * @throws SnapError `changed`, `read-only`, `refused` (a link, no regular file, a lock kept too long) or `io` (a full disk); then
   *   nothing of them counts as written.
   */
  append(lines: readonly string[]): Promise<void>;
  /** All whole lines there are now. Reads only what was added since the last call, while the file is the same one. */
  read(): Promise<LogLines>;
  /**
   * Replaces the whole content under the lock, durably and at once. `undefined` from `change` leaves it as it is.
   * @returns whether it was replaced.
   */
  rewrite(change: (lines: readonly string[]) => readonly string[] | undefined): Promise<boolean>;
}

export interface LogLines {
  /** The same list as before, only longer, as long as the file was only added to. */
  readonly lines: readonly string[];
  /** Whether the file ends in a line that was never finished; it is not among the lines. */
  readonly isTorn: boolean;
  readonly exists: boolean;
}

export interface OwnDirectories {
  readonly config: string;
  /** Journal and key. */
  readonly data: string;
  readonly state: string;
  /** Compiled code of snap itself. Only its loader writes there (kept-code/). */
  readonly cache: string;
  /** Locks. */
  readonly runtime: string;
}

/** Files below {@link OwnDirectories}: mode 0600 in directories of 0700. The caller holds the lock of what others write too. */
export interface OwnFiles {
  /** Replaces the whole file, durably by default. */
  write(path: string, bytes: Uint8Array, options?: { readonly durable: boolean }): Promise<void>;
  /** Adds to the end, or leaves the file as it was. Durable on request. */
  append(path: string, bytes: Uint8Array, options: { readonly durable: boolean }): Promise<void>;
  /** Nothing happens when there is no such file. */
  remove(path: string): Promise<void>;
  /** Deletes a file or directory below {@link OwnDirectories} with everything in it. A link goes itself; what it leads to stays. */
  removeTree(path: string): Promise<void>;
  /** Deletes one of {@link OwnDirectories}, or one below, if it is empty and no link. @returns whether it is gone. */
  removeEmpty(directory: string): Promise<boolean>;
  /** Encrypts with a key in a 0600 file of its own, made when first needed. */
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
  /** Mode of a file that is created; the umask applies. 0600 by default: config files may hold secrets. */
  readonly newFileMode?: number | undefined;
}

/** `foreignLock`: the client's own lock directory `<file>.lock` is taken too (Cline). */
export type LockPath = string | { readonly path: string; readonly foreignLock: boolean };

/** One run of one process. A later process with the same number is another run. */
export interface ProcessRun {
  readonly pid: number;
  /** When it started, in the unit of the platform; empty where only the number is known. */
  readonly start: string;
  /** Which start of the machine; empty where that is not known. */
  readonly boot: string;
  /** The pid namespace: the same number means another process in another container. */
  readonly space: string;
  /** A thread of the process that works by itself; it may end before the process does, which then says so (system/threads). */
  readonly thread?: string | undefined;
}

/** sha256 in hex. */
export type Hash = string & { readonly brand: 'Hash' };

export interface Seen {
  /** `unreachable`: no permission for a parent directory, so it is unknown. */
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
