import {
  clients as allClients,
  loadFormat,
  locate,
  readConfigFile,
  readingOf,
  type Client,
  type ConfigPlace,
  type FileReading,
  type Place,
  type PlaceByPlatform,
  type Reading,
  type Where,
} from '../clients/index.ts';
import type { Seen, System } from '../system/index.ts';
import { evidenceOf, type Machine } from './evidence.ts';
import { interruptedChanges } from './journal-index.ts';
import { expand } from './expand.ts';
import type { ClientFacts, ConfigFileFacts, Facts, Workspace } from './facts.ts';

export interface ProbeOptions {
  readonly workspace: Workspace;
  /** Only these; all of the registry without it. */
  readonly clients?: readonly Client[];
}

/**
 * Looks at the machine, once and without changing it: which assistants are there, which config files they have, what these say.
 * A file that cannot be read is a fact like any other; nothing here throws on bad input.
 */
export async function probe(system: System, options: ProbeOptions): Promise<Facts> {
  const where: Where = { platform: system.platform, home: system.home, env: system.env, workspace: options.workspace.path };
  const machine: Machine = { system, where, listings: new Map(), contents: new Map() };
  const clients: ClientFacts[] = [];
  for (const client of options.clients ?? allClients) {
    const files = await probeFiles(machine, client);
    const evidence = await evidenceOf(machine, client);
    clients.push({ client, installed: evidence.length > 0, evidence, files });
  }
  return {
    platform: system.platform,
    workspace: options.workspace,
    clients,
    contents: machine.contents,
    interrupted: await interruptedWords(system),
  };
}

/** What an earlier run of ours left unfinished. */
async function interruptedWords(system: System): Promise<readonly string[]> {
  const changes = await interruptedChanges(system);
  return changes.map(
    ({ number, time, command }) =>
      `change ${number} (${command}, ${time}) was interrupted; the next command that writes ends it or takes it back`,
  );
}

async function probeFiles(machine: Machine, client: Client): Promise<readonly ConfigFileFacts[]> {
  const files: ConfigFileFacts[] = [];
  for (const place of client.files) {
    const reading = readingOf(client, place, machine.where);
    const ignored = place.ignoredWhile !== undefined && (await exists(machine, place.ignoredWhile));
    for (const path of await pathsOf(machine, place)) {
      files.push({ ...(await probeFile(machine, path, reading)), scope: place.scope, place, path, reading, ignored, effective: new Set() });
    }
  }
  return withEffective(files.filter((file) => !isPersonsOwn(file, files)));
}

/** Where the workspace is the home directory, one file stands for both scopes; it is the person's, not the project's. */
function isPersonsOwn(file: ConfigFileFacts, files: readonly ConfigFileFacts[]): boolean {
  const layout = (one: ConfigFileFacts): string => JSON.stringify(one.reading.layouts[0]);
  return (
    file.scope === 'project' &&
    files.some((other) => other.scope !== 'project' && other.path === file.path && layout(other) === layout(file))
  );
}

/**
 * The paths of a place. A single file is one path, whether it is there or not. Of families (`*`, the variants of VS Code) it is
 * those that are there, or, for a place that may be made, those that would be.
 */
async function pathsOf(machine: Machine, place: ConfigPlace): Promise<readonly string[]> {
  const patterns = locate(place.at, machine.where);
  const only = patterns.length === 1 ? patterns[0] : undefined;
  if (only !== undefined && !only.includes('*')) return [only];
  const found: string[] = [];
  for (const pattern of patterns) {
    for (const path of await expand(machine, pattern)) if (await machine.system.look(path)) found.push(path);
  }
  return found.length > 0 || place.write !== 'create' ? found : toBeMade(machine, patterns);
}

/** Where a file would be made: in every directory that fits a pattern, or in the first variant that is there, else in the first. */
async function toBeMade(machine: Machine, patterns: readonly string[]): Promise<readonly string[]> {
  const [first] = patterns;
  if (first === undefined || isFamily(first, machine)) return [];
  if (first.includes('*')) return (await Promise.all(patterns.map((pattern) => expand(machine, pattern)))).flat();
  for (const path of patterns) {
    const user = path.slice(0, path.indexOf('globalStorage') - 1);
    if (await machine.system.look(user)) return [path];
  }
  return [first];
}

/** A directory of files, one server each: the name of a new one is not known here. */
function isFamily(pattern: string, machine: Machine): boolean {
  return pattern.slice(pattern.lastIndexOf(machine.where.platform === 'win32' ? '\\' : '/')).includes('*');
}

async function exists(machine: Machine, place: Place | PlaceByPlatform): Promise<boolean> {
  for (const pattern of locate(place, machine.where)) {
    for (const path of await expand(machine, pattern)) if (await machine.system.look(path)) return true;
  }
  return false;
}

type Seeing = FileReading & Pick<ConfigFileFacts, 'target' | 'writable'>;

async function probeFile(machine: Machine, path: string, reading: Reading): Promise<Seeing> {
  const { system, contents } = machine;
  const seen = await system.look(path);
  const about = { writable: seen?.writable ?? true, ...(seen?.target === undefined ? {} : { target: seen.target }) };
  if (seen === undefined) return { state: 'absent', notes: [], servers: [], ...about };
  const obstacle = obstacleAt(seen);
  if (obstacle) return { ...obstacle, notes: [], servers: [], ...about };
  let bytes: Uint8Array | undefined;
  try {
    bytes = contents.has(path) ? contents.get(path) : await system.readBytes(path);
    contents.set(path, bytes);
  } catch (error) {
    return { state: 'unreadable', error: { message: reasonOf(error) }, notes: [], servers: [], ...about };
  }
  if (bytes === undefined) return { state: 'absent', notes: [], servers: [], ...about };
  return { ...readConfigFile(bytes, await loadFormat(reading.format), reading), ...about };
}

/** Why a path cannot be read as a file at all. */
function obstacleAt(seen: Seen): Pick<FileReading, 'state' | 'error'> | undefined {
  switch (seen.kind) {
    case 'file':
      return seen.readable ? undefined : { state: 'unreadable', error: { message: 'you have no permission to read it' } };
    case 'directory':
      return { state: 'not-a-file', error: { message: 'a directory stands where the file should be' } };
    case 'dangling-link':
      return { state: 'absent', error: { message: `a symbolic link to ${seen.target ?? 'a file'}, which does not exist` } };
    case 'link-loop':
      return { state: 'not-a-file', error: { message: 'a symbolic link that leads back to itself' } };
    case 'other':
      return { state: 'not-a-file', error: { message: 'a pipe, socket or device stands where the file should be' } };
    default:
      return seen.kind satisfies never;
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Of one name the first file in the client's order has the last word; files the client ignores have none. */
function withEffective(files: readonly ConfigFileFacts[]): readonly ConfigFileFacts[] {
  const taken = new Set<string>();
  return files.map((file) => {
    if (file.ignored) return file;
    const effective = new Set(file.servers.map((server) => server.name).filter((name) => !taken.has(name)));
    for (const name of effective) taken.add(name);
    return { ...file, effective };
  });
}
