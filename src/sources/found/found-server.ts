import type { TargetEntry } from '../../mcp-client/index.ts';
import type { SourceKind } from '../context.ts';

/** A server entry of an assistant that can be a source. */
export interface FoundServer {
  /** As the config file has it. */
  readonly name: string;
  /** What its name, command or address says it is; `undefined`: only its tools can tell. */
  readonly guess: SourceKind | undefined;
  /** The same as the id of a recipe: GitHub and GitLab are of one kind. */
  readonly make: string | undefined;
  /** The config file, absolute. */
  readonly path: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly scope: 'project' | 'person';
  /** The command line or the address with its secrets masked. */
  readonly runs: string;
  /** Names of the variables or headers that the entry gives it, never their values. */
  readonly gives: readonly string[];
  /** Of everything that decides what is started or called; another one asks again. */
  readonly fingerprint: string;
  /** What the assistant would ask the person for (`${input:token}`): snap cannot. */
  readonly asksPerson: boolean;
  readonly target: TargetEntry;
}
