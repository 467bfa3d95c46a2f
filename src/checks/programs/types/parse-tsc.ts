import type { TypesDiagnostic } from '../hosts/messages.ts';

/**
 * Reads what `tsc --pretty false` prints: `src/a.ts(1,7): error TS2322: Type …`, further lines of a message indented, and messages about no file
 * as `error TS18003: No inputs …`. Paths are as printed: from the directory in which it was started.
 */
export function parseTsc(output: string): readonly TypesDiagnostic[] {
  const found: (TypesDiagnostic & { message: string })[] = [];
  for (const line of output.split(/\r?\n/)) {
    const [, file, row, column, severity, code, message = ''] =
      /^(?:(\S.*?)(?:\((\d+),(\d+)\))?: )?(error|warning|message) TS(\d+): (.*)$/.exec(line) ?? [];
    if (code !== undefined) {
      found.push({
        file,
        line: row === undefined ? undefined : Number(row),
        column: column === undefined ? undefined : Number(column),
        code: Number(code),
        isError: severity === 'error',
        message,
      });
    } else if (/^\s+\S/.test(line)) {
      const last = found.at(-1);
      if (last !== undefined) last.message += `\n${line}`;
    }
  }
  return found;
}
