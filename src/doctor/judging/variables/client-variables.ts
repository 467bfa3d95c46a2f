import { locate, type Client } from '../../../clients/index.ts';
import { variablesOf } from '../../../mcp-client/index.ts';
import type { Setup } from '../../setup.ts';
import { whereOf } from '../files/file-readers.ts';

type Around = Omit<Setup, 'seen' | 'texts'>;

/** Files that add variables to the environment of a client of the setup. */
export function* environmentFiles(setup: Around): Generator<string> {
  const clients = new Set(setup.files.map(({ client }) => client));
  for (const client of clients) yield* filesOf(setup, client).map(({ path }) => path);
}

function filesOf(setup: Around, client: Client): readonly { readonly path: string; readonly as: 'lines' | 'env' }[] {
  return (client.environmentFiles ?? []).flatMap(({ as, at }) => locate(at, whereOf(setup)).map((path) => ({ path, as })));
}

/**
 * Whether a client has a variable in its environment. `shell-only`: the person's shell has it, but an app that is started from the
 * desktop does not get what the shell's start files set (macOS; elsewhere the desktop session often passes it on).
 */
export function variableState(setup: Setup, client: Client, name: string): 'set' | 'shell-only' | 'unset' {
  if (client.setsVariables?.includes(name) ?? false) return 'set';
  if (filesOf(setup, client).some(({ as, path }) => isSetIn(setup.texts.get(path), as, name))) return 'set';
  if (!isInEnvironment(setup, name)) return 'unset';
  return client.path === 'minimal' && setup.facts.platform === 'darwin' && !given.has(name) ? 'shell-only' : 'set';
}

/** Variables that every session sets, by platform. */
const given = new Set(
  (
    'HOME PATH USER LOGNAME SHELL TMPDIR LANG PWD DISPLAY SSH_AUTH_SOCK XDG_CONFIG_HOME XDG_RUNTIME_DIR ' +
    'USERPROFILE USERNAME APPDATA LOCALAPPDATA PROGRAMFILES PROGRAMDATA TEMP TMP SYSTEMROOT HOMEDRIVE HOMEPATH COMPUTERNAME HOSTNAME COMSPEC WINDIR'
  ).split(' '),
);

function isInEnvironment({ env, facts }: Setup, name: string): boolean {
  // A shared file may name the variables of several platforms.
  if (given.has(name.toUpperCase())) return true;
  if (env[name] !== undefined) return true;
  return facts.platform === 'win32' && Object.keys(env).some((key) => key.toLowerCase() === name.toLowerCase());
}

function isSetIn(text: string | undefined, as: 'lines' | 'env', name: string): boolean {
  return text !== undefined && [...variablesOf(text, as)].some(([known]) => known === name);
}
