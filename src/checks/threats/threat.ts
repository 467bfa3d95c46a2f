import type { Script } from './script.ts';

export type Severity = 'error' | 'warning' | 'info';
/** Where a threat is in a file. */
export interface Hit {
  /** Offset in the text. */
  readonly at: number;
  /** Where it differs from the threat's own. */
  readonly severity?: Severity;
  /** Where it differs from the threat's own. */
  readonly message?: string;
  readonly fix?: string;
}

/** One kind of dangerous code. Its file has `examples` beside it, which one test runs for all. */
export interface Threat {
  readonly id: string;
  readonly severity: Severity;
  /** What it is, and why it is dangerous. */
  readonly message: string;
  /** What to do next. */
  readonly fix: string;
  readonly javascript?: {
    /** Only files that hold it are parsed. */
    readonly keyword: RegExp;
    find(script: Script): Iterable<Hit>;
  };
  /** For every text; `path` is relative to the workspace. */
  readonly text?: (text: string, path: string) => Iterable<Hit>;
}

/** A text, and how many times the threat must be found in it. */
export interface Example {
  /** `text`: any file, whatever is written in it. */
  readonly language: 'javascript' | 'text';
  readonly code: string;
  readonly found: number;
  readonly severity?: Severity;
  /** Of a rule that looks at the name of the file. */
  readonly path?: string;
}
