import { addedDirectories, dropsVariable, entryPath, pathVariable, separatorOf } from '../../../machine/index.ts';
import { matches } from '../../../machine/index.ts';
import { directoryOf, isAbsolutePath, joinPath } from '../../../machine/index.ts';
import type { Setup } from '../../setup.ts';
import type { CommandEntry } from './command-entries.ts';

type Machine = Pick<Setup, 'facts' | 'home' | 'env'>;

/** The part of a setup on which PATHs depend. */
function hostOf({ env, facts, home }: Machine): {
  readonly platform: Setup['facts']['platform'];
  readonly home: string;
  readonly env: Setup['env'];
} {
  return { platform: facts.platform, home, env };
}

/** The PATH on which the client looks for the program of this entry. */
export function searchPath({ client, entry }: CommandEntry, setup: Machine): string {
  return entryPath(client, entry.server.kind === 'command' ? entry.server.env : new Map(), hostOf(setup));
}

/** The path of this program in each directory of a PATH. */
export function candidates(name: string, path: string, { facts }: Pick<Setup, 'facts'>): readonly string[] {
  return path
    .split(separatorOf(facts.platform))
    .filter((directory) => isAbsolutePath(directory, facts.platform))
    .map((directory) => joinPath(directory, name, facts.platform));
}

/** Whether the client itself adds the directory of this program to PATH, by a pattern (each version of nvm). */
export function isAddedByClient({ client }: CommandEntry, program: string, setup: Machine): boolean {
  const { platform } = setup.facts;
  if (client.path === 'shell') return false;
  const directory = directoryOf(program, platform);
  return addedDirectories(client, hostOf(setup)).some((pattern) => {
    const [names, parts] = [directory.split(/[\\/]/), pattern.split(/[\\/]/)];
    return names.length === parts.length && parts.every((part, i) => matches(part, names[i] ?? ''));
  });
}

/** The `node` in the same directory as a script. */
export function nodeBeside(script: string, { facts }: Pick<Setup, 'facts'>): string {
  return joinPath(directoryOf(script, facts.platform), facts.platform === 'win32' ? 'node.exe' : 'node', facts.platform);
}

/** A script that is run by whatever `node` comes first on the PATH. */
export function isNodeScript(program: { readonly interpreter?: string | undefined } | undefined): boolean {
  return /^(\/usr)?\/bin\/env\s+(-S\s+)?node(\s|$)/.test(program?.interpreter ?? '');
}

/** Programs that start other scripts, which search for `node` on the PATH themselves. */
export function startsOthers(name: string): boolean {
  return ['npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'yarnpkg', 'corepack'].includes(name);
}

/**
 * The PATH of an entry that replaces the client's own and lacks the system directories; `undefined` when there is none, or when it has
 * variables that were not filled in.
 */
export function replacesSystemPath(
  { client, entry }: CommandEntry,
  { facts }: Pick<Setup, 'facts'>,
): { readonly name: string; readonly value: string } | undefined {
  if (entry.server.kind !== 'command' || client.appendsPath === true) return undefined;
  if (dropsVariable(client, 'PATH')) return undefined;
  const given = pathVariable(entry.server.env, facts.platform);
  if (given === undefined) return undefined;
  // A reference to the old PATH that this client does not fill in has its own finding.
  if (/[$%{]/.test(given.value)) return undefined;
  const directories = given.value.split(separatorOf(facts.platform)).map((directory) => directory.replace(/[\\/]+$/, '').toLowerCase());
  const isSystem = (directory: string): boolean =>
    facts.platform === 'win32' ? directory.endsWith('\\system32') : directory === '/usr/bin' || directory === '/bin';
  return directories.some(isSystem) ? undefined : given;
}
