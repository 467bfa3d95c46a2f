import {
  clients as allClients,
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
import { loadFormat } from '../formats/index.ts';
import type { Seen, System } from '../system/index.ts';
import { evidenceOf, type Machine } from './evidence.ts';
import { expand, isFamily } from './expand.ts';
import type { ClientFacts, ConfigFileFacts, Facts, Workspace } from './facts.ts';

export interface ProbeOptions {
  readonly workspace: Workspace;
  /** Only these; all of the registry without it. */
  readonly clients?: readonly Client[] | undefined;
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
  };
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
  const candidates = locate(place.at, machine.where);
  const [first] = candidates;
  if (first === undefined) return [];
  const isPattern = hasPattern(place.at, machine);
  if (!isPattern && candidates.length === 1) return candidates;
  const paths = isPattern ? (await Promise.all(candidates.map((pattern) => expand(machine, pattern)))).flat() : candidates;
  const found: string[] = [];
  for (const path of paths) if (await machine.system.look(path)) found.push(path);
  if (found.length > 0 || place.write !== 'create') return found;
  // Of a directory of files the name of a new one is not known here.
  if (isPattern) return isFamily(place) ? [] : paths;
  return [await firstVariant(machine, candidates, first)];
}

/** The first editor of the family that is on the machine, else the most usual one. */
async function firstVariant(machine: Machine, candidates: readonly string[], usual: string): Promise<string> {
  const users = locate({ from: 'vscodeUser', path: '' }, machine.where);
  for (const [i, path] of candidates.entries()) {
    const user = users[i];
    if (user !== undefined && path.startsWith(user) && (await machine.system.look(user))) return path;
  }
  return usual;
}

/** Whether the place itself is a pattern; a `*` in the person's own directories is just a character. */
function hasPattern(at: Place | PlaceByPlatform, { where }: Machine): boolean {
  return (('from' in at ? at : at[where.platform])?.path ?? '').includes('*');
}

async function exists(machine: Machine, place: Place | PlaceByPlatform): Promise<boolean> {
  for (const candidate of locate(place, machine.where)) {
    for (const path of hasPattern(place, machine) ? await expand(machine, candidate) : [candidate])
      if (await machine.system.look(path)) return true;
  }
  return false;
}

type Seeing = FileReading & Pick<ConfigFileFacts, 'target' | 'writable' | 'format'>;

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
  const format = await loadFormat(reading.format);
  return { ...readConfigFile(bytes, format, reading), format, ...about };
}

/** Why a path cannot be read as a file at all. */
function obstacleAt(seen: Seen): Pick<FileReading, 'state' | 'error'> | undefined {
  switch (seen.kind) {
    case 'file':
      return seen.readable ? undefined : { state: 'unreadable', error: { message: 'you have no permission to read it' } };
    case 'unreachable':
      return { state: 'unreadable', error: { message: 'you have no permission to look into its directory' } };
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
