/** Where an engine works. */
export interface OpponentPlace {
  readonly root: string;
  readonly home: string;
  /** Of this engine alone. */
  readonly store: string;
  readonly environment: Readonly<Record<string, string>>;
}

export interface Opponent {
  /** Once per workspace, before the first snapshot. */
  prepare(): Promise<void>;
  take(): Promise<string>;
  /** Without paths: all. */
  restore(id: string, paths?: readonly string[]): Promise<void>;
  undo(): Promise<boolean>;
  diesMidway(): void;
  /** Of what it keeps; of an engine that works in the person's repository that one. */
  readonly stores: readonly string[];
}

export interface OpponentMaker {
  readonly name: string;
  /** Whether its first snapshot reads every file. */
  readonly readsAll: boolean;
  /** It writes into the repository of the person. */
  readonly isInRepository?: true;
  /** Its restore writes every file of the tree anew. */
  readonly rewritesAll?: true;
  open(place: OpponentPlace): Opponent;
}
