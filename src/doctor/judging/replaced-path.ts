import { pathVariable, separatorOf } from '../client-path.ts';
import type { Setup } from '../setup.ts';
import type { CommandEntry } from './commands.ts';

/**
 * The PATH in an entry's environment that takes the place of the client's own and leaves out the directories of the system; `undefined`
 * where there is none, or where something of it is still to be filled in.
 */
export function replacesSystemPath(
  { client, entry }: CommandEntry,
  { facts }: Pick<Setup, 'facts'>,
): { readonly name: string; readonly value: string } | undefined {
  if (entry.server.kind !== 'command' || client.appendsPath === true) return undefined;
  if (client.dropsVariables?.includes('PATH') === true) return undefined;
  const given = pathVariable(entry.server.env, facts.platform);
  if (given === undefined) return undefined;
  // A reference to the old PATH that this client does not fill in is another fault, and has its own name.
  if (/[$%{]/.test(given.value)) return undefined;
  const directories = given.value.split(separatorOf(facts.platform)).map((directory) => directory.replace(/[\\/]+$/, '').toLowerCase());
  const isSystem = (directory: string): boolean =>
    facts.platform === 'win32' ? directory.endsWith('\\system32') : directory === '/usr/bin' || directory === '/bin';
  return directories.some(isSystem) ? undefined : given;
}
