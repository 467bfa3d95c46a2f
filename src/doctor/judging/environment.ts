import { locate, type Client } from '../../clients/index.ts';
import type { Setup } from '../setup.ts';
import { whereOf } from './readers.ts';

type Around = Omit<Setup, 'seen' | 'texts'>;

/** Files that add to the environment of some client of the setup. */
export function* environmentFiles(setup: Around): Generator<string> {
  const clients = new Set(setup.files.map(({ client }) => client));
  for (const client of clients) yield* filesOf(setup, client).map(({ path }) => path);
}

function filesOf(setup: Around, client: Client): readonly { readonly path: string; readonly as: 'lines' | 'env' }[] {
  return (client.environmentFiles ?? []).flatMap(({ as, at }) => locate(at, whereOf(setup)).map((path) => ({ path, as })));
}

/**
 * Whether a client will find a variable in its environment. `shell-only`: the person's shell has it, and an app that is started from
 * the desktop gets nothing of what the shell's start files set (macOS; elsewhere the desktop's session often hands it on).
 */
export function standingOf(setup: Setup, client: Client, name: string): 'set' | 'shell-only' | 'unset' {
  if (client.setsVariables?.includes(name) ?? false) return 'set';
  if (filesOf(setup, client).some(({ as, path }) => isSetIn(setup.texts.get(path), as, name))) return 'set';
  if (!isInEnvironment(setup, name)) return 'unset';
  return client.path === 'minimal' && setup.facts.platform === 'darwin' && !given.has(name) ? 'shell-only' : 'set';
}

/** What every session sets by itself, on one platform or another. */
const given = new Set(
  (
    'HOME PATH USER LOGNAME SHELL TMPDIR LANG PWD DISPLAY SSH_AUTH_SOCK XDG_CONFIG_HOME XDG_RUNTIME_DIR ' +
    'USERPROFILE USERNAME APPDATA LOCALAPPDATA PROGRAMFILES PROGRAMDATA TEMP TMP SYSTEMROOT HOMEDRIVE HOMEPATH COMPUTERNAME HOSTNAME COMSPEC WINDIR'
  ).split(' '),
);

function isInEnvironment({ env, facts }: Setup, name: string): boolean {
  // A file of a team names the variables of all its platforms.
  if (given.has(name.toUpperCase())) return true;
  if (env[name] !== undefined) return true;
  return facts.platform === 'win32' && Object.keys(env).some((key) => key.toLowerCase() === name.toLowerCase());
}

function isSetIn(text: string | undefined, as: 'lines' | 'env', name: string): boolean {
  if (text === undefined) return false;
  if (as === 'env') {
    const value = parsed(text);
    const env = isObject(value) ? value['env'] : undefined;
    return isObject(env) && name in env;
  }
  return text.split(/\r?\n/).some((line) => /^\s*(?:export\s+)?([\w.-]+)\s*=/.exec(line)?.[1] === name);
}

/** A JSON file; `undefined` where it is none. Another program's file that does not parse tells nothing. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
