import { resolveVariables, type Server, type TextKind, type Where } from '../../clients/index.ts';
import {
  closedGates,
  directoryOf,
  entryPath,
  joinPath,
  looksLikePath,
  shellPath,
  startDirectory,
  type Facts,
} from '../../machine/index.ts';
import type { CommandFacts, EntryFacts, FileFacts, NamedPath, Setup } from '../setup.ts';
import type { PathInspector } from './path-inspector.ts';
import { ownStart } from './this-program.ts';

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
