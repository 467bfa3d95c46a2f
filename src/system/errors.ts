/** An expected failure, worded for the person: where, what. `hint` says what next. */
export class SnapError extends Error {
  readonly code: SnapErrorCode;
  readonly hint: string | undefined;

  constructor(code: SnapErrorCode, message: string, options: { readonly hint?: string; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'SnapError';
    this.code = code;
    this.hint = options.hint;
  }
}

/** `usage` exits 2; `changed`, `read-only`, `link-loop`, `refused`, `task-open`, `no-task`, `no-workspace` exit 3; `io` exits 4 (docs/exit-codes.md). */
export type SnapErrorCode = 'usage' | 'refused' | 'changed' | 'read-only' | 'link-loop' | 'io' | 'task-open' | 'no-task' | 'no-workspace';
