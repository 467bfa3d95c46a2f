/** What the registry says about an assistant: pure data, no functions, no resolved paths. `row.ts` has how a row spells it. */

import type { FormatName, Tolerance } from '../formats/index.ts';
import type { EntryForm } from './entry-form.ts';
import type { Approval, Gate, Trust } from './gate.ts';
import type { Layout, Place, PlaceByPlatform, Platform, Scope } from './locate.ts';
import type { TextKind } from './server.ts';
import type { Source, Sources } from './sources.ts';

export type { Scope } from './locate.ts';
export type Transport = 'stdio' | 'http' | 'sse';

/** One file, or one family of files (`*`), in which a client looks for servers. */
export interface ConfigPlace {
  readonly scope: Scope;
  readonly at: Place | PlaceByPlatform;
  /**
   * `create`: written, and created when it is missing. `existing`: written only when it exists already. `never`: only read.
   * Of one scope the first `existing` or `create` place that exists is written, else the first `create` place.
   * A `*` in the last segment of a `create` place is replaced with the server's name.
   */
  readonly write: 'create' | 'existing' | 'never';
  readonly format?: FormatName;
  readonly tolerance?: Tolerance;
  readonly byteOrderMark?: 'read' | 'rejected';
  readonly layout?: Layout;
  readonly entry?: EntryForm;
  /** The client does not read this place while that one exists. */
  readonly ignoredWhile?: Place | PlaceByPlatform;
  /** What the client replaces with the open folder in this file; absent when it has no such thing. */
  readonly workspaceVariable?: '${workspaceFolder}';
  /** `unknown`: not known whether it does so here. `fail`: such a word keeps the server from starting. Absent: the word is passed on unchanged. */
  readonly workspaceWords?: 'unknown' | 'fail';
  /** What it replaces in this file, instead of what the row says. Empty: nothing. */
  readonly variables?: readonly string[];
  /**
   * It is also read in the directories above the open folder, the nearer one winning: in those of the same repository, or in all of
   * them. Those are only read.
   */
  readonly upward?: 'repository' | 'everywhere';
  /** A file without the key of the layout is read as the map of servers itself. */
  readonly withoutWrapper?: true;
  /** While this file exists, the servers of every other one are ignored. */
  readonly exclusive?: true;
  /** Where a server named in this file is started. `file`: the folder of the file. `unknown`: anywhere (an app's own directory, `/`). */
  readonly startsIn: 'workspace' | 'home' | 'file' | 'unknown';
  /** The client has moved its servers to another file: it no longer starts those of this one, or moves them away. */
  readonly outdated?: true;
  /** Its servers start on another machine (a dev container): nothing here says which programs and paths they find. */
  readonly elsewhere?: true;
  /** Members that a new file needs in addition to the servers, in order (a Continue block file's name, version, schema). */
  readonly preamble?: Readonly<Record<string, string>>;
  /** Where it was read that the client reads this place, when that is not the source of the other places. */
  readonly source?: Source;
  /** One line for people: why this place is special. */
  readonly note?: string;
}

/** What shows that the assistant is installed. */
export type Evidence = Trace & {
  /** It shows nothing while one of these is there, which makes it too, or took over what has made it. */
  readonly unless?: readonly Trace[];
};

type Trace =
  | { readonly kind: 'program'; readonly name: string }
  /** Of these major versions alone: the row is about the extension before `before`, or from `from` on; the newest one that is there counts. */
  | { readonly kind: 'extension'; readonly id: string; readonly before?: number; readonly from?: number }
  | { readonly kind: 'path'; readonly at: Place | PlaceByPlatform };

/** How long an assistant waits for the answer to `initialize`. */
export interface StartTime {
  readonly seconds: number;
  /**
   * The version that was run with servers that answer after half and after twice this time, and started the first one only
   * (`npm run bench -- assistants --starts`, kept in bench/assistants/results.json). Absent: it was read and not seen, so it is never the
   * reason for an error or a fix.
   */
  readonly proved?: string;
}

/** How the program of an assistant for the terminal differs from its extension or app, which the rest of the row is about. */
export interface CommandLine {
  /** As it is found on the PATH; the row's `detect` has it too. */
  readonly program: string;
  /** For people: `the Cline CLI`. */
  readonly name: string;
  /** The only places of the row that it reads. Absent: all of them. */
  readonly reads?: readonly Place[];
  /** What it replaces. Absent: the same. */
  readonly variables?: readonly string[];
  /** How long it waits for a server to start, where an entry says nothing. Absent: as long. */
  readonly start?: StartTime;
  /** When one server does not start, this ends, as a sentence. */
  readonly oneFailureEnds?: string;
  readonly source: Source;
}

/** An assistant: its row of the registry in full (row.ts has what a row may leave out). */
export interface Client {
  readonly id: string;
  readonly name: string;
  readonly kind: 'desktop app' | 'editor' | 'extension' | 'terminal';
  readonly setup: 'automatic' | 'manual';
  readonly format: FormatName;
  /** JSON only; YAML and TOML have one grammar. */
  readonly tolerance: Tolerance;
  /** A leading byte order mark: read, rejected, or not known. */
  readonly byteOrderMark: 'read' | 'rejected' | 'unknown';
  readonly layout: Layout;
  readonly entry: EntryForm;
  /** In the client's reading order, the scope that wins first. */
  readonly files: readonly ConfigPlace[];
  readonly detect: readonly Evidence[];
  /** How values are filled in from outside (environment, prompts, files), as the client spells it: `${env:NAME}`. */
  readonly variables: readonly string[];
  /** The PATH its servers get. `minimal`: a GUI app does not see the PATH of the shell. */
  readonly path: 'shell' | 'minimal';
  /** What the person does after a server was added, changed or switched on. */
  readonly reload: string;
  readonly docs: `https://${string}`;
  /** Where the facts of this row were read, and when. What is not proved is never an error and never the reason for a fix. */
  readonly sources: Sources;
  /** Facts of this row that no source of the vendor confirms. Empty when all are confirmed. */
  readonly unverified: readonly string[];
  /** A second word for its flag: `--claude`. */
  readonly alias?: string;
  /** What the person does after a server was removed or switched off, where `reload` is about a server that is to run. */
  readonly afterRemoval?: string;
  /** The same after a server was switched off, where that does not hold for every command of the assistant. */
  readonly afterDisabling?: string;
  /** Shown instead of writing where `setup` is manual. */
  readonly manualSteps?: string;
  /** What it takes to write the file of a manual client: its own flag, or `--force` because no program reads the file. */
  readonly writtenWith?: 'flag' | 'force';

  /** It is not confirmed that it accepts trailing commas in addition to comments; they are read and written as if it did not. */
  readonly trailingCommas?: 'unknown';
  /** Further layouts the client reads in the same file; the one that is in the file is the one that is written. */
  readonly alsoReads?: readonly Layout[];
  /** Only one of the layouts counts: the first one of `alsoReads` (which then lists all of them) that is in the file. */
  readonly readsOneLayout?: true;
  /** Places that look right, that other programs write to, and that the client does not read. */
  readonly strays?: readonly (Place | PlaceByPlatform)[];
  /** The directory with one directory for each extension that brings a server, described by its manifest.json. */
  readonly extensionsIn?: Place;
  /** Platforms for which only others package it, with a PATH of their own; nobody but the running process shows that PATH. */
  readonly packagedByOthers?: readonly Platform[];
  /** It sends its calls through the proxy that HTTP_PROXY and HTTPS_PROXY name, also those to this machine, unless NO_PROXY names it. */
  readonly usesProxyVariables?: true;
  /** On Windows it starts command scripts (npx) so that an argument is split at a space. The page that says so. */
  readonly splitsAtSpaces?: `https://${string}`;
  /** It joins the program and its arguments to one line without quotes, and gives that to a shell. */
  readonly startsBy?: 'unquoted-line';
  /** It is not confirmed which of two files overrides the other; the order of `files` is a guess then. */
  readonly precedence?: 'unknown';
  /** Where this setting is on, it reads the servers of those clients (by their ids) in addition to its own. */
  readonly discovery?: { readonly setting: string; readonly clients: readonly string[] };
  /** The client creates a lock directory beside its file when it writes; snap then does the same. */
  readonly lock?: '<file>.lock';
  /** It saves by putting a plain file where a symbolic link was. */
  readonly replacesLinks?: true;
  /** It refuses a file in which a map has one key twice (YAML; TOML refuses that itself, and JSON takes the last one). */
  readonly duplicateKeys?: 'rejected';
  /** What happens, apart from the missing servers, when it cannot read a file, as the rest of a sentence: `refuses to start`. */
  readonly onBrokenFile?: string;

  /** What a variable without a value keeps from starting: the server, or every server of the file. Absent: nothing, the value is missing. */
  readonly unsetVariable?: {
    readonly stops: 'entry' | 'file';
    /** In texts of these kinds only. */
    readonly in?: readonly TextKind[];
  };
  /** It replaces variables in texts of these kinds only. Absent: in all of them. */
  readonly variablesOnlyIn?: readonly TextKind[];
  /** What it replaces in the command, instead of what the row says. */
  readonly commandVariables?: readonly string[];
  /** What a variable stands for comes from the entry itself: from its environment, or from the names that it lists. */
  readonly variablesFrom?: 'entry';
  /** `${input:id}` names an item of the list `inputs` beside the map of servers; without such an item the server does not start. */
  readonly inputs?: true;
  /** It is not known whether it replaces more: a text in another spelling may be understood. */
  readonly variablesUnknown?: true;
  /** Environment variables it sets for its servers by itself. */
  readonly setsVariables?: readonly string[];
  /** The environment variable that contains the open folder. `isReported`: seen by users, not in the vendor's documentation. */
  readonly workspaceIn?: { readonly variable: string; readonly source: `https://${string}`; readonly isReported?: true };
  /** Files that add to its environment: `NAME=value` lines, or the object `env` of a JSON file. */
  readonly environmentFiles?: readonly { readonly at: Place; readonly as: 'lines' | 'env' }[];
  /** What its servers get of its own environment: all, all but what is named like a secret, or PATH, HOME and the like. Absent: not known. */
  readonly inherits?: 'everything' | 'no-secrets' | 'basics';
  /** Directories it puts before a minimal PATH, in order. */
  readonly addsToPath?: readonly (Place | PlaceByPlatform)[];
  /** A PATH in an entry's environment is added after its own; in other clients it replaces their own. */
  readonly appendsPath?: true;
  /** A variable of its own environment wins over one of the same name in an entry. */
  readonly ownVariablesWin?: true;
  /** Variables it never passes to a server, even when an entry sets them; upper and lower case are the same. */
  readonly dropsVariables?: readonly string[];
  /** A `~` at the start of the command, of an argument and of the start directory becomes the home directory; or of the command alone. */
  readonly expandsTilde?: true | 'command';
  /**
   * npx and similar launchers are command scripts on Windows, which cannot be started like a program. `started`: this client starts
   * them anyway. `needs-cmd`: its vendor asks for `cmd /c`. Absent: not known.
   */
  readonly windowsLaunchers?: 'started' | 'needs-cmd';

  /** Its program for the terminal, where that differs from what the row says of its extension or app. */
  readonly commandLine?: CommandLine;

  /** Its sources name no switch for an entry. Without this and without a `switch` it is not known. */
  readonly hasNoSwitch?: true;
  /** How a server is switched off and on outside the config file (a screen, a command), with the vendor's page in a comment. */
  readonly switchElsewhere?: string;
  /** Lists outside the entries that say which servers run. */
  readonly gates?: readonly Gate[];
  /** Which servers a person has to approve before they start. */
  readonly approval?: Approval;
  /** Which folders it trusts. */
  readonly trust?: Trust;
  /** Settings that an administrator deploys, with lists of servers that are allowed and denied. */
  readonly policy?: { readonly in: PlaceByPlatform; readonly allowed: string; readonly denied: string };
  /** What a person does to add a remote server that the file cannot express. */
  readonly remoteInstead?: string;
  /** How a person signs in to a remote server that asks for it (OAuth), with `{server}` for its name; absent where that is not known. */
  readonly signIn?: string;

  /** The client's own rule for server names. */
  readonly names?: {
    readonly pattern: string;
    readonly reserved?: readonly string[];
    readonly says: string;
    /** A server with another name still runs (under a changed name); one with a reserved name never does. */
    readonly loose?: true;
  };
  readonly limits?: {
    readonly tools?: number;
    readonly servers?: number;
    /** Characters of a tool's name with what the client puts before it ({@link toolPrefix}). */
    readonly toolName?: number;
    /** How long a server may take to start, and the environment variable (milliseconds) that changes it. */
    readonly start?: StartTime;
    /** The same for a remote server, where it differs. */
    readonly remoteStart?: StartTime;
    readonly startVariable?: string;
  };
  /** What the client puts before a tool's name; `{server}` is the server's. */
  readonly toolPrefix?: string;
  /** What happens to a tool whose name is too long. `shortened`: it works under another name. `cut`: it may not be found again. */
  readonly longToolNames?: 'dropped' | 'cut' | 'shortened';
  /**
   * It passes tool names on to a model that accepts letters, digits, `_` and `-` only, so it must be given `snap_end`-like names without
   * dots. It is recognized by the beginning of the name it gives in `initialize` (any case).
   */
  readonly withoutDots?: { readonly clientNames: readonly string[]; readonly source: `https://${string}` };
  /** `fails`: a line on stdout that is not a message ends the connection. Others ignore it. */
  readonly onNoise?: 'fails';
}
