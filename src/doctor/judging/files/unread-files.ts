import { locate, type Client, type Place, type Where } from '../../../clients/index.ts';
import type { Setup } from '../../setup.ts';
import { directoryOf, joinPath, nameOf } from '../../../machine/index.ts';
import { onlyNamedClients, whereOf } from './file-readers.ts';
import { memoize } from '../memoize.ts';

/** A path that looks like a config file and that its client does not read. */
export interface UnreadFile {
  /** `undefined`: it belongs to no client. */
  readonly client?: Client | undefined;
  readonly path: string;
  readonly isInProject: boolean;
  /** The pattern for the file name, when the path matches many files. */
  readonly pattern?: string | undefined;
}

/** A common wrong name of the file. */
const wrongName: Place = { from: 'workspace', path: 'mcp.json' };

type Around = Pick<Setup, 'facts' | 'home' | 'env'> & Partial<Pick<Setup, 'listings'>>;

/** What was found for each setup whose directories are listed. */
const known = new WeakMap<Setup['listings'], { readonly facts: Setup['facts']; readonly files: readonly UnreadFile[] }>();

/**
 * The paths of possible unread files on this machine: in the project for every client, in the home directory for installed clients.
 * A pattern is replaced by file names once its directory is listed.
 */
export function unreadFiles(setup: Around): readonly UnreadFile[] {
  const { facts, listings } = setup;
  if (listings === undefined) return findUnreadFiles(setup);
  const found = known.get(listings);
  if (found?.facts === facts) return found.files;
  const files = findUnreadFiles(setup);
  known.set(listings, { facts, files });
  return files;
}

function findUnreadFiles(setup: Around): readonly UnreadFile[] {
  const { facts } = setup;
  const where = whereOf(setup);
  const { isProject } = facts.workspace;
  const ofClients = facts.clients.flatMap(({ client, installed }) =>
    (client.strays ?? []).flatMap((place): readonly UnreadFile[] => {
      const here = 'from' in place ? place : place[facts.platform];
      if (here === undefined) return [];
      const isInProject = here.from === 'workspace';
      if (isInProject && !isProject) return [];
      if (!isInProject && !installed && !onlyNamedClients(setup)) return [];
      return locate(place, where).flatMap((path) => filledIn({ client, path, isInProject }, setup));
    }),
  );
  // The facts have the files of all clients, also files that do not exist.
  const read = new Set(facts.clients.flatMap(({ files }) => files.map(({ path }) => path)));
  const unknown = isProject && !onlyNamedClients(setup) ? locate(wrongName, where).filter((path) => !read.has(path)) : [];
  const listed = new Set([...read, ...ofClients.map(({ path }) => path)]);
  const near = nearMisses(setup).filter(({ path }) => !listed.has(path));
  return [...ofClients, ...near, ...unknown.map((path) => ({ path, isInProject: true }))];
}

function filledIn(stray: UnreadFile, { facts, listings }: Around): readonly UnreadFile[] {
  const pattern = nameOf(stray.path);
  if (!pattern.includes('*')) return [stray];
  const directory = directoryOf(stray.path, facts.platform);
  const names = listings?.get(directory);
  if (names === undefined) return [{ ...stray, pattern }];
  return names.map((name) => ({ ...stray, path: joinPath(directory, name, facts.platform) }));
}

/** A file that looks like one of a client's, and is read by none. */
export interface NearMiss {
  readonly client: Client;
  readonly path: string;
  readonly isInProject: boolean;
}

/** A directory of one client, below one that every machine has. */
interface OwnDirectory {
  readonly client: Client;
  readonly path: string;
  /** The listed directory above, and the first name below it: without that name nothing has to be listed. */
  readonly above: string;
  readonly first: string;
  readonly isInProject: boolean;
}

/** The directories that say which of the clients' own ones exist; to be listed first. */
export function placesOfDirectories(setup: Around): readonly string[] {
  const where = whereOf(setup);
  const bases: readonly Place[] = [
    ...(setup.facts.workspace.isProject ? [{ from: 'workspace', path: '' } as const] : []),
    { from: 'home', path: '' },
    { from: 'xdgConfig', path: '' },
    { from: 'userData', path: '' },
  ];
  return [...new Set(bases.flatMap((place) => locate(place, where)))];
}

/** The clients' own directories that exist, and those below them that are named after servers; to be listed next. */
export function* directoriesOfClients(setup: Around): Generator<string> {
  for (const { above, first, path } of ownDirectories(setup)) {
    if (setup.listings?.get(above)?.includes(first) !== true) continue;
    yield path;
    for (const name of setup.listings.get(path) ?? [])
      if (isNamedSo(name) && !name.includes('.')) yield joinPath(path, name, setup.facts.platform);
  }
}

/** Files in a client's own directories that are named after servers, and that no client reads: an installer's guess, or a person's. */
export function nearMisses(setup: Around): readonly NearMiss[] {
  const { facts, listings } = setup;
  const known = new Set(facts.clients.flatMap(({ files }) => files.map(({ path }) => path)));
  const found = new Map<string, NearMiss>();
  for (const { client, isInProject, path } of ownDirectories(setup)) {
    const names = ownNames(client);
    const inside = (listings?.get(path) ?? []).filter((name) => isNamedSo(name) && !name.includes('.'));
    for (const directory of [path, ...inside.map((name) => joinPath(path, name, facts.platform))]) {
      for (const name of listings?.get(directory) ?? []) {
        const file = joinPath(directory, name, facts.platform);
        if (!mayBeConfig(name) || known.has(file) || found.has(file)) continue;
        if (!isNamedSo(name) && directory === path && !settings.has(name.toLowerCase()) && !names.has(name)) continue;
        found.set(file, { client, path: file, isInProject });
      }
    }
  }
  return [...found.values()];
}

function isNamedSo(name: string): boolean {
  return /mcp/i.test(name);
}

/** Files of settings, in which people look for the servers as well. */
const settings = new Set(['settings.json', 'settings.local.json', 'config.json', 'servers.json']);

/** The names of the client's own files, which mean something in the wrong directory too. */
const ownNames = memoize(
  (client: Client): ReadonlySet<string> =>
    new Set(client.files.flatMap(({ at }) => ('from' in at ? [at] : Object.values(at)).map(({ path }) => nameOf(path)))),
);

/** Not a copy, a sample or a store of the program's own. */
function mayBeConfig(name: string): boolean {
  return (
    /\.(?:jsonc?|toml)$/i.test(name) &&
    !/example|sample|template|backup|bak|old|orig|copy|disabled|schema|lock|cache|state|approv|token|tmp/i.test(name)
  );
}

/** They are asked for in every round of reading; facts belong to one machine. */
const knownDirectories = new WeakMap<Setup['facts'], readonly OwnDirectory[]>();

function ownDirectories(setup: Around): readonly OwnDirectory[] {
  const found = knownDirectories.get(setup.facts) ?? findDirectories(setup);
  knownDirectories.set(setup.facts, found);
  return found;
}

/** Installed clients first, so that a shared directory is theirs. */
function findDirectories(setup: Around): readonly OwnDirectory[] {
  const { facts } = setup;
  const where = whereOf(setup);
  const [bases, separator] = [placesOfDirectories(setup), facts.platform === 'win32' ? '\\' : '/'];
  const found = new Map<string, OwnDirectory>();
  for (const { client, installed } of facts.clients.toSorted((a, b) => Number(b.installed) - Number(a.installed))) {
    const isHere = installed || onlyNamedClients(setup);
    if (!isHere && (client.setup === 'manual' || !facts.workspace.isProject)) continue;
    // In a project every client's directory says something; elsewhere only those of a client that is here.
    for (const path of isHere ? directoriesFor(client, where) : directoriesInProject(client, where)) {
      const above = bases.filter((base) => path.startsWith(base + separator)).toSorted((a, b) => b.length - a.length)[0];
      if (above === undefined || found.has(path) || bases.includes(path)) continue;
      const isInProject = facts.workspace.isProject && above === facts.workspace.path;
      if (!isInProject && !isHere) continue;
      found.set(path, { client, path, above, first: path.slice(above.length + 1).split(separator)[0] ?? '', isInProject });
    }
  }
  return [...found.values()];
}

function directoriesInProject(client: Client, where: Where): readonly string[] {
  const directories = client.files.flatMap(({ at, write }) =>
    'from' in at && at.from === 'workspace' && write !== 'never' && at.path.includes('/') && !at.path.includes('*')
      ? locate(at, where).map((path) => directoryOf(path, where.platform))
      : [],
  );
  return [...new Set(directories.flatMap((directory) => [directory, ...dotDirectoryOf(directory)]))].filter((path) => !shared.test(path));
}

function directoriesFor(client: Client, where: Where): readonly string[] {
  const paths: string[] = [];
  for (const { at, write } of client.files) {
    // What it reads of others is in their directories.
    if (write === 'never') continue;
    for (const path of locate(at, where)) {
      const directory = directoryOf(path, where.platform);
      if (!directory.includes('*')) paths.push(directory, ...dotDirectoryOf(directory));
    }
  }
  for (const evidence of client.detect) {
    if (evidence.kind !== 'path') continue;
    for (const path of locate(evidence.at, where)) if (/^\.[\w-]+$/.test(nameOf(path))) paths.push(path);
  }
  // Where people look for them who know another system, or write names in small letters.
  const words = new Set([client.id, client.name, ...paths.map(nameOf).filter((name) => /^[A-Z]/.test(name))]);
  for (const word of words) {
    for (const from of ['xdgConfig', 'userData'] as const)
      for (const path of new Set([word, word.toLowerCase()])) paths.push(...locate({ from, path }, where));
  }
  paths.push(...locate({ from: 'home', path: `.${client.id}` }, where));
  return [...new Set(paths)].filter((path) => !shared.test(path));
}

/** `~/.kiro` of `~/.kiro/settings`. */
function dotDirectoryOf(directory: string): readonly string[] {
  const found = /^(.*?[\\/]\.[\w-]+)[\\/]/.exec(directory);
  return found?.[1] === undefined ? [] : [found[1]];
}

/** Directories that belong to no client alone. */
const shared = /[\\/](?:\.config|\.local|\.github|Documents|AppData|Library)$/;
