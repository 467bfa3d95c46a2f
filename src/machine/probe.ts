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
  type Evidence,
} from '../clients/index.ts';
import { loadFormat } from '../formats/index.ts';
import { errorMessage, type Seen, type System } from '../system/index.ts';
import { expand, isFamily, namesIn } from './expand.ts';
import type { ClientFacts, ConfigFileFacts, Facts, Workspace } from './facts.ts';
import type { ProbeContext } from './probe-context.ts';
import { directoryOf, joinPath } from './paths.ts';
import { shellPath, findProgram } from './client-path.ts';

export interface ProbeOptions {
  readonly workspace: Workspace;
  /** Only these; all of the registry without it. */
  readonly clients?: readonly Client[] | undefined;
}

/**
 * Reads the machine once, without changing it: which assistants are installed, which config files they have, and the servers in them.
 * A file that cannot be read is reported as a fact; nothing here throws on bad input.
 */
export async function probe(system: System, options: ProbeOptions): Promise<Facts> {
  const where: Where = { platform: system.platform, home: system.home, env: system.env, workspace: options.workspace.path };
  const context: ProbeContext = { system, where, listings: new Map(), contents: new Map() };
  const clients: ClientFacts[] = [];
  for (const client of options.clients ?? allClients) {
    const files = await probeFiles(context, client);
    const evidence = await evidenceOf(context, client);
    clients.push({ client, installed: evidence.length > 0, evidence, files });
  }
  return {
    platform: system.platform,
    workspace: options.workspace,
    clients,
    contents: context.contents,
  };
}

async function probeFiles(context: ProbeContext, client: Client): Promise<readonly ConfigFileFacts[]> {
  const files: ConfigFileFacts[] = [];
  const last = client.files.findLast(({ upward }) => upward !== undefined);
  for (const place of client.files) {
    const reading = readingOf(client, place, context.where);
    const ignored = place.ignoredWhile !== undefined && (await exists(context, place.ignoredWhile));
    for (const path of await pathsOf(context, place)) {
      files.push({ ...(await probeFile(context, path, reading)), scope: place.scope, place, path, reading, ignored, effective: new Set() });
    }
    // What is nearer comes first, whatever its name.
    if (place === last) files.push(...(await filesAbove(context, client, place.upward)));
  }
  return withEffective(files.filter((file) => !isPersonsOwn(file, files)));
}

/** The files that are there in directories above the open project. They are only read: they belong to more than this project. */
async function filesAbove(context: ProbeContext, client: Client, upward: ConfigPlace['upward']): Promise<readonly ConfigFileFacts[]> {
  const files: ConfigFileFacts[] = [];
  const places = client.files.filter((place) => place.upward !== undefined);
  for (const directory of await directoriesAbove(context, upward)) {
    const where: Where = { ...context.where, workspace: directory };
    for (const found of places) {
      for (const path of locate(found.at, where)) {
        if ((await context.system.look(path)) === undefined) continue;
        const place: ConfigPlace = { ...found, write: 'never', note: 'Of a directory above the open folder.' };
        const reading = readingOf(client, place, context.where);
        const ignored = found.ignoredWhile !== undefined && (await exists(context, found.ignoredWhile, where));
        const about = { scope: place.scope, place, path, reading, ignored, effective: new Set<string>() };
        files.push({ ...(await probeFile(context, path, reading)), ...about });
      }
    }
  }
  return files;
}

/** If the workspace is the home directory, one file is in both scopes; it counts as the person's, not the project's. */
function isPersonsOwn(file: ConfigFileFacts, files: readonly ConfigFileFacts[]): boolean {
  const layout = (one: ConfigFileFacts): string => JSON.stringify(one.reading.layouts[0]);
  return (
    file.scope === 'project' &&
    files.some((other) => other.scope !== 'project' && other.path === file.path && layout(other) === layout(file))
  );
}

/**
 * The paths of a place. A single file is one path, whether it exists or not. Of families (`*`, the variants of VS Code) only existing
 * files are returned, or those that would be created if the place may be.
 */
async function pathsOf(context: ProbeContext, place: ConfigPlace): Promise<readonly string[]> {
  const candidates = locate(place.at, context.where);
  const [first] = candidates;
  if (first === undefined) return [];
  const isPattern = hasPattern(place.at, context);
  if (!isPattern && candidates.length === 1) return candidates;
  const paths = isPattern ? (await Promise.all(candidates.map((pattern) => expand(context, pattern)))).flat() : candidates;
  const found: string[] = [];
  for (const path of paths) if (await context.system.look(path)) found.push(path);
  if (found.length > 0 || place.write !== 'create') return found;
  // In a directory with one file per server, the name of a new file is not known here.
  if (isPattern) return isFamily(place) ? [] : paths;
  return [await firstVariant(context, candidates, first)];
}

/** The first editor of the family that is on the context, else the most common one. */
async function firstVariant(context: ProbeContext, candidates: readonly string[], usual: string): Promise<string> {
  const users = locate({ from: 'vscodeUser', path: '' }, context.where);
  for (const [i, path] of candidates.entries()) {
    const user = users[i];
    if (user !== undefined && path.startsWith(user) && (await context.system.look(user))) return path;
  }
  return usual;
}

/** Whether the place itself is a pattern; a `*` in the home directory is an ordinary character. */
function hasPattern(at: Place | PlaceByPlatform, { where }: ProbeContext): boolean {
  const place = 'from' in at ? at : at[where.platform];
  return place !== undefined && [place, ...(place.override ?? [])].some(({ path }) => path.includes('*'));
}

async function exists(context: ProbeContext, place: Place | PlaceByPlatform, where: Where = context.where): Promise<boolean> {
  for (const candidate of locate(place, where)) {
    for (const path of hasPattern(place, context) ? await expand(context, candidate) : [candidate])
      if (await context.system.look(path)) return true;
  }
  return false;
}

type ProbedFile = FileReading & Pick<ConfigFileFacts, 'target' | 'writable' | 'format'>;

async function probeFile(context: ProbeContext, path: string, reading: Reading): Promise<ProbedFile> {
  const { system, contents } = context;
  const seen = await system.look(path);
  const about = { writable: seen?.writable ?? true, target: seen?.target };
  if (seen === undefined) return { state: 'absent', notes: [], servers: [], ...about };
  const obstacle = obstacleAt(seen);
  if (obstacle) return { ...obstacle, notes: [], servers: [], ...about };
  let bytes: Uint8Array | undefined;
  try {
    bytes = contents.has(path) ? contents.get(path) : await system.readBytes(path);
    contents.set(path, bytes);
  } catch (error) {
    return { state: 'unreadable', error: { message: errorMessage(error) }, notes: [], servers: [], ...about };
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
      return { state: 'unreadable', error: { message: 'you have no permission to read its directory' } };
    case 'directory':
      return { state: 'not-a-file', error: { message: 'there is a directory in place of the file' } };
    case 'dangling-link':
      return { state: 'absent', error: { message: `a symbolic link to ${seen.target ?? 'a file'}, which does not exist` } };
    case 'link-loop':
      return { state: 'not-a-file', error: { message: 'a symbolic link that leads back to itself' } };
    case 'other':
      return { state: 'not-a-file', error: { message: 'there is a pipe, socket or device in place of the file' } };
    default:
      return seen.kind satisfies never;
  }
}

/** Of several servers with one name, the client uses the one of the first file in its order; files it ignores do not count. */
function withEffective(files: readonly ConfigFileFacts[]): readonly ConfigFileFacts[] {
  const taken = new Set<string>();
  const read = files.filter(({ ignored }) => !ignored);
  const wholes = new Set(read.flatMap((file) => file.servers.filter((entry) => !isPart(file, entry)).map(({ name }) => name)));
  return files.map((file) => {
    if (file.ignored) return file;
    const effective = new Set(
      file.servers
        // Of one that has no other part, this is the whole.
        .filter((entry) => !isPart(file, entry) || !wholes.has(entry.name))
        .map(({ name }) => name)
        .filter((name) => !taken.has(name)),
    );
    for (const name of effective) taken.add(name);
    return { ...file, effective };
  });
}

/** An entry that starts nothing by itself, because the client merges it with one of the same name in another file. */
function isPart({ reading }: ConfigFileFacts, { server }: ConfigFileFacts['servers'][number]): boolean {
  return reading.entry.withoutStart?.merges === true && server.kind === 'other';
}

/** Where the repository of the open project begins, asked once for each probe. */
const repositories = new WeakMap<ProbeContext, Promise<string | undefined>>();

/** The directories above the open project in which a client reads the same file, the nearest first. */
async function directoriesAbove(context: ProbeContext, upward: ConfigPlace['upward']): Promise<readonly string[]> {
  if (upward === undefined) return [];
  const parents = parentsOf(context);
  if (upward === 'everywhere') return parents;
  const known = repositories.get(context) ?? repositoryAbove(context, parents);
  repositories.set(context, known);
  const root = await known;
  return root === undefined ? [] : parents.slice(0, parents.indexOf(root) + 1);
}

function parentsOf({ where }: ProbeContext): readonly string[] {
  const parents: string[] = [];
  for (let directory = where.workspace; ;) {
    const parent = directoryOf(directory, where.platform);
    if (parent === directory || parent === '' || parent === '.') return parents;
    parents.push(parent);
    directory = parent;
  }
}

async function repositoryAbove({ system, where }: ProbeContext, parents: readonly string[]): Promise<string | undefined> {
  for (const directory of [where.workspace, ...parents]) {
    if (await system.look(joinPath(directory, '.git', where.platform))) return directory === where.workspace ? undefined : directory;
  }
  return undefined;
}

/** Everything that shows that a client is installed, in words: `the program /usr/bin/code`. */
async function evidenceOf(context: ProbeContext, client: Client): Promise<readonly string[]> {
  const found = await Promise.all(client.detect.map((evidence) => describe(context, evidence)));
  return [...new Set(found.filter((text) => text !== undefined))];
}

async function describe(context: ProbeContext, evidence: Evidence): Promise<string | undefined> {
  for (const other of evidence.unless ?? []) if ((await describe(context, other)) !== undefined) return undefined;
  switch (evidence.kind) {
    case 'program': {
      const path = await findProgram(context.system, evidence.name, shellPath(context.system));
      return path === undefined ? undefined : `the program ${path}`;
    }
    case 'extension':
      return findExtension(context, evidence);
    case 'path':
      for (const pattern of locate(evidence.at, context.where)) {
        for (const path of await expand(context, pattern)) {
          const seen = await context.system.look(path);
          if (seen !== undefined && seen.kind !== 'unreachable') return path;
        }
      }
      return undefined;
    default:
      return evidence satisfies never;
  }
}

/** Extensions are unpacked into `<publisher>.<name>-<version>`, in lower case. */
async function findExtension(
  context: ProbeContext,
  { before = Number.POSITIVE_INFINITY, from = 0, id }: Evidence & { readonly kind: 'extension' },
): Promise<string | undefined> {
  for (const directory of locate({ from: 'vscodeExtensions', path: '' }, context.where)) {
    const prefix = `${id.toLowerCase()}-`;
    const names = [...(await namesIn(context, directory))].filter((name) => name.toLowerCase().startsWith(prefix));
    const major = (name: string): number => Number.parseInt(name.slice(prefix.length), 10) || 0;
    // Older ones are left in the directory for a while after an update.
    const newest = Math.max(...names.map(major));
    const found = names.find((name) => major(name) === newest);
    if (found !== undefined && newest >= from && newest < before)
      return `the extension ${directory}${context.where.platform === 'win32' ? '\\' : '/'}${found}`;
  }
  return undefined;
}
