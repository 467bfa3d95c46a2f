import { cut } from '../../../system/index.ts';

const maxLength = 240;
const maxLines = 3;

/**
 * The output of a server in one line: the line with the cause, else the line that reports an error, else the last lines. Empty when it wrote
 * nothing.
 */
export function quotedOutput(output: string, cause?: { readonly pattern: RegExp; readonly name: string | undefined }): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !sayingNothing.test(line));
  const telling = cause === undefined ? [] : lines.filter((line) => cause.pattern.test(line));
  const { name } = { name: undefined, ...cause };
  const named = name === undefined ? undefined : [...telling, ...lines].find((line) => line.includes(name));
  const main = named ?? telling[0] ?? errorLine(output, lines);
  const kept = main === undefined ? lines.slice(-maxLines) : [main];
  return cut(kept.join(' / '), maxLength);
}

/** Stack frames, rulers, fields of a printed error, versions, where a log is, notices. */
const sayingNothing =
  /^(at |File "|\^+$|[-=~\s]+$|[{}[\](),;]+$|Node\.js v\d|node:internal|(code|requireStack|errno|syscall|path|spawnargs|cause|\[cause\]): |throw (err|error|new)\b|Traceback \(|npm (notice|warn|WARN)\b|npm (error|ERR!)\s*$|npm (error|ERR!) A complete log|For help, see:|Emitted 'error'|note: run with|\(Use `node --trace)/;

/** From the surest sign of an error to the weakest. */
const errorSigns: readonly RegExp[] = [
  /^(uncaught )?(\[?[\w.]*(Error|Exception)\b[^:]*\]?:|panic:|fatal:)/i,
  /^npm (error|ERR!) (?!code\b)\S/,
  /^npm (error|ERR!) code\b/,
  /^(error|fatal|failed|failure|✖|×|❌)[:\s]/i,
  /\b(error|exception)\b.*:/i,
  /\b(cannot|could not|couldn't|unable to|failed|not found|no such|denied|refused|missing|required|invalid|unknown|unexpected)\b/i,
];

/** A chain of Python ends with the error; everybody else begins with it. */
function errorLine(output: string, lines: readonly string[]): string | undefined {
  const isPython = output.includes('Traceback (most recent call last)');
  const raised = isPython ? lines.findLast((line) => /^(?!(INFO|WARNING|DEBUG):)[A-Za-z_][\w.]*: \S/.test(line)) : undefined;
  if (raised !== undefined) return raised;
  for (const sign of errorSigns) {
    const found = isPython ? lines.findLast((line) => sign.test(line)) : lines.find((line) => sign.test(line));
    if (found !== undefined) return found;
  }
  return undefined;
}
