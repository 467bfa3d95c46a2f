import type { Client, ServerEntry } from '../clients/index.ts';
import type { FixText } from '../formats/index.ts';
import type { Seen } from '../system/index.ts';
import type { ConfigFileFacts, Decisions, Facts } from '../machine/index.ts';
import type { LiveAnswer } from './live/index.ts';
import type { SnapProgram } from '../changes/index.ts';

/**
 * A person's MCP setup as diagnostics see it: the config files, what their entries refer to, and the answers of the servers that were
 * called. Plain data: a diagnostic reads nothing itself, so all of them judge the same state of the machine.
 */
export interface Setup {
  readonly facts: Facts;
  /** Changes of snap that a killed run left unfinished, one sentence each. */
  readonly interrupted: readonly string[];
  /** The running snap. */
  readonly program: SnapProgram & { readonly version: string };
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Every config file that is judged, in the order of the registry. Includes files that a client does not read (`ignored`). */
  readonly files: readonly FileFacts[];
  /** Every entry of a file that its client reads. */
  readonly entries: readonly EntryFacts[];
  /** What the clients keep outside of their entries about which servers run. */
  readonly decisions: Decisions;
  /** What `snap` is in the person's shell. */
  readonly snapInShell: ProgramFound | undefined;
  /** Fixes the syntax of a text; only loaded when a file does not parse. */
  readonly fixText?: FixText | undefined;
  /** When the machine was read. */
  readonly now: Date;
  /** The names in the directories that diagnostics asked for (`lists`); absent: the directory does not exist or cannot be read. */
  readonly listings: ReadonlyMap<string, readonly string[]>;
  /** What is at the paths that diagnostics asked for (`looks`); absent: nothing. */
  readonly seen: ReadonlyMap<string, Seen>;
  /** The text of the files that diagnostics asked for (`reads`), if they exist and have at most a megabyte. */
  readonly texts: ReadonlyMap<string, string>;
}

/** A config file that one client reads. A file that several clients read is listed once for each. */
export interface FileFacts extends ConfigFileFacts {
  readonly client: Client;
  /** Whether the client was found on this machine. */
  readonly installed: boolean;
  /** What is at the path. */
  readonly onDisk: Seen | undefined;
  /** What version control says of a project's file; both `undefined` without version control, or when it is not known. */
  readonly tracked?: boolean | undefined;
  readonly ignoredByGit?: boolean | undefined;
}

/** A server entry as one client reads it, with what it refers to. */
export interface EntryFacts {
  readonly client: Client;
  readonly file: FileFacts;
  readonly entry: ServerEntry;
  /** Whether this client uses this entry, and not one of the same name in another file. */
  readonly isEffective: boolean;
  /** Whether it is switched on, in the entry and wherever else the client keeps that. */
  readonly isOn: boolean;
  /** The directory its process starts in, as far as that is known. */
  readonly startsIn: string | undefined;
  /** For an entry that starts a program. */
  readonly command?: CommandFacts | undefined;
  /** Each call that was made, in order. */
  readonly live: readonly LiveFacts[];
}

/** One call of an entry's server. */
export interface LiveFacts {
  /** In the environment the client gives it, or in the person's shell. */
  readonly as: 'client' | 'shell';
  readonly answer: LiveAnswer;
}

/** What an entry starts, as it looks on this machine. */
export interface CommandFacts {
  /** Command and arguments with the variables filled in that this client fills in and whose value is known. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  /** What the client finds under the command's name, on its own PATH, and what the person's shell finds. */
  readonly inClient: ProgramFound | undefined;
  readonly inShell: ProgramFound | undefined;
  /** The arguments, and the working directory, that have the form of a path, and what is there. */
  readonly paths: readonly NamedPath[];
  /** Command and arguments resolve to the running program file, and nothing in the entry changes what it does. */
  readonly isThisProgram: boolean;
  /** It is the bridge, and sends requests to another machine: not started without asking. */
  readonly callsOut: boolean;
}

/** A program that was found, and what its first bytes tell. */
export interface ProgramFound {
  /** As it was found. */
  readonly path: string;
  /** The file itself, through every link. */
  readonly target: string;
  readonly executable: boolean;
  /** The words behind `#!`, for a script. */
  readonly interpreter?: string | undefined;
  /** A compiled program. */
  readonly isBinary: boolean;
}

/** A path that an entry names. */
export interface NamedPath {
  readonly where: 'argument' | 'cwd' | 'workspace';
  /** For an argument, its index. */
  readonly index?: number | undefined;
  /** As written, variables filled in. */
  readonly written: string;
  /** Absolute; absent for a relative one whose start is not known. */
  readonly path?: string | undefined;
  readonly onDisk: Seen | undefined;
}
