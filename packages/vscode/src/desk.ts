import type { Event, ExtensionContext, LogOutputChannel } from 'vscode';
import type { DaemonStatus, SnapEvent, System, Workspace, WritableSystem } from './core.ts';
import type { DaemonFact, GateFacts } from './gates/facts.ts';
import type { Gate } from './gates/gate-of.ts';
import type { FoundCli } from './observe/find-cli.ts';
import type { WindowFolders } from './window-folders.ts';

/** What every part of the extension works with. */
export interface Desk {
  readonly context: ExtensionContext;
  /** What went wrong, for the person who asks. Never a token, never the content of a file. */
  readonly log: LogOutputChannel;
  /** The machine on which the extension runs; where the workspace is remote, that machine. Its PATH has what the person's shell adds. */
  system(): Promise<System>;
  /** The same for writing. Only after the person agreed, and never in a workspace that is not trusted. */
  writable(): Promise<WritableSystem>;
  /** The folders of the window. What Snap shows and does is of the current one. */
  readonly folders: WindowFolders;
  /** The current folder; `undefined` where none is open. */
  folder(): string | undefined;
  /** That folder as snap sees it; `undefined` where none is open or it cannot be a workspace of snap. */
  workspace(): Promise<OpenFolder | undefined>;
  /** The program of snap on this machine; `undefined` where there is none. */
  program(): Promise<FoundCli | undefined>;
  /** The programs of others that have a name of snap's, as paths. */
  otherPrograms(): Promise<readonly string[]>;
  /** What the login shell says of its PATH, and a version manager of a program, is asked once. After this, the next search asks again: the person may have changed it. */
  forgetLoginPath(): void;
  readonly gates: Gates;
  readonly daemon: DaemonDoor;
}

/** A folder of the window. */
export interface OpenFolder {
  readonly workspace: Workspace;
  /** Whether the person has used snap in it. */
  readonly isInitialized: boolean;
  /** Where learnings are: in `.snap/` of the project, or in the person's own data directory. */
  readonly keptIn: 'project' | 'private';
}

/** The gate that the status bar shows. */
export interface Gates {
  readonly current: Gate;
  readonly facts: GateFacts;
  readonly onDidChange: Event<Gate>;
  /** A part of the facts was looked at again; the gate that is shown may be the same. */
  readonly onDidSee: Event<GateFacts>;
  /** Looks at everything again. Settles when all is seen. */
  look(): Promise<Gate>;
}

/** The process that all windows and assistants share, as this window is connected to it. */
export interface DaemonDoor {
  readonly fact: DaemonFact;
  readonly onDidChange: Event<DaemonFact>;
  /** What happens in any workspace, from now on. */
  readonly onEvent: Event<SnapEvent>;
  /** Asks the daemon for a piece of work on the workspace, in the form of `askFirstOf` of the core. Rejects where there is none: then the caller does it itself. */
  call(root: string, call: string, args: readonly unknown[]): Promise<unknown>;
  /** The same for what may be done here as well. @returns `undefined` where it was not done there. @throws SnapError when the work itself was refused. */
  ask(root: string, piece: string, args: readonly unknown[], signal: AbortSignal): Promise<{ readonly answer: unknown } | undefined>;
  /** Tells the other clients of the daemon what was done here. Without a daemon it does nothing. */
  publish(event: SnapEvent): void;
  /** What it says of itself; `undefined` where there is no connection or no answer. */
  status(): Promise<DaemonStatus | undefined>;
  /** Starts it, also one that was stopped. Only after the person agreed. @returns what went wrong, as a sentence without its full stop. */
  start(): Promise<string | undefined>;
  /** Asks the one that is connected for the address where assistants reach it. Never starts one. @returns as `start`. */
  askAddress(): Promise<string | undefined>;
  /** Ends it and starts a new one. @returns as `start`. */
  restart(): Promise<string | undefined>;
}
