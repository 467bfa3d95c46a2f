/** The vocabulary of a registry row: pure data, no functions, no resolved paths. `locate.ts` turns places into paths. */

export type Platform = 'darwin' | 'linux' | 'win32';
export type Scope = 'project' | 'local' | 'global' | 'managed';
export type Transport = 'stdio' | 'http' | 'sse';
export type FormatName = 'json' | 'yaml' | 'toml';

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
  };
  /** What a url without a type word is to this client. `dropped`: the entry is ignored. */
  readonly untypedUrl: 'http' | 'sse' | 'either' | 'dropped';
  /** Fields a new entry always gets (Copilot CLI's `tools`). */
  readonly always?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** The name is repeated inside the entry under this key (goose). */
  readonly nameKey?: string;
  /** The client's own switch. */
  readonly switch?: { readonly key: string; readonly off: boolean };
  readonly timeout?: { readonly key: string; readonly unit: 's' | 'ms' };
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
  readonly tolerance?: import('./edit/format.ts').Tolerance;
  readonly layout?: Layout;
  readonly entry?: EntryForm;
  /** The client does not read this place while that one exists. */
  readonly ignoredWhile?: Place | PlaceByPlatform;
  /** What the client replaces with the open folder in this file; absent when it has no such thing. */
  readonly workspaceVariable?: '${workspaceFolder}';
  /** Where a server named in this file is started. `unknown`: anywhere (an app's own directory, `/`). */
  readonly startsIn: 'workspace' | 'unknown';
  /** Members a new file needs beside the servers, in order (a Continue block file's name, version, schema). */
  readonly preamble?: Readonly<Record<string, string>>;
  /** One line for people: why this place is special. */
  readonly note?: string;
}

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
  readonly tolerance: import('./edit/format.ts').Tolerance;
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
  /** GUI apps do not see the shell's PATH. */
  readonly path: 'shell' | 'minimal';
  /** The client takes a lock directory beside its file when it writes; so do we then. */
  readonly lock?: '<file>.lock';
  /** What the person does after a change. */
  readonly reload: string;
  /** The client's own rule for server names. */
  readonly names?: { readonly pattern: string; readonly reserved?: readonly string[]; readonly says: string };
  readonly limits?: { readonly tools?: number; readonly servers?: number; readonly toolName?: number; readonly startSeconds?: number };
  readonly docs: `https://${string}`;
  /** The day the facts of this row were last held against their source. */
  readonly checked: `${number}-${number}-${number}`;
  /** Facts of this row that no source of the vendor confirms. Empty when all are. */
  readonly unverified: readonly string[];
}
