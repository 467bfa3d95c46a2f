import { locate, type Client, type Place } from '../../../clients/index.ts';
import type { Setup } from '../../setup.ts';
import { directoryOf, joinPath, nameOf } from '../../../machine/index.ts';
import { nearMisses } from './near-misses.ts';
import { onlyNamedClients, whereOf } from './file-readers.ts';

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
