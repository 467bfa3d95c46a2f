import type { Script } from './script.ts';
import type { LineLanguage, MaskedCall } from './masked.ts';

export type Severity = 'error' | 'warning' | 'info';
/** `text`: any file, whatever is written in it. */
export type ThreatLanguage = 'javascript' | LineLanguage | 'text';

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

/** A call that is dangerous in a language without a grammar. */
export interface CallRule {
  /** The name with its receiver, global. Matched in the masked text. */
  readonly call: RegExp;
  /** `true`: with the threat's own severity. */
  is(call: MaskedCall, file: LineFile): boolean | Severity;
}

/** A piece of code that is dangerous wherever it is. Global; matched in the masked text, where strings are `_`. */
export interface PieceRule {
  readonly piece: RegExp;
  readonly severity?: Severity;
}

/** A file of a language without a grammar. */
export interface LineFile {
  readonly text: string;
  readonly masked: string;
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
  readonly lines?: Partial<Record<LineLanguage, readonly (CallRule | PieceRule)[]>>;
  /** For every text; `path` is relative to the workspace. */
  readonly text?: (text: string, path: string) => Iterable<Hit>;
}

/** A text, and how many times the threat must be found in it. */
export interface Example {
  readonly language: ThreatLanguage;
  readonly code: string;
  readonly found: number;
  readonly severity?: Severity;
  /** Of a rule that looks at the name of the file. */
  readonly path?: string;
}
