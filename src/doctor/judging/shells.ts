import { programName } from '../paths.ts';

export type Shell = 'posix' | 'powershell' | 'cmd';

const kinds: ReadonlyMap<string, Shell> = new Map([
  ...['sh', 'bash', 'zsh', 'dash', 'ash', 'ksh', 'fish'].map((name) => [name, 'posix'] as const),
  ...['powershell', 'pwsh'].map((name) => [name, 'powershell'] as const),
  ['cmd', 'cmd'],
]);

/**
 * The shell that reads the arguments of a command line as its own text, wherever in it the shell is started (`docker run … sh -c`).
 * Arguments such a shell fills in are its business, not the client's.
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
