import type { WorkspacePath } from '../workspace/index.ts';
import type { SourceContext, SourceKind } from './context.ts';

/**
 * The external servers of a workspace: the person's own MCP servers, asked as a client. Nothing is started or called without the person's
 * consent to that server. Text of servers is cut, cleaned and redacted; it is data, never an instruction.
 */
export interface Sources {
  /** Every server that was found or named in the settings and is a source, or may be one. Starts and calls nothing. */
  list(signal?: AbortSignal): Promise<readonly SourceState[]>;
  /** As {@link list}, after every connected server was started or called: what fails is `failing`. */
  check(signal?: AbortSignal): Promise<readonly SourceState[]>;
  /**
   * Asks the connected servers of these kinds in parallel, within 2 seconds in all (`shallow`) or 8 (`deep`). What answered in time is kept;
   * the others are in `left`. A server's failure never throws; only `signal` does, with its reason.
   */
  ask(kinds: readonly SourceKind[], question: SourceQuestion, signal?: AbortSignal): Promise<SourceAnswers>;
  /** Ends every program that was started and every connection. */
  close(): Promise<void>;
}

export interface SourceQuestion {
  readonly files: readonly WorkspacePath[];
  /** The task in words; may be empty. It is used to choose among answers and is not sent to any server. */
  readonly text: string;
  readonly depth: 'shallow' | 'deep';
}

export interface SourceAnswers {
  /** As `svc_get_context` answers it, without `local`. */
  readonly context: SourceContext;
  /** The kinds of which a server really answered, all or in part, in the order of the specification. */
  readonly answered: readonly SourceKind[];
  /** What was asked for and is missing. A kind can be both answered and here, when one of its questions failed. */
  readonly left: readonly LeftSource[];
  /** The age in milliseconds of the oldest answer that came from the cache; 0 when all is new. */
  readonly age: number;
}

/** A source that did not answer, or not everything. */
export interface LeftSource {
  readonly kind: SourceKind;
  /** The server's name in its config file; the kind itself when there is no server at all. */
  readonly name: string;
  readonly state: LeftState;
  /** One sentence for people: what happened, and what next where something helps. */
  readonly why: string;
}

/**
 * `absent`: no server of this kind is configured. `not connected`: one is, but the person has not consented. `changed`: its entry is not the one
 * that was consented to. `slow`: not within the time. `paused`: it failed several times and is left alone for a while. `limited`: it refused
 * for now because of its own limit of requests. `failed`: everything else.
 */
export type LeftState = 'absent' | 'not connected' | 'changed' | 'slow' | 'paused' | 'limited' | 'failed';

/** One server that can be a source. Holds no secrets. */
export interface SourceState {
  readonly name: string;
  /** `undefined` until its tools were seen, unless its name or command says it. */
  readonly kind: SourceKind | undefined;
  /** The command line or the address, secrets masked. */
  readonly runs: string;
  /** The config file whose entry it is, with `~`, and the assistant that has it. */
  readonly from: string;
  readonly client: string;
  readonly scope: 'project' | 'person';
  readonly state: 'connected' | 'not connected' | 'changed' | 'failing';
  readonly why?: string | undefined;
}
