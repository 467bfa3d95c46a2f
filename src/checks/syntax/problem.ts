/** A place at which a file does not parse. */
export interface SyntaxProblem {
  /** From 1, as is {@link column}. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly severity: 'error' | 'warning';
  /** `syntax`, or `conflict-marker`. */
  readonly rule: string;
  /** Whose grammar it is. */
  readonly source: string;
}

/** Beyond the first ones, the rest follow from them mostly. */
export const maxProblems = 3;
