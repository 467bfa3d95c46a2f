/** What a host is told in one line of JSON: a question, or that nobody waits for the answer to one any more. */
export type HostRequest<Question> = { readonly id: number; readonly question: Question } | { readonly left: number };

/** What a host says in one line of JSON: an answer, or why there is none; before that, parts of the answer that are known already. */
export type HostReply<Answer, Part> =
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly part: Part }
  /** Of a program that failed: one line. */
  | { readonly id: number; readonly failure: string };

/** Asked of the host of the compiler. */
export interface TypesQuestion {
  /** Absolute path of a tsconfig.json. */
  readonly config: string;
  /** Where what was learned is kept for the next start; its directory is snap's own. */
  readonly buildInfo: string;
  /** Absolute paths of the files that are looked at before the others: those that the caller asks about. */
  readonly first: readonly string[];
}

/** What is known before everything was looked at. */
export interface TypesPart {
  /** New since the last part. */
  readonly diagnostics: readonly TypesDiagnostic[];
  /** Files that have been looked at, of how many. */
  readonly done: number;
  readonly of: number;
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
