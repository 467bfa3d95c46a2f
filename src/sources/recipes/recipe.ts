import type { SourceKind } from '../context.ts';
import type { Library } from '../subject/libraries.ts';
import type { RemoteRepository } from '../subject/remote.ts';
import type { Failure } from '../connection/connection.ts';
import type { Gathered } from './gathered.ts';

/** How servers of one make are recognised and asked. One row of {@link recipes}. */
export interface Recipe {
  readonly id: string;
  readonly kind: SourceKind;
  /** The service, for people. */
  readonly title: string;
  /** What is sent to it: shown before the person consents. */
  readonly sends: string;
  /** The only tools that are ever called, and the parameters that must be there to call one. */
  readonly tools: Readonly<Record<string, readonly string[]>>;
  /** Whether a server with these tools is of this make. */
  fits(offer: Offer): boolean;
  /** Asks, and puts what it learns into `gathered` as it comes. */
  gather(desk: Desk): Promise<void>;
}

/** The tools of a server by what can be told from their schemas. */
export interface Offer {
  has(tool: string): boolean;
  /** Whether the tool is there and has this parameter. */
  takes(tool: string, parameter: string): boolean;
}

/** What a recipe works with while it asks one server. */
export interface Desk extends Offer {
  readonly depth: 'shallow' | 'deep';
  readonly files: readonly AskedFile[];
  /** Of the task, for choosing among answers; never sent. */
  readonly words: ReadonlySet<string>;
  readonly repository: RemoteRepository | undefined;
  /** The organization and project of the person's settings or of the entry's variables. */
  readonly organization: string | undefined;
  readonly project: string | undefined;
  readonly now: Date;
  libraries(): Promise<readonly Library[]>;
  /** `undefined` when the call failed; that is noted. Only parameters that the tool has are sent. */
  call(tool: string, args: Readonly<Record<string, unknown>>): Promise<Answered | undefined>;
  /** Notes that it answered what was asked, whatever it found. */
  answered(): void;
  /** Notes why something could not be asked. */
  fail(failure: Failure): void;
  readonly gathered: Gathered;
}

export interface AskedFile {
  /** In the workspace. */
  readonly path: string;
  /** From the top of the repository. */
  readonly inRepository: string;
}

/** Without secrets, cut. */
export interface Answered {
  readonly text: string;
  readonly data: unknown;
}
