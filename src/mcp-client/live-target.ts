import { isMap, type Value } from '../formats/index.ts';
import {
  resolveVariables,
  tokenHeader,
  type Client,
  type ServerEntry,
  type TextKind,
  type Where,
  type ConfigPlace,
} from '../clients/index.ts';
import type { System } from '../system/index.ts';
import {
  passedOn,
  packageEnvironment,
  shellEnvironment,
  wholeClientPath,
  withEntryVariables,
  type Environment,
} from './client-environment.ts';
import { clientPath, isAbsolutePath, joinPath, shellPath, type ConfigFileFacts } from '../machine/index.ts';

/** A server entry, and what it starts as far as that was worked out. */
export interface TargetEntry {
  readonly client: Client;
  readonly file: Pick<ConfigFileFacts, 'path' | 'place' | 'reading'>;
  readonly entry: ServerEntry;
  /** The directory its process starts in, as far as that is known. */
  readonly startsIn: string | undefined;
  /** The client's own environment, where it is not to be the whole one ({@link packageEnvironment}). */
  readonly environment?: Environment | undefined;
  /** For an entry that starts a program: its words with the variables filled in that the client fills in. */
  readonly command?: TargetCommand | undefined;
}

interface TargetCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string | undefined;
  /** What the client finds under the command's name. */
  readonly inClient: { readonly path: string } | undefined;
  /** It is this installation of snap, so it was chosen by no one else. */
  readonly isThisProgram: boolean;
}

/**
 * What is started or called for an entry, as its client would, or as the person would in a terminal. `undefined` when there is nothing
 * to start or call. A variable without a value stays as it is written, as most clients leave it.
 * @param workspace the open project.
 */
export async function liveTarget(
  system: System,
  workspace: string,
  target: TargetEntry,
  as: 'client' | 'shell',
): Promise<LiveTarget | undefined> {
  const { client, command, entry, file } = target;
  const { server } = entry;
  // snap's own entry is started without a question, and a project's .env could make Node load other code: use only the person's environment.
  const whole = command?.isThisProgram === true ? shellEnvironment(system) : undefined;
  const own = target.environment ?? whole ?? (await packageEnvironment(client, system, workspace));
  const values = client.variablesFrom === 'entry' ? Object.fromEntries(entryValues(target, own)) : own;
  const where: Where = { platform: system.platform, home: system.home, env: values, workspace };
  const fill = (text: string, kind: TextKind): string => resolveVariables(client, file.place, text, where, kind);
  const filled = (map: ReadonlyMap<string, string>, kind: TextKind): ReadonlyMap<string, string> =>
    new Map([...map].map(([name, value]) => [name, fill(value, kind)]));
  switch (server.kind) {
    case 'command': {
      if (command === undefined) return undefined;
      const start = as === 'shell' ? workspace : (target.startsIn ?? rootOf(system));
      const env = withEntryVariables(
        as === 'shell' ? shellEnvironment(system) : passedOn(client, own, system),
        as === 'shell' ? shellPath(system) : await pathFor(target, system),
        new Map([...namedVariables(target, own), ...filled(server.env, 'variable')]),
        client,
        system,
      );
      return { kind: 'command', ...started(target, command, system), env, cwd: joinPath(start, command.cwd ?? '.', system.platform) };
    }
    case 'url':
      return {
        kind: 'url',
        transport: server.transport === 'unknown' ? 'either' : server.transport,
        url: fill(server.url, 'url'),
        headers: new Map([...filled(server.headers, 'header'), ...namedHeaders(target, own)]),
      };
    case 'other':
      return undefined;
    default:
      return server satisfies never;
  }
}

/** snap's own entry was recognized on the plain PATH, and has to find the same programs there. */
async function pathFor({ client, command }: TargetEntry, system: System): Promise<string> {
  return command?.isThisProgram === true ? clientPath(client, system) : wholeClientPath(client, system);
}

/** Command and arguments as the operating system gets them. */
function started(
  { client }: TargetEntry,
  command: TargetCommand,
  { env, home, platform }: System,
): Pick<CommandTarget, 'command' | 'args'> {
  const { args, inClient, isThisProgram } = command;
  // The file that was checked: another one may be found under its name a moment later.
  if (isThisProgram && inClient !== undefined) return { command: inClient.path, args };
  if (platform === 'win32' && /\.(cmd|bat)$/i.test(inClient?.path ?? '') && client.windowsLaunchers !== 'needs-cmd') {
    // On Windows, clients start npm's scripts through the shell, as the SDK does.
    return { command: env['ComSpec'] ?? 'cmd.exe', args: ['/d', '/s', '/c', command.command, ...args] };
  }
  const displayPaths = (text: string): string => (client.expandsTilde === true ? inHome(text, home) : text);
  const first = client.expandsTilde === 'command' ? inHome(command.command, home) : displayPaths(command.command);
  return { command: first, args: args.map(displayPaths) };
}

function inHome(text: string, home: string): string {
  return text.replace(/^~(?=$|[\\/])/, () => home);
}

/** Where an app starts its servers when its directory is not known: launchd and desktops start apps in the root. */
function rootOf({ env, platform }: System): string {
  const drive = `${env['SystemDrive'] ?? 'C:'}\\`;
  return platform !== 'win32' ? '/' : isAbsolutePath(drive, platform) ? drive : 'C:\\';
}

/** Variables that the entry only names, to be passed on (Codex). */
function* namedVariables({ entry, file }: TargetEntry, own: Environment): Generator<readonly [string, string]> {
  const key = file.reading.entry.envNames;
  const list = key === undefined ? undefined : field(entry.value, key);
  if (!Array.isArray(list)) return;
  for (const item of list) {
    const name: unknown = item instanceof Map ? item.get('name') : item;
    const value = typeof name === 'string' ? own[name] : undefined;
    if (typeof name === 'string' && value !== undefined) yield [name, value];
  }
}

/** What the entry itself has values for, or lists the names of (goose). */
function* entryValues(target: TargetEntry, own: Environment): Generator<readonly [string, string]> {
  yield* namedVariables(target, own);
  const env = field(target.entry.value, target.file.reading.entry.stdio.env);
  for (const [name, value] of isMap(env) ? env : []) if (typeof value === 'string') yield [name, value];
}

/** Headers whose values the entry does not hold: it names the variables that do (Codex). */
function* namedHeaders({ entry, file }: TargetEntry, own: Environment): Generator<readonly [string, string]> {
  const form = file.reading.entry.http;
  const { bearerFrom, headersFrom } = { bearerFrom: undefined, headersFrom: undefined, ...form };
  const bearer = bearerFrom === undefined ? undefined : field(entry.value, bearerFrom);
  const token = typeof bearer === 'string' ? own[bearer] : undefined;
  if (token !== undefined && isMap(entry.value)) yield tokenHeader(form, entry.value, token);
  const headers = headersFrom === undefined ? undefined : field(entry.value, headersFrom);
  if (!isMap(headers)) return;
  for (const [name, variable] of headers) {
    const value = typeof variable === 'string' ? own[variable] : undefined;
    if (value !== undefined) yield [name, value];
  }
}

function field(value: Value, key: string): Value | undefined {
  return isMap(value) ? value.get(key) : undefined;
}

/** What is to be started or called, as its client would. */
export type LiveTarget = CommandTarget | UrlTarget;

/** A program to be started. */
export interface CommandTarget {
  readonly kind: 'command';
  readonly command: string;
  readonly args: readonly string[];
  /** The complete environment: nothing is added. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

/** An address to be called. */
export interface UrlTarget {
  readonly kind: 'url';
  /** `either`: Streamable HTTP, and where that answers 4xx, SSE. */
  readonly transport: 'http' | 'sse' | 'either';
  readonly url: string;
  readonly headers: ReadonlyMap<string, string>;
}

/** Whether a file is inside the project: then anyone who can write the project can write it. */
export function isInProject(scope: ConfigPlace['scope'], { at }: Pick<ConfigPlace, 'at'>): boolean {
  const places = 'from' in at ? [at] : Object.values(at);
  return scope === 'project' || places.some(({ from }) => from === 'workspace');
}
