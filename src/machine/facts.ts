import type { Client, ConfigPlace, FileReading, Platform, Reading, Scope } from '../clients/index.ts';
import type { Format } from '../formats/index.ts';
import type { FoundWorkspace as Workspace } from '../workspace/index.ts';

export type { Workspace };

/** What was seen on the machine: plain data, gathered once by `probe`, judged and shown by everybody else. */
export interface Facts {
  readonly platform: Platform;
  readonly workspace: Workspace;
  readonly clients: readonly ClientFacts[];
  /** The bytes of every file that was read, by its path. */
  readonly contents: ReadonlyMap<string, Uint8Array | undefined>;
}

export interface ClientFacts {
  readonly client: Client;
  readonly installed: boolean;
  /** What was found that shows it, in words. */
  readonly evidence: readonly string[];
  /** In the client's reading order. */
  readonly files: readonly ConfigFileFacts[];
}

export interface ConfigFileFacts extends FileReading {
  readonly scope: Scope;
  readonly place: ConfigPlace;
  readonly path: string;
  /** The final target, where the path is a symbolic link. */
  readonly target?: string;
  readonly reading: Reading;
  /** What read it; absent where nothing was read. */
  readonly format?: Format;
  readonly writable: boolean;
  /** The client reads something else instead of this file. */
  readonly ignored: boolean;
  /** Of `servers`, the names this file has the last word on, for this client. */
  readonly effective: ReadonlySet<string>;
}
