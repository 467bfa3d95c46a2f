import type { Client, Scope } from '../clients/index.ts';
import type { Splice } from '../formats/index.ts';
import type { Setup, EntryFacts, FileFacts } from './setup.ts';
import type { Edit } from './edit.ts';

/** `error`: a server does not run. `warning`: it may not, or something is at risk. `info`: worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

/**
 * Everything about one kind of problem. Its fixture is `test/fixtures/doctor/<id>/`, its page `docs/diagnostics/<id>.md`.
 */
export interface Diagnostic {
  /** Equals the file's name. */
  readonly id: string;
  /** `error`: the client drops or fails the entry. The most a sighting of this kind can be. */
  readonly severity: Severity;
  /** One sentence: what is wrong, whoever it concerns. */
  readonly summary: string;
  /** Directories to list before anything else is asked; absolute. */
  lists?(setup: Omit<Setup, 'listings' | 'seen' | 'texts'>): Iterable<string>;
  /** Paths to look at before `detect` is asked; absolute. */
  looks?(setup: Omit<Setup, 'seen' | 'texts'>): Iterable<string>;
  /** Small text files to read before `detect` is asked; absolute. */
  reads?(setup: Omit<Setup, 'seen' | 'texts'>): Iterable<string>;
  /** Pure, and reads nothing but the setup. */
  detect(setup: Setup): Iterable<Sighting>;
}

/** One occurrence as a diagnostic reports it. The runner stamps id, severity and position on it. */
export interface Sighting {
  /** What it is about: an entry, else a file, else a client, else the machine. */
  readonly entry?: EntryFacts | undefined;
  readonly file?: FileFacts | undefined;
  readonly client?: Client | undefined;
  /** Where it is about a file that is no config file of the client. */
  readonly path?: string | undefined;
  /** Where in the file's text it stands; without it, where the entry's name stands. */
  readonly span?: Pick<Splice, 'start' | 'end'> | undefined;
  /** Below the diagnostic's own. */
  readonly severity?: Severity | undefined;
  /** What is wrong, in one or two sentences that name the client where that matters. Never a secret. */
  readonly message: string;
  /** What the person does next. */
  readonly hint?: string | undefined;
  readonly fix?: Fix | undefined;
  /** Tells two sightings of one entry apart, where there can be two: the name of a field, of a variable. No position. */
  readonly detail?: string | undefined;
}

/** A cure as a value: it can be shown, confirmed, tried dry, applied and undone. */
export interface Fix {
  /** `safe`: it changes nothing a person could want otherwise. */
  readonly kind: 'safe' | 'confirm';
  /** It allows more than before; no flag includes it, only a person's yes. */
  readonly loosens?: true | undefined;
  /** What it does: `replace "shim" by "--stdio"`. */
  readonly says: string;
  readonly edit: Edit;
}

/** One occurrence of a problem, as people and scripts get it. */
export interface ConfigFinding {
  readonly id: string;
  readonly severity: Severity;
  /** Absent where it is about the machine. */
  readonly client?: Client | undefined;
  /** Others that read the same file and meet the same problem there. */
  readonly alsoClients: readonly Client[];
  readonly scope?: Scope | undefined;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly server?: string | undefined;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly fix?: Fix | undefined;
  /** The same as long as the problem stays, wherever it moves in its file. */
  readonly fingerprint: string;
}

/** Checks the shape and keeps the literal. */
export function defineDiagnostic(diagnostic: Diagnostic): Diagnostic {
  return diagnostic;
}
