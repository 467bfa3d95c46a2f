import { cut } from '../../../system/index.ts';

const maxLength = 240;
const maxLines = 3;

/**
 * The output of a server in one line: the line with the cause, else the last lines, without stack frames and rulers.
 * Empty when it wrote nothing.
 */
export function quotedOutput(output: string, cause?: { readonly pattern: RegExp; readonly name: string | undefined }): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(at |\^+$|[-=~\s]+$|Node\.js v\d|node:internal)/.test(line));
  const telling = cause === undefined ? [] : lines.filter((line) => cause.pattern.test(line));
  const { name } = { name: undefined, ...cause };
  const main = name === undefined ? telling[0] : ([...telling, ...lines].find((line) => line.includes(name)) ?? telling[0]);
  const kept = main === undefined ? lines.slice(-maxLines) : [main];
  return cut(kept.join(' / '), maxLength);
}
