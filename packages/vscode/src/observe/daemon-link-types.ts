import type { core, DaemonDesk, DaemonStatus, SnapEvent, System } from '../core.ts';
import type { DaemonFact } from '../gates/facts.ts';
import type { Listening } from '../signal.ts';

export type Met = Awaited<ReturnType<Awaited<ReturnType<typeof core.daemonClient>>['meetDaemon']>>;
export type Link = Extract<Met, { kind: 'ready' }>['link'];
/** Where the process lives that the state file names. */
export type Living = 'none' | 'here' | 'elsewhere';

export interface DaemonLinkOptions {
  readonly system: System;
  readonly desk: DaemonDesk;
  /** How the editor calls itself. */
  readonly client: string;
  /** Whether a daemon may be started without asking: the person agreed once, and the workspace is trusted. */
  mayStart(): boolean;
  /** Whether assistants are to reach it by its address. */
  wantsHttp(): boolean;
  /** After how many milliseconds without an answer it counts as hung. */
  readonly helloMs?: number | undefined;
  /** The pauses between starts, and between looks at a daemon that hangs, that no person asked for. */
  readonly pausesMs?: readonly number[] | undefined;
  /** How often a connected one is asked whether it still answers. */
  readonly beatMs?: number | undefined;
  /** A failure of work in the background. */
  onProblem(error: unknown): void;
}

/** This window's connection to the daemon. It is made again when it is lost, and a daemon that was killed is started again. */
export interface DaemonLink {
  readonly fact: DaemonFact;
  readonly onFact: (listener: (fact: DaemonFact) => unknown) => Listening;
  readonly onEvent: (listener: (event: SnapEvent) => unknown) => Listening;
  /** Looks now: connects, or finds out why not, or that a connected one no longer answers. */
  look(): Promise<DaemonFact>;
  /** Connects, or starts one. Of one that is connected it asks only for the address. @returns what went wrong, as a sentence without its full stop. */
  start(): Promise<string | undefined>;
  /** Asks the one that is connected for the address where assistants reach it. Never starts one. @returns as `start`. */
  askAddress(): Promise<string | undefined>;
  restart(): Promise<string | undefined>;
  openWorkspace(root: string | undefined): void;
  /** `undefined` while there is none. */
  readonly connection: Link | undefined;
  status(): Promise<DaemonStatus | undefined>;
  close(): void;
}
