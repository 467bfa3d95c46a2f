import type { System } from '../../system/index.ts';
import {
  separatorOf,
  isAbsolutePath,
  closedGates,
  directoryOf,
  entryPath,
  joinPath,
  looksLikePath,
  shellPath,
  startDirectory,
  type Facts,
} from '../../machine/index.ts';
import type { PathInspector } from './path-inspector.ts';
import { addressOf, isLoopback } from '../judging/network/address.ts';
import type { ProgramFound, Setup, CommandFacts, EntryFacts, FileFacts, NamedPath } from '../setup.ts';
import { resolveVariables, type Server, type TextKind, type Where } from '../../clients/index.ts';

/**
 * The variables that snap's own entry may set and still be started without asking. A list of names, because any other variable may load
 * other code (NODE_OPTIONS, LD_PRELOAD, PATH …) or redirect the person's data (addresses, data directories).
 */
const harmlessVariables: readonly string[] = ['SVC_MCP_INTELLIGENCE_SURFACE'];
/** The bridge sends it to the remote server and uses it for nothing else (src/shim/target.ts). */
const bridgeToken = 'SNAP_SHIM_TOKEN';

/** What is known of the command of one entry. */
export interface EntryCall {
  /** As it is written, variables filled in. */
  readonly written: string;
  readonly args: readonly string[];
  readonly env: ReadonlyMap<string, string>;
  /** What the client finds under that name, and on which PATH. */
  readonly inClient: ProgramFound | undefined;
  readonly path: string;
  /** The same for the person's shell, where the entry may be started too. */
  readonly inShell: ProgramFound | undefined;
  readonly shellPath: string;
}

type Looking = Pick<PathInspector, 'platform' | 'look' | 'program'>;

/** How far what an entry starts reaches. */
interface OwnStart {
  /** Starting it runs this program file and nothing else. */
  readonly isThisProgram: boolean;
  /** It is the bridge, and sends requests to another machine. */
  readonly callsOut: boolean;
}

/**
 * Whether starting the entry runs this program file and nothing else: `snap` itself, or snap's Node with snap's file. Only such an entry is
 * started without asking, so the answer is no in every case of doubt; one that calls another machine is not, whatever it runs.
 */
export async function ownStart(inspector: Looking, call: EntryCall, program: Setup['program']): Promise<OwnStart> {
  const args = await serverArgs(inspector, call, program);
  const reach = args === undefined ? undefined : reachOf(args);
  const callsOut = reach === 'another-machine';
  const isHarmless = (name: string): boolean => harmlessVariables.includes(name) || (callsOut && name === bridgeToken);
  return { isThisProgram: reach !== undefined && [...call.env.keys()].every(isHarmless), callsOut };
}

/** The arguments for this program file, when the entry starts it and nothing else. */
async function serverArgs(inspector: Looking, call: EntryCall, program: Setup['program']): Promise<readonly string[] | undefined> {
  const { args, inClient, inShell, path, shellPath, written } = call;
  const { platform } = inspector;
  if (inClient === undefined) return undefined;
  if (!isAbsolutePath(written, platform)) {
    // A relative path is another file in every directory. So is a bare name when the search includes the start directory: always on
    // Windows, elsewhere when a part of PATH is empty or relative.
    if (/[\\/]/.test(written) || platform === 'win32') return undefined;
    if (!isFixed(path, platform) || !isFixed(shellPath, platform)) return undefined;
    // The shell may find another program of that name first, such as one in a project's node_modules/.bin.
    if (inShell !== undefined && inShell.target !== inClient.target) return undefined;
  }
  const node = (await inspector.look(program.node))?.target ?? program.node;
  if (inClient.target === program.file) return (await isRunBy(inspector, inClient, call, node)) ? args : undefined;
  const [file, ...rest] = args;
  if (file === undefined || inClient.target !== node || !isAbsolutePath(file, platform)) return undefined;
  const seen = await inspector.look(file);
  return seen?.kind === 'file' && (seen.target ?? file) === program.file ? rest : undefined;
}

/** `#!/usr/bin/env node` runs whatever `node` comes first on the PATH; it has to be snap's Node, in the client and in the shell. */
async function isRunBy(
  inspector: Looking,
  { interpreter }: ProgramFound,
  { path, shellPath }: Pick<EntryCall, 'path' | 'shellPath'>,
  node: string,
): Promise<boolean> {
  if (interpreter === undefined || !/^\/usr\/bin\/env\s+node$/.test(interpreter)) return false;
  if (!isFixed(path, inspector.platform) || !isFixed(shellPath, inspector.platform)) return false;
  const inShell = await inspector.program('node', shellPath);
  return (await inspector.program('node', path))?.target === node && (inShell === undefined || inShell.target === node);
}

/** Whether a PATH names the same directories for every start directory. An empty part means the current directory. */
function isFixed(path: string, platform: System['platform']): boolean {
  return path.split(separatorOf(platform)).every((directory) => isAbsolutePath(directory, platform));
}

/** For `mcp --stdio` and `mcp shim`, with the options they take: how far the server reaches. `undefined` for any other call. */
function reachOf([word, how, ...words]: readonly string[]): 'this-machine' | 'another-machine' | undefined {
  if (word !== 'mcp' || (how !== '--stdio' && how !== 'shim')) return undefined;
  const options = optionsIn(words);
  const address = options?.get('--url');
  if (options === undefined || (how === '--stdio' && options.size > (options.has('--workspace') ? 1 : 0))) return undefined;
  if (address === undefined) return options.has('--header') ? undefined : 'this-machine';
  const url = addressOf(address);
  if (url === undefined) return undefined;
  // A name below "localhost" is looked up like any other on some machines. A header may hold a secret of another server.
  const isNear = isLoopback(url.hostname) && !url.hostname.endsWith('.localhost') && url.username === '' && !options.has('--header');
  return isNear ? 'this-machine' : 'another-machine';
}

const optionNames = ['--workspace', '--url', '--header'];

/** `undefined` where one is not known, has no value, or comes twice. */
function optionsIn(words: readonly string[]): ReadonlyMap<string, string> | undefined {
  const options = new Map<string, string>();
  for (let i = 0; i < words.length; i += 1) {
    const [, name = '', given] = /^(--\w+)(?:=(.*))?$/s.exec(words[i] ?? '') ?? [];
    const value = given ?? words[(i += 1)];
    if (!optionNames.includes(name) || options.has(name) || value === undefined || (given === undefined && value.startsWith('-')))
      return undefined;
    options.set(name, value);
  }
  return options;
}

/** What the facts of an entry are read with. */
export interface EntrySurvey {
  readonly inspector: PathInspector;
  readonly facts: Facts;
  readonly program: Setup['program'];
  readonly decisions: Setup['decisions'];
}

/** An entry of a config file with what it refers to: its program, its paths, its start directory. */
export async function entryFacts(survey: EntrySurvey, file: FileFacts, entry: EntryFacts['entry']): Promise<EntryFacts> {
  const startsIn = startOf(survey, file);
  const { server } = entry;
  const form = entry.at.entry;
  return {
    client: file.client,
    // One file may have entries of two layouts, each spelled in its own way.
    file: form === undefined ? file : { ...file, reading: { ...file.reading, entry: form } },
    entry,
    isEffective: !file.ignored && file.effective.has(entry.name),
    isOn: entry.enabled && !isSwitchedOff(survey, file, entry),
    startsIn,
    command: server.kind === 'command' ? await commandFacts(survey, file, server, startsIn) : undefined,
    live: [],
  };
}

/** Where the client starts the servers of this file. */
function startOf({ facts, inspector: { system } }: EntrySurvey, { path, place }: FileFacts): string | undefined {
  switch (place.startsIn) {
    case 'workspace':
      return facts.workspace.path;
    case 'home':
      return system.home;
    case 'file':
      return directoryOf(path, system.platform);
    case 'unknown':
      return undefined;
    default:
      return place.startsIn satisfies never;
  }
}

function isSwitchedOff({ decisions, facts }: EntrySurvey, file: FileFacts, entry: EntryFacts['entry']): boolean {
  const found = facts.clients.find(({ client }) => client === file.client);
  return (
    found !== undefined && closedGates(decisions, found, file, entry).some(({ isManaged, kind }) => kind === 'switched-off' && !isManaged)
  );
}

async function commandFacts(
  { facts, inspector, program }: EntrySurvey,
  file: FileFacts,
  server: Server & { kind: 'command' },
  startsIn: string | undefined,
): Promise<CommandFacts> {
  const { system } = inspector;
  const where: Where = { platform: system.platform, home: system.home, env: system.env, workspace: facts.workspace.path };
  const fill = (text: string, kind: TextKind): string => resolveVariables(file.client, file.place, text, where, kind);
  const command = fill(server.command, 'command');
  const args = server.args.map((arg) => fill(arg, 'argument'));
  const cwd = server.cwd === undefined ? undefined : fill(server.cwd, 'cwd');
  const from = startDirectory(cwd, startsIn, system.platform);
  const env = new Map([...server.env].map(([name, value]) => [name, fill(value, 'variable')]));
  const path = entryPath(file.client, env, system);
  const absolute = /[\\/]/.test(command) && from !== undefined ? joinPath(from, command, system.platform) : command;
  const found = {
    inClient: await inspector.program(absolute, path),
    inShell: await inspector.program(absolute, shellPath(system)),
  };
  const paths: NamedPath[] = [];
  for (const named of namedPaths(cwd, args)) {
    const full = startDirectory(named.written, named.where === 'cwd' ? startsIn : from, system.platform);
    paths.push({ ...named, path: full, onDisk: full === undefined ? undefined : await inspector.look(full) });
  }
  return {
    command,
    args,
    cwd,
    ...found,
    paths,
    ...(await ownStart(inspector, { written: command, args, env, ...found, path, shellPath: shellPath(system) }, program)),
  };
}

/** The start directory and the arguments that are paths by their form, in the order in which they are written. */
export function* namedPaths(cwd: string | undefined, args: readonly string[]): Generator<Pick<NamedPath, 'where' | 'written' | 'index'>> {
  if (cwd !== undefined) yield { where: 'cwd', written: cwd };
  for (const [index, arg] of args.entries()) {
    const given = /^--workspace=(.*)$/s.exec(arg)?.[1];
    if (args[index - 1] === '--workspace') yield { where: 'workspace', written: arg, index };
    else if (given !== undefined) yield { where: 'workspace', written: given, index };
    else if (looksLikePath(arg)) yield { where: 'argument', written: arg, index };
  }
}
