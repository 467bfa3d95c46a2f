/** The vocabulary of a registry row: pure data, no functions, no resolved paths. `locate.ts` turns places into paths. */

import type { FormatName, Tolerance } from '../formats/index.ts';

export type Platform = 'darwin' | 'linux' | 'win32';
export type Scope = 'project' | 'local' | 'global' | 'managed';
export type Transport = 'stdio' | 'http' | 'sse';

/**
 * Where a path starts.
 * - `workspace`: the open project
 * - `home`: the home directory
 * - `userData`: `~/Library/Application Support`, `%APPDATA%`, `$XDG_CONFIG_HOME` or `~/.config`
 * - `xdgConfig`: `$XDG_CONFIG_HOME` or `~/.config`, on every platform
 * - `localAppData`, `programData`, `programFiles`: the Windows folders (no path elsewhere)
 * - `applications`: `/Applications` and `~/Applications` (macOS only)
 * - `vscodeUser`: the `User` directory of every VS Code variant and fork
 * - `vscodeExtensions`: the extensions directory of every VS Code variant and fork
 * - `root`: the root of the file system (no path on Windows)
 * - `environment`: no path of its own; only an `override` gives it one
 */
export type Base =
  | 'workspace'
  | 'home'
  | 'userData'
  | 'xdgConfig'
  | 'localAppData'
  | 'programData'
  | 'programFiles'
  | 'applications'
  | 'vscodeUser'
  | 'vscodeExtensions'
  | 'root'
  | 'environment';

export interface Place {
  readonly from: Base;
  /** Relative, with `/`. A `*` stands for any run of characters inside one segment. */
  readonly path: string;
  /**
   * Environment variables that move it, first one set wins: its value joined with `path` (`''`: the value is the file).
   * A value that is not an absolute path counts as not set.
   */
  readonly override?: readonly { readonly env: string; readonly path: string }[];
}
/** A platform that is left out has no such place. */
export type PlaceByPlatform = { readonly [P in Platform]?: Place };

/** A key, or the absolute path of the workspace as a key (Claude Code's `projects`). */
export type PathStep = string | { readonly key: 'workspace' };
export interface Layout {
  /** `map`: server name → entry, as most do. `list`: entries that carry their own `name`. */
  readonly kind: 'map' | 'list';
  readonly at: readonly [PathStep, ...PathStep[]];
  /** Lists whose items keep their fields inside one member. */
  readonly wrap?: string;
}

/** How one kind of entry is spelled. `type` is the word written under `typeKey`; without one no word is written. */
export interface CommandForm {
  readonly type?: string;
  /** The member that names the program, and whether it holds the whole command line as a list. */
  readonly command: string;
  readonly commandIs: 'string' | 'list';
  readonly env: string;
  readonly cwd?: string;
}
export interface UrlForm {
  readonly type?: string;
  readonly url: string;
  readonly headers?: string;
  /** The member that holds `headers`, where they do not stand beside `url` (Continue's `requestOptions`). */
  readonly headersIn?: string;
  /** Members that name environment variables: of the bearer token, and (a map) of other headers. */
  readonly bearerFrom?: string;
  readonly headersFrom?: string;
}
/**
 * Where no form has a `type`, the client goes by the fields alone and a type word changes nothing.
 * Where `http` and `sse` have different `url` fields, the field tells them apart (Qwen Code); else `untypedUrl` says.
 */
export interface EntryForm {
  readonly typeKey: 'type' | 'transport';
  readonly stdio: CommandForm;
  readonly http?: UrlForm;
  readonly sse?: UrlForm;
  /** Words and url fields the client understands beside the ones we write. */
  readonly reads?: {
    readonly stdio?: readonly string[];
    readonly http?: readonly string[];
    readonly sse?: readonly string[];
    readonly url?: readonly string[];
    /** Members that hold the type word besides. */
    readonly typeKeys?: readonly string[];
  };
  /** What a url without a type word is to this client. `dropped`: the entry is ignored. */
  readonly untypedUrl: 'http' | 'sse' | 'either' | 'dropped';
  /** What this row only guesses: a transport, the meaning of a url without a type word. Never ground for an error. */
  readonly unsure?: readonly ('http' | 'sse' | 'untyped')[];
  /** An entry without a type word is dropped, one that starts a program too. */
  readonly requiresType?: true;
  /** What the client drops over a type word or a kind of value its schema does not know. Absent: that is not known. */
  readonly strict?: 'entry' | 'file';
  /** It drops an entry that has a command and a url. */
  readonly commandAndUrl?: 'rejected';
  /** The fields may stand one level deeper, in this member. */
  readonly nested?: 'transport';
  /** It still understands the `command: { path, args, env }` of its older versions. */
  readonly commandMap?: 'migrated';
  /** Values beside text that it takes in the environment. */
  readonly envTakes?: readonly ('number' | 'null')[];
  /** The member that lists names of environment variables to hand on to the server. */
  readonly envNames?: string;
  /** Every other member its sources name; absent where they name none. */
  readonly fields?: readonly string[];
  /** Fields a new entry always gets (Copilot CLI's `tools`). */
  readonly always?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** The name is repeated inside the entry under this key (goose). */
  readonly nameKey?: string;
  /** The client's own switch. */
  readonly switch?: { readonly key: string; readonly off: boolean };
  readonly timeout?: { readonly key: string; readonly unit: 's' | 'ms' };
  /** The field that gives the server more time to start; often the same one. */
  readonly startTimeout?: {
    readonly key: string;
    readonly unit: 's' | 'ms';
    readonly also?: { readonly key: string; readonly unit: 's' | 'ms' };
  };
}

/** One file, or one family of files (`*`), in which a client looks for servers. */
export interface ConfigPlace {
  readonly scope: Scope;
  readonly at: Place | PlaceByPlatform;
  /**
   * `create`: written, and made when it is not there. `existing`: written only when it is there already. `never`: only read.
   * Of one scope the first `existing` or `create` place that exists is written, else the first `create` place.
   * A `*` in the last segment of a `create` place is filled with the server's name.
   */
  readonly write: 'create' | 'existing' | 'never';
  readonly format?: FormatName;
  readonly tolerance?: Tolerance;
  readonly layout?: Layout;
  readonly entry?: EntryForm;
  /** The client does not read this place while that one exists. */
  readonly ignoredWhile?: Place | PlaceByPlatform;
  /** What the client replaces with the open folder in this file; absent when it has no such thing. */
  readonly workspaceVariable?: '${workspaceFolder}';
  /** Whether it does so here is not known, or such a word keeps the server from starting; absent: the word is handed on as it is. */
  readonly workspaceWords?: 'unknown' | 'fail';
  /** Variables it fills in here beside those of the row. */
  readonly variables?: readonly string[];
  /** While this file is there, the servers of every other one are ignored. */
  readonly exclusive?: true;
  /** Where a server named in this file is started. `unknown`: anywhere (an app's own directory, `/`). */
  readonly startsIn: 'workspace' | 'unknown';
  /** Its servers start on another machine (a dev container): nothing here says which programs and paths they find. */
  readonly elsewhere?: true;
  /** Members a new file needs beside the servers, in order (a Continue block file's name, version, schema). */
  readonly preamble?: Readonly<Record<string, string>>;
  /** One line for people: why this place is special. */
  readonly note?: string;
}

/**
 * What decides beside an entry's own switch whether its server runs: lists of names, which a person or an app keeps elsewhere.
 * They are members of an object at `at` in a JSON file, or in the client's own config files.
 */
export interface Gate {
  readonly in?: Place | PlaceByPlatform;
  readonly at: readonly PathStep[];
  /** The list of those that do not run. */
  readonly off?: string;
  /** The list of those that alone run. */
  readonly only?: string;
  /** Approves them all when it is true; then the list `only` is the list of those that are approved, and matters only where it is there. */
  readonly all?: string;
  /** Names may hold `*`. */
  readonly wildcards?: true;
  /** It is about servers of this scope alone. */
  readonly scope?: Scope;
  /** A member with one of these values switches all servers off. */
  readonly none?: { readonly key: string; readonly values: readonly (string | boolean)[] };
  /** How the person changes it. */
  readonly says: string;
}

/** Where a client keeps which folders it trusts; servers of a folder it does not trust do not start. */
export type Trust =
  /** A map of folders in a JSON file: of the folder itself and what is below it, or of the one above (`parent`). */
  | {
      readonly kind: 'folders';
      readonly in: Place;
      readonly refused: readonly string[];
      readonly parent: readonly string[];
      /** Of a refused folder: what does not run. */
      readonly stops: 'project' | 'all';
      readonly says: string;
    }
  /** `projects.<workspace>.trust_level` in the client's own user file; a project's file counts only with this word. */
  | { readonly kind: 'project'; readonly at: readonly PathStep[]; readonly trusted: string; readonly says: string };

/** What shows that the assistant is on the machine. */
export type Evidence =
  | { readonly kind: 'program'; readonly name: string }
  | { readonly kind: 'extension'; readonly id: string }
  | { readonly kind: 'path'; readonly at: Place | PlaceByPlatform };

export interface Client {
  readonly id: string;
  readonly name: string;
  readonly kind: 'desktop app' | 'editor' | 'extension' | 'terminal';
  readonly setup: 'automatic' | 'manual';
  /** Shown instead of writing where `setup` is manual. */
  readonly manualSteps?: string;
  /** What a manual client needs to be written all the same: its own flag, or `--force` because nobody reads the file. */
  readonly writtenWith?: 'flag' | 'force';
  readonly format: FormatName;
  /** JSON only; YAML and TOML have one grammar. */
  readonly tolerance: Tolerance;
  /** Whether it takes trailing commas beside comments is not confirmed; they are read, and written, as if it did not. */
  readonly trailingCommas?: 'unknown';
  /** A leading byte order mark: read, rejected, or not known. */
  readonly byteOrderMark: 'read' | 'rejected' | 'unknown';
  readonly layout: Layout;
  /** Further layouts the client reads in the same file; the one that is there is the one that is written. */
  readonly alsoReads?: readonly Layout[];
  readonly entry: EntryForm;
  /** In the client's reading order, the scope that wins first. */
  readonly files: readonly ConfigPlace[];
  readonly detect: readonly Evidence[];
  /** Places that look right, that other programs write to, and that the client does not read. */
  readonly strays?: readonly (Place | PlaceByPlatform)[];
  /** How values are filled in from outside (environment, prompts, files), as the client spells it: `${env:NAME}`. */
  readonly variables: readonly string[];
  /** Whether it fills in more is not known: a text in another spelling may be understood. */
  readonly variablesUnknown?: true;
  /** Environment variables it sets for its servers by itself. */
  readonly setsVariables?: readonly string[];
  /** Files that add to its environment: `NAME=value` lines, or the object `env` of a JSON file. */
  readonly environmentFiles?: readonly { readonly at: Place; readonly as: 'lines' | 'env' }[];
  /** What its servers get of its own environment: all, all but what is named like a secret, or PATH, HOME and the like. Absent: not known. */
  readonly inherits?: 'everything' | 'no-secrets' | 'basics';
  /** Its sources name no switch for an entry. Without this and without a `switch`, nobody knows. */
  readonly hasNoSwitch?: true;
  /** What a person does who wants a remote server that the file cannot express. */
  readonly remoteInstead?: string;
  readonly gates?: readonly Gate[];
  readonly trust?: Trust;
  /** Settings an administrator deploys, with lists of servers that are allowed and denied. */
  readonly policy?: { readonly in: PlaceByPlatform; readonly allowed: string; readonly denied: string };
  /** The row rests on reports, no source of the vendor could be read: never ground for an error. */
  readonly secondHand?: true;
  /** GUI apps do not see the shell's PATH. */
  readonly path: 'shell' | 'minimal';
  /** Directories it puts before a minimal PATH, in order. */
  readonly addsToPath?: readonly (Place | PlaceByPlatform)[];
  /** A PATH in an entry's environment is added behind its own; elsewhere it takes the place of its own. */
  readonly appendsPath?: true;
  /** Variables it never hands to a server, whatever an entry says; capitals do not matter. */
  readonly dropsVariables?: readonly string[];
  /** A `~` at the start of the command, of an argument and of the start directory becomes the home directory. */
  readonly expandsTilde?: true;
  /**
   * npx and the like are command scripts on Windows, which a plain start cannot start. `started`: this client starts them all the
   * same. `needs-cmd`: its vendor asks for `cmd /c`. Absent: not known.
   */
  readonly windowsLaunchers?: 'started' | 'needs-cmd';
  /** The client takes a lock directory beside its file when it writes; so do we then. */
  readonly lock?: '<file>.lock';
  /** What a file it cannot read costs beside that file's servers, as the rest of a sentence: `refuses to start`. */
  readonly onBrokenFile?: string;
  /** It saves by putting a plain file where a symbolic link was. */
  readonly replacesLinks?: true;
  /** Which of two files has the last word on a name is not confirmed; the order of `files` is a guess then. */
  readonly precedence?: 'unknown';
  /** Where this setting is on, it reads the servers of those clients (by their ids) beside its own. */
  readonly discovery?: { readonly setting: string; readonly clients: readonly string[] };
  /** What the person does after a change. */
  readonly reload: string;
  /** The client's own rule for server names. */
  readonly names?: {
    readonly pattern: string;
    readonly reserved?: readonly string[];
    readonly says: string;
    /** A server with another name runs all the same (under a changed name); one with a reserved name never does. */
    readonly loose?: true;
  };
  readonly limits?: {
    readonly tools?: number;
    readonly servers?: number;
    /** Characters of a tool's name with what the client puts before it ({@link toolPrefix}). */
    readonly toolName?: number;
    /** How long a server may take to start, and the environment variable (milliseconds) that changes it. */
    readonly startSeconds?: number;
    readonly startVariable?: string;
  };
  /** What the client puts before a tool's name; `{server}` is the server's. */
  readonly toolPrefix?: string;
  /** What becomes of a tool whose name is too long. `shortened`: it works under another name. `cut`: it may not be found again. */
  readonly longToolNames?: 'dropped' | 'cut' | 'shortened';
  /** How a person signs in to a remote server that asks for it (OAuth), `{server}` being its name; absent where that is not known. */
  readonly signIn?: string;
  /** `fails`: a line on stdout that is no message ends the connection. Others pass over it. */
  readonly onNoise?: 'fails';
  readonly docs: `https://${string}`;
  /** The day the facts of this row were last held against their source. */
  readonly checked: `${number}-${number}-${number}`;
  /** Facts of this row that no source of the vendor confirms. Empty when all are. */
  readonly unverified: readonly string[];
}
