/** How a client spells one server entry: pure data. `entry.ts` reads and writes entries by it. */

/** How an entry that starts a program is spelled. `type` is the word written under `typeKey`; without one no word is written. */
export interface CommandForm {
  readonly type?: string;
  /** The member that names the program, and whether it holds the whole command line as a list. */
  readonly command: string;
  readonly commandIs: 'string' | 'list';
  /** A member that names the program where that one is missing. */
  readonly orCommand?: string;
  /** A text may also be a list: the program and its first arguments. */
  readonly orList?: true;
  /** A text is split into words as a POSIX shell does: always, or where the entry has no arguments. */
  readonly splits?: 'always' | 'alone';
  readonly env: string;
  readonly cwd?: string;
}

/** How an entry that calls a remote server is spelled. */
export interface UrlForm {
  readonly type?: string;
  readonly url: string;
  readonly headers?: string;
  /** The member that holds `headers`, where they are not beside `url` (Continue's `requestOptions`). */
  readonly headersIn?: string;
  /** The member that holds a command line for a shell, which prints further headers as one JSON object (Claude Code's `headersHelper`). */
  readonly headersCommand?: string;
  /** Members that name environment variables: of the bearer token, and (a map) of other headers. */
  readonly bearerFrom?: string;
  readonly headersFrom?: string;
  /** Members that say in which header the token goes, and how (`{token}`), where that is not the usual `Authorization: Bearer`. */
  readonly bearerAs?: { readonly header: string; readonly format: string };
}

/**
 * Where no form has a `type`, the client uses only the fields, and a type word has no effect.
 * Where `http` and `sse` have different `url` fields, the field decides (Qwen Code); else `untypedUrl` does.
 */
export interface EntryForm {
  readonly typeKey: 'type' | 'transport';
  readonly stdio: CommandForm;
  readonly http?: UrlForm;
  readonly sse?: UrlForm;
  /** The type word of a server that is called over WebSocket, at an address that begins with `ws://` or `wss://`. Snap writes none. */
  readonly websocket?: string;
  /** Words and url fields that the client understands in addition to the ones that snap writes. */
  readonly reads?: {
    readonly stdio?: readonly string[];
    readonly http?: readonly string[];
    readonly sse?: readonly string[];
    readonly url?: readonly string[];
    /** Further members that may hold the type word. */
    readonly typeKeys?: readonly string[];
  };
  /** What a url without a type word is to this client. `dropped`: the entry is ignored. */
  readonly untypedUrl: 'http' | 'sse' | 'either' | 'dropped';
  /** What this row only guesses: a transport, the meaning of a url without a type word. Never reported as an error. */
  readonly unsure?: readonly ('http' | 'sse' | 'untyped')[];
  /** It goes by the other fields where the type word is one that it does not know. */
  readonly guessesType?: true;
  /** An entry without a type word is dropped, also one that starts a program. */
  readonly requiresType?: true;
  /** What the client drops when its schema does not know a type word or a kind of value. Absent: not known. */
  readonly strict?: 'entry' | 'file';
  /** It drops an entry that has a command and a url. */
  readonly commandAndUrl?: 'rejected';
  /** Fields that it refuses in an entry that starts a program, and in one that names an address. What it drops then: `strict`. */
  readonly refuses?: { readonly stdio: readonly string[]; readonly url: readonly string[] };
  /** The fields may be one level deeper, in this member. */
  readonly nested?: 'transport';
  /** It still understands the `command: { path, args, env }` of its older versions. */
  readonly commandMap?: 'migrated';
  /** Kinds of values other than text that it accepts in the environment. */
  readonly envTakes?: readonly ('number' | 'null')[];
  /** Fields that hold a map. With another kind of value there it drops the entry. */
  readonly maps?: readonly string[];
  /** The member that lists the names of environment variables that are passed on to the server. */
  readonly envNames?: string;
  /** Every other member its sources name; absent where they name none. */
  readonly fields?: readonly string[];
  /** Fields a new entry always gets (Copilot CLI's `tools`). */
  readonly always?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
  /** Fields that a new entry gets, and that one that exists may have otherwise. */
  readonly atFirst?: Readonly<Record<string, string>>;
  /** The name is repeated inside the entry under this key (goose). */
  readonly nameKey?: string;
  /** Entries without a command and an address that are no mistake. */
  readonly withoutStart?: {
    /** The type words of the client's own kinds (goose's `builtin`), each with what it is. */
    readonly types?: Readonly<Record<string, string>>;
    /** A field that makes an entry one of them (Continue's `uses`). */
    readonly fields?: readonly string[];
    /** An entry with no other fields changes a server that an extension or another file brings (Zed's `enabled`). */
    readonly only?: readonly string[];
    /** What an entry with such fields is. */
    readonly is?: string;
    /** Entries with one name in several files become one entry, so each may hold a part of it. */
    readonly merges?: true;
  };
  /** Fields without which its parser drops an entry, in addition to the command or the address. */
  readonly demands?: {
    readonly stdio: readonly string[];
    readonly url: readonly string[];
  };
  /** The member that switches an entry off. */
  readonly switch?: {
    readonly key: string;
    readonly off: boolean;
    /** Another member that switches it off too. */
    readonly also?: { readonly key: string; readonly off: boolean };
  };
  readonly timeout?: { readonly key: string; readonly unit: 's' | 'ms' };
  /** Members that only this client knows and that hold or fetch the credentials of a server: without them a copy cannot sign in. */
  readonly credentials?: readonly string[];
  /** Members that list the only tools that are offered, and those that are not. `emptyIsAll`: an empty list of the first offers every tool. */
  readonly toolLists?: { readonly only?: string; readonly without?: string; readonly emptyIsAll?: true };
  /** The field that gives the server more time to start; often the same one. */
  readonly startTimeout?: {
    readonly key: string;
    readonly unit: 's' | 'ms';
    readonly also?: { readonly key: string; readonly unit: 's' | 'ms' };
    /** A lower value counts as this one. */
    readonly atLeastSeconds?: number;
  };
}
