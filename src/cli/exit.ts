import type { SnapErrorCode } from '../system/index.ts';

/** The exit codes; docs/exit-codes.md explains them. */
export const exit = { fine: 0, findings: 1, usage: 2, refused: 3, failed: 4, interrupted: 130 } as const;
export type ExitCode = (typeof exit)[keyof typeof exit];

export function exitCodeOf(code: SnapErrorCode): ExitCode {
  switch (code) {
    case 'usage':
    case 'invalid-input':
    case 'invalid-mode':
    case 'invalid-type':
      return exit.usage;
    case 'io':
      return exit.failed;
    case 'refused':
    case 'invalid-path':
    case 'not-found':
    case 'not-available':
    case 'not-implemented':
    case 'timeout':
    case 'changed':
    case 'read-only':
    case 'link-loop':
    case 'task-open':
    case 'no-task':
    case 'no-workspace':
      return exit.refused;
    default:
      return code satisfies never;
  }
}

/** The code as `--json` prints it (docs/exit-codes.md): scripts need not tell what a tool would call each kind of wrong input. */
export function reportedCode(code: SnapErrorCode): SnapErrorCode {
  switch (code) {
    case 'invalid-input':
    case 'invalid-mode':
    case 'invalid-type':
      return 'usage';
    case 'invalid-path':
    case 'not-found':
    case 'not-available':
    case 'not-implemented':
    case 'timeout':
      return 'refused';
    default:
      return code;
  }
}
