import { SnapError } from '../../system/index.ts';
import { splitWords } from '../../doctor/index.ts';

/** A command line that a person typed as one argument. */
export interface CommandLine {
  /** `NAME=value` before the command. */
  readonly env: ReadonlyMap<string, string>;
  readonly words: readonly [string, ...string[]];
}

/** @throws SnapError `usage` for what only a shell could run. */
export function commandLine(text: string): CommandLine {
  const words = splitWords(text);
  const start = words?.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word)) ?? -1;
  const [command, ...args] = words === undefined || start === -1 ? [] : words.slice(start);
  // A variable stays: the assistant fills it in.
  const isForShell = command === undefined || command === '$' || words?.some((word) => shellSigns.test(word)) === true;
  if (isForShell || command === undefined)
    throw new SnapError('usage', 'Only a shell could run this command line: it has signs that a shell acts on, or an open quote.', {
      hint: 'Give the words after "--": snap mcp add <name> -- <command> [args…]. For a shell: snap mcp add <name> -- sh -c \'…\'',
    });
  const env = (words ?? []).slice(0, start).map((word) => {
    const at = word.indexOf('=');
    return [word.slice(0, at), word.slice(at + 1)] as const;
  });
  return { env: new Map(env), words: [command, ...args] };
}

/** A word that is one of the shell's operators, ends with one, or holds a command of its own. */
const shellSigns = /^(\||\|\||&&?|;|<{1,2}|\d?>{1,2}.*|<\(.*)$|;$|`|\$\(/;
