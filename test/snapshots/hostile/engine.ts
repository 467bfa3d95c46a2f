import type { Place } from './place.ts';

/** A way to take snapshots of a workspace and to put them back: ours, another tool's, or the one that copies everything. */
export interface Engine {
  /** Throws when there is no snapshot. */
  take(): Promise<string>;
  /** Of the paths alone, where some are given. */
  restore(id: string, paths?: readonly string[]): Promise<void>;
  /** Takes the last restore back; false: it cannot. */
  undo(): Promise<boolean>;
  /** Leaves what a process leaves that is killed while it takes a snapshot. */
  diesMidway(): void;
  close(): void;
}

export interface EngineMaker {
  readonly name: string;
  /**
   * Whether it is held to all of the promise: exactly the tree, every undo, `.git` byte by byte, nothing written by a snapshot. Of the
   * others it is asked only what a case itself states.
   */
  readonly isStrict: boolean;
  open(place: Place, hostile: { readonly uncaptured: readonly string[] }): Promise<Engine>;
}
