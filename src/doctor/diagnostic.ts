import type { Client, FactGroup, Scope } from '../clients/index.ts';
import type { Splice } from '../formats/index.ts';
import type { Setup, EntryFacts, FileFacts } from './setup.ts';
import type { Edit } from './edit.ts';

// What it may know.
export type { CommandFacts, EntryFacts, FileFacts, NamedPath, ProgramFound, Setup } from './setup.ts';

/** `error`: a server does not run. `warning`: it may not, or something is at risk. `info`: worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

/**
 * Everything about one kind of problem. Its fixture is `test/fixtures/doctor/<id>/`, its page `docs/diagnostics/<id>.md`.
 */
export interface Diagnostic {
  /** Equals the file's name. */
  readonly id: string;
  /** `error`: the client ignores or fails the entry. The highest severity that a sighting of this kind can have. */
  readonly severity: Severity;
  /** One sentence: what is wrong. */
  readonly summary: string;
  /**
   * The facts about the client that it rests on. Where the client's row has no source of the vendor for one of them, a sighting is
   * at most a warning and gets no fix. That a file is one of the client's own is taken into account for every diagnostic.
   */
  readonly restsOn?: readonly FactGroup[];
  /**
   * What it is for a command that is about to write the entry; absent: an error refuses the entry, a warning is a doubt.
   * `doubt`: no other spelling of the entry would cure it (the machine, the environment, a secret that the person wants there).
   * `afterwards`: what a person does once the entry is there, so no reason to ask before.
   */
  readonly whenWritten?: 'doubt' | 'afterwards';
  /** Directories to list first; absolute paths. */
  lists?(setup: Omit<Setup, 'listings' | 'seen' | 'texts'>): Iterable<string>;
  /** Directories to list once those are known: asked again until it names no new one. Absolute paths. */
  listsBelow?(setup: Omit<Setup, 'seen' | 'texts'>): Iterable<string>;
  /** Paths to inspect before `detect`; absolute. */
  looks?(setup: Omit<Setup, 'seen' | 'texts'>): Iterable<string>;
  /** Small text files to read before `detect`; absolute paths. */
  reads?(setup: Omit<Setup, 'seen' | 'texts'>): Iterable<string>;
  /** A pure function of the setup. */
  detect(setup: Setup): Iterable<Sighting>;
}

/** One occurrence as a diagnostic reports it. The runner stamps id, severity and position on it. */
export interface Sighting {
  /** What it is about: an entry, else a file, else a client, else the machine. */
  readonly entry?: EntryFacts | undefined;
  readonly file?: FileFacts | undefined;
  readonly client?: Client | undefined;
  /** The file it is about, when that is not a config file of the client. */
  readonly path?: string | undefined;
  /** Its place in the file's text; default: the name of the entry. */
  readonly span?: Pick<Splice, 'start' | 'end'> | undefined;
  /** When it is lower than the diagnostic's own. */
  readonly severity?: Severity | undefined;
  /** What is wrong, in one or two sentences that name the client where that matters. Never a secret. */
  readonly message: string;
  /** What the person does next. */
  readonly hint?: string | undefined;
  readonly fix?: Fix | undefined;
  /** When it rests on other facts than its diagnostic usually does. */
  readonly restsOn?: readonly FactGroup[] | undefined;
  /** Distinguishes sightings of one entry: the name of a field or variable. Not a position, which would change the fingerprint. */
  readonly detail?: string | undefined;
}

/** What is said of an entry. */
export type About = Omit<Sighting, 'entry'>;

/** A diagnostic that judges entries one by one. */
export interface EntryDiagnostic<Target extends EntryFacts> extends Omit<Diagnostic, 'detect'> {
  /** The severity is lowered for an entry that is switched off or overridden. */
  judge(target: Target, setup: Setup): Iterable<About> | About | undefined;
}

/** A fix as a value: it can be shown, confirmed, tried without writing, applied and undone. */
export interface Fix {
  /** `safe`: it changes nothing a person could want otherwise. */
  readonly kind: 'safe' | 'confirm';
  /** It allows more than before, so it is only made when a person confirms it; no flag includes it. */
  readonly loosens?: true | undefined;
  /** What it does: `replace "shim" by "--stdio"`. */
  readonly says: string;
  readonly edit: Edit;
  /** Afterwards the file has one entry less, so that an assistant has nothing new to load. */
  readonly removesEntry?: true | undefined;
}

/** One occurrence of a problem, as people and scripts get it. */
export interface ConfigFinding {
  readonly id: string;
  readonly severity: Severity;
  /** `undefined` when it is about the machine. */
  readonly client?: Client | undefined;
  /** Other clients that read the same file and have the same problem there. */
  readonly alsoClients: readonly Client[];
  readonly scope?: Scope | undefined;
  readonly path?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly server?: string | undefined;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly fix?: Fix | undefined;
  /** Stays the same as long as the problem does, also when it moves in its file. */
  readonly fingerprint: string;
}

/** Checks the shape and keeps the literal. */
export function defineDiagnostic(diagnostic: Diagnostic): Diagnostic {
  return diagnostic;
}

/** @param of which entries are judged: all of the setup, unless it says so */
export function defineEntryDiagnostic({
  of = ({ entries }) => entries,
  ...diagnostic
}: EntryDiagnostic<EntryFacts> & { readonly of?: (setup: Setup) => readonly EntryFacts[] }): Diagnostic {
  return judgingEach(diagnostic, of, entrySeverity);
}

export function judgingEach<Target extends EntryFacts>(
  { judge, ...diagnostic }: EntryDiagnostic<Target>,
  of: (setup: Setup) => readonly Target[],
  severityOf: (target: Target, wanted: Severity) => Severity,
): Diagnostic {
  return {
    ...diagnostic,
    *detect(setup) {
      for (const entry of of(setup)) {
        const said = judge(entry, setup) ?? [];
        for (const about of Symbol.iterator in said ? said : [said])
          yield { ...about, entry, severity: severityOf(entry, about.severity ?? diagnostic.severity) };
      }
    },
  };
}

/** From the lowest to the highest. */
const order: readonly Severity[] = ['info', 'warning', 'error'];

/**
 * The severity of a problem of one entry: information when it is switched off; at most a warning when another file overrides it.
 */
export function entrySeverity({ isEffective, isOn }: EntryFacts, wanted: Severity): Severity {
  if (!isOn) return 'info';
  return isEffective ? wanted : atMost(wanted, 'warning');
}

/** The lower severity of the two. */
export function atMost(wanted: Severity, max: Severity): Severity {
  return compareSeverity(wanted, max) < 0 ? wanted : max;
}

/** The higher severity of the two. */
export function higherSeverity(one: Severity, other: Severity): Severity {
  return compareSeverity(one, other) < 0 ? other : one;
}

/** For sorting, the lowest first: negative when the first is lower. */
export function compareSeverity(a: Severity, b: Severity): number {
  return order.indexOf(a) - order.indexOf(b);
}
