import { programName } from '../../../machine/index.ts';

/** The families of shells, by their syntax for variables. */
export type Shell = 'posix' | 'powershell' | 'cmd';

const kinds: ReadonlyMap<string, Shell> = new Map([
  ...['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'fish'].map((name) => [name, 'posix'] as const),
  ...['powershell', 'pwsh'].map((name) => [name, 'powershell'] as const),
  ['cmd', 'cmd'],
]);

/**
 * The shell that runs the arguments of a command line as a script, also when another program starts the shell (`docker run … sh -c`).
 * Such a shell fills in the variables, not the client.
 */
export function shellIn(command: string, args: readonly string[]): Shell | undefined {
  const words = [command, ...args];
  for (const [i, word] of words.entries()) {
    const shell = kinds.get(programName(word));
    if (shell === undefined) continue;
    const flags = words.slice(i + 1, i + 4);
    if (flags.some((flag) => /^-[a-z]*c$|^-(command|encodedcommand|file)$|^\/[ck]$/i.test(flag))) return shell;
  }
  return undefined;
}

/** The words behind `cmd /c`, which Windows needs in front of a command script; all words when it is missing. */
export function behindCmd(words: readonly string[]): readonly string[] {
  const [shell = '', ...rest] = words;
  const start = rest.findIndex((word) => !/^\/[a-z]$/i.test(word));
  return programName(shell) === 'cmd' && start > 0 ? rest.slice(start) : words;
}
