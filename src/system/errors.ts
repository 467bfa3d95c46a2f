import { sayTo, type Reader, type Sentence } from './sentence.ts';
import { shortened } from './shown-text.ts';

/** An expected failure: `message` says where and what, the hint says what next. */
export class SnapError extends Error {
  readonly code: SnapErrorCode;
  readonly #hint: Sentence | undefined;

  constructor(code: SnapErrorCode, message: string, options: { readonly hint?: Sentence | undefined; readonly cause?: unknown } = {}) {
    super(shortened(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SnapError';
    this.code = code;
    this.#hint = options.hint;
  }

  /** What a person does next. */
  get hint(): string | undefined {
    return this.hintFor('person');
  }

  /** What this reader does next. */
  hintFor(reader: Reader): string | undefined {
    return this.#hint === undefined ? undefined : sayTo(reader, this.#hint);
  }
}

/** docs/exit-codes.md says with which code a command ends for each; a tool answers with it in capitals (docs/wire.md). */
export type SnapErrorCode =
  | 'usage'
  | 'invalid-input'
  | 'invalid-mode'
  | 'invalid-type'
  | 'invalid-path'
  | 'refused'
  | 'not-found'
  | 'not-available'
  | 'not-implemented'
  | 'timeout'
  | 'changed'
  | 'read-only'
  | 'link-loop'
  | 'io'
  | 'task-open'
  | 'no-task'
  | 'no-workspace';

/** What is made, or what comes in place of it where making it is refused. Every other error is thrown on. */
export function unlessRefused<Made, Instead>(make: () => Made, instead: (refusal: SnapError) => Instead): Made | Instead {
  try {
    return make();
  } catch (error) {
    if (error instanceof SnapError && error.code === 'refused') return instead(error);
    throw error;
  }
}
