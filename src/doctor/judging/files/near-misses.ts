import { locate, type Client, type Place } from '../../../clients/index.ts';
import type { Setup } from '../../setup.ts';
import { directoryOf, joinPath, nameOf } from '../../../machine/index.ts';
import { onlyNamedClients, whereOf } from './file-readers.ts';

type Around = Pick<Setup, 'facts' | 'home' | 'env'> & Partial<Pick<Setup, 'listings'>>;

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
    const inside = (listings?.get(path) ?? []).filter((name) => isNamedSo(name) && !name.includes('.'));
    for (const directory of [path, ...inside.map((name) => joinPath(path, name, facts.platform))]) {
      for (const name of listings?.get(directory) ?? []) {
        const file = joinPath(directory, name, facts.platform);
        if (!mayBeConfig(name) || known.has(file) || found.has(file)) continue;
        if (!isNamedSo(name) && directory === path) continue;
        found.set(file, { client, path: file, isInProject });
      }
    }
  }
  return [...found.values()];
}

function isNamedSo(name: string): boolean {
  return /mcp/i.test(name);
}

/** Not a copy, a sample or a store of the program's own. */
function mayBeConfig(name: string): boolean {
  return (
    /\.jsonc?$/i.test(name) &&
    !/example|sample|template|backup|bak|old|orig|copy|disabled|schema|lock|cache|state|approv|token|tmp/i.test(name)
  );
}

/** Installed clients first, so that a shared directory is theirs. */
function ownDirectories(setup: Around): readonly OwnDirectory[] {
  const { facts } = setup;
  const where = whereOf(setup);
  const [bases, separator] = [placesOfDirectories(setup), facts.platform === 'win32' ? '\\' : '/'];
  const found = new Map<string, OwnDirectory>();
  for (const { client, installed } of facts.clients.toSorted((a, b) => Number(b.installed) - Number(a.installed))) {
    if (client.setup === 'manual' && !installed) continue;
    for (const path of directoriesFor(client, where)) {
      const above = bases.filter((base) => path.startsWith(base + separator)).toSorted((a, b) => b.length - a.length)[0];
      if (above === undefined || found.has(path) || bases.includes(path)) continue;
      const isInProject = facts.workspace.isProject && above === facts.workspace.path;
      // In a project every client's directory says something; elsewhere only those of a client that is here.
      if (!isInProject && !installed && !onlyNamedClients(setup)) continue;
      found.set(path, { client, path, above, first: path.slice(above.length + 1).split(separator)[0] ?? '', isInProject });
    }
  }
  return [...found.values()];
}

function directoriesFor(client: Client, where: ReturnType<typeof whereOf>): readonly string[] {
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
  const named: readonly Place[] = [
    { from: 'home', path: `.${client.id}` },
    { from: 'xdgConfig', path: client.id },
    { from: 'userData', path: client.name },
  ];
  return [...new Set([...paths, ...named.flatMap((place) => locate(place, where))])].filter((path) => !shared.test(path));
}

/** `~/.kiro` of `~/.kiro/settings`. */
function dotDirectoryOf(directory: string): readonly string[] {
  const found = /^(.*?[\\/]\.[\w-]+)[\\/]/.exec(directory);
  return found?.[1] === undefined ? [] : [found[1]];
}

/** Directories that belong to no client alone. */
const shared = /[\\/](?:\.config|\.local|\.github|Documents|AppData|Library)$/;
