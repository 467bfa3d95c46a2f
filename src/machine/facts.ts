import type { Client, ConfigPlace, FileReading, Platform, Reading, Scope } from '../clients/index.ts';
import type { Format } from '../formats/index.ts';
import type { FoundWorkspace as Workspace } from '../workspace/index.ts';

export type { Workspace };

/** What was found on the machine: plain data that `probe` reads once, for all other rooms to judge and show. */
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
  /** What shows that it is installed, in words. */
  readonly evidence: readonly string[];
  /** In the client's reading order. */
  readonly files: readonly ConfigFileFacts[];
}

export interface ConfigFileFacts extends FileReading {
  readonly scope: Scope;
  readonly place: ConfigPlace;
  readonly path: string;
  /** The final target, if the path is a symbolic link. */
  readonly target?: string | undefined;
  readonly reading: Reading;
  /** The format that parsed it; undefined when nothing was read. */
  readonly format?: Format | undefined;
  readonly writable: boolean;
  /** The client reads another file instead of this one. */
  readonly ignored: boolean;
  /** Of `servers`, the names for which the client uses this file and not another one. */
  readonly effective: ReadonlySet<string>;
}
