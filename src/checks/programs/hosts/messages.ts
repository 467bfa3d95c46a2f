/** What a host says in one line of JSON: an answer, or why there is none. */
export type HostReply<Answer> =
  | { readonly id: number; readonly answer: Answer }
  /** Of a program that failed: one line. */
  | { readonly id: number; readonly failure: string };

/** Asked of the host of the compiler. */
export interface TypesQuestion {
  /** Absolute path of a tsconfig.json. */
  readonly config: string;
  /** Where what was learned is kept for the next start; its directory is snap's own. */
  readonly buildInfo: string;
}

/** One message of a compiler, as `tsc` would print it. Lines and columns are from 1. */
export interface TypesDiagnostic {
  /** Absolute; absent where it is about no file. */
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly code: number;
  readonly isError: boolean;
  readonly message: string;
}

export interface TypesAnswer {
  readonly diagnostics: readonly TypesDiagnostic[];
  /** Files of the program that are not in node_modules: how much was looked at. */
  readonly files: number;
  /** Absolute paths of the configs that this one refers to. */
  readonly references: readonly string[];
  /** Whether the config names files of its own: one that only refers to others has none. */
  readonly hasFiles: boolean;
}

/** Asked of the host of eslint. */
export interface LintQuestion {
  /** Absolute paths. */
  readonly files: readonly string[];
}

export interface LintAnswer {
  /** Results as eslint's `json` formatter has them. */
  readonly results: readonly unknown[];
  readonly isTyped: boolean;
}
