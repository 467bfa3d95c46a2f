/** What a person may set. docs/settings.md describes each field; project settings come before the user's. */
export interface Settings {
  /** Patterns (as in .gitignore) of what snap leaves out when it looks at a workspace. */
  readonly exclude: readonly string[];
  readonly learnings: {
    /** How many a task is given at its start; at most 3. */
    readonly shown: number;
    readonly maxAgeDays: number;
    readonly minUses: number;
  };
  /** Limits of the snapshots, by their names there, as far as the person has set any. */
  readonly snapshots: Readonly<Record<string, number>>;
  readonly checks: {
    /** Patterns (as in .gitignore) of files about which checks report nothing. */
    readonly exclude: readonly string[];
    /** Whether checks run the programs of a workspace without an approval. From the person's own file only. */
    readonly run: 'ask' | 'always';
  };
  /** From the person's own file only. */
  readonly daemon: { readonly autoStart: boolean };
  readonly architecture: {
    /** The first one with a pattern for a file has it; without `mayImport` it may import all others. */
    readonly layers: readonly { readonly name: string; readonly files: readonly string[]; readonly mayImport?: readonly string[] }[];
  };
  /** Settings `mcp.backend`, from the person's own file only. */
  readonly backend: {
    readonly enabled?: boolean | undefined;
    readonly endpoint?: string | undefined;
    /** May name a variable: `${SVC_API_KEY}`. */
    readonly apiKey?: string | undefined;
  };
  /** Settings `mcp.shim`, from the person's own file only. */
  readonly shim: { readonly initializeSeconds: number };
  /** Which external servers are asked, and for what. From the person's own file only. */
  readonly sources: {
    readonly code_host?: (SourceSettings & { readonly repository?: string | undefined }) | undefined;
    readonly error_tracker?:
      | (SourceSettings & { readonly organization?: string | undefined; readonly project?: string | undefined })
      | undefined;
    readonly docs_source?: SourceSettings | undefined;
  };
  readonly goals: {
    /** What is built, from the root: its files are added up. */
    readonly bundle?: { readonly path: string } | undefined;
    /** The report of the coverage tool, from the root. */
    readonly coverage?: { readonly report: string } | undefined;
    /** Prints the figure. From user settings, or approved by the person for this workspace and this very content. */
    readonly performance?: { readonly command: readonly string[]; readonly origin: 'user' | 'project' } | undefined;
  };
}

/** What can be set of each kind of external server. */
interface SourceSettings {
  /** Its name in an assistant. */
  readonly server?: string | undefined;
  readonly enabled?: boolean | undefined;
}

export interface ReadSettings {
  readonly settings: Settings;
  /** What stood in a settings file and could not be used, worded for the person: where, what, what next. */
  readonly problems: readonly string[];
  /** The files that were read. */
  readonly files: readonly string[];
}
