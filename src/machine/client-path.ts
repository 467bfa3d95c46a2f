import { locate, type Client } from '../clients/index.ts';
import type { System } from '../system/index.ts';

/** The part of a machine that a PATH depends on. */
export type PathHost = Pick<System, 'platform' | 'home' | 'env'>;

/**
 * The PATH with which a client looks for the program of an entry. An app that is started from the desktop does not see what the
 * shell's start files add: https://developer.apple.com/library/archive/documentation/MacOSX/Conceptual/BPRuntimeConfig/
 * (launchd's default on macOS; the one of /etc/login.defs on Linux). On Windows both see the same.
 */
export function clientPath(client: Client, host: PathHost): string {
  const shell = shellPath(host);
  if (client.path === 'shell') return shell;
  const added = addedDirectories(client, host).filter((directory) => !directory.includes('*'));
  switch (host.platform) {
    case 'darwin':
      return [...added, '/usr/bin:/bin:/usr/sbin:/sbin'].join(':');
    case 'linux':
      return [...added, '/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games'].join(':');
    case 'win32':
      return shell;
    default:
      return host.platform satisfies never;
  }
}

/** The directories that a client puts before a minimal PATH; some are patterns (`*`). */
export function addedDirectories(client: Client, host: PathHost): readonly string[] {
  const where = { platform: host.platform, home: host.home, env: host.env, workspace: host.home };
  return (client.addsToPath ?? []).flatMap((place) => locate(place, where));
}

/** The PATH for one entry: the client's own, changed by the entry's environment, whose variables are already resolved. */
export function entryPath(client: Client, env: ReadonlyMap<string, string>, host: PathHost): string {
  const own = clientPath(client, host);
  const given = pathVariable(env, host.platform)?.value;
  if (given === undefined || dropsVariable(client, 'PATH')) return own;
  return client.appendsPath === true ? `${own}${separatorOf(host.platform)}${given}` : given;
}

/** The PATH among an entry's variables. On Windows its case does not matter. */
export function pathVariable(
  env: ReadonlyMap<string, string>,
  platform: System['platform'],
): { readonly name: string; readonly value: string } | undefined {
  for (const [name, value] of env) if (name === 'PATH' || (platform === 'win32' && name.toUpperCase() === 'PATH')) return { name, value };
  return undefined;
}

/** Whether a client never passes this variable to the server, although an entry sets it. Its own PATH is always set. */
export function dropsVariable(client: Client, name: string): boolean {
  if (client.ownVariablesWin === true && name.toUpperCase() === 'PATH') return true;
  return client.dropsVariables?.some((dropped) => dropped.toUpperCase() === name.toUpperCase()) ?? false;
}

/** The PATH of the shell snap runs in. */
export function shellPath({ env }: Pick<PathHost, 'env'>): string {
  return env['PATH'] ?? env['Path'] ?? '';
}

/** What separates the directories of a PATH. */
export function separatorOf(platform: System['platform']): ':' | ';' {
  return platform === 'win32' ? ';' : ':';
}

/** The path of a program: in the first directory of a PATH that has it. */
export async function findProgram(system: System, name: string, path: string): Promise<string | undefined> {
  const isWindows = system.platform === 'win32';
  const endings = isWindows ? ['.exe', '.cmd', '.bat', '.com'] : [''];
  for (const directory of new Set(path.split(separatorOf(system.platform)))) {
    // An empty part of PATH means the current directory, where no assistant is installed.
    if (directory === '') continue;
    for (const ending of endings) {
      const full = `${directory}${isWindows ? '\\' : '/'}${name}${ending}`;
      const seen = await system.look(full);
      if (seen?.kind === 'file' && (isWindows || seen.executable)) return full;
    }
  }
  return undefined;
}
