import { locate, type Client, type Place } from '../../../clients/index.ts';
import type { Setup } from '../../setup.ts';
import { directoryOf, joinPath, nameOf } from '../../../machine/index.ts';
import { onlyNamedClients, whereOf } from './file-readers.ts';

/** A path that looks like a config file and that its client does not read. */
export interface UnreadFile {
  /** Absent: no client at all. */
  readonly client?: Client | undefined;
  readonly path: string;
  readonly isInProject: boolean;
  /** What the last part of the path is to match, where it stands for many. */
  readonly pattern?: string | undefined;
}

/** What people call the file when they have read only about its content. */
const nobodys: Place = { from: 'workspace', path: 'mcp.json' };

/**
 * Where strays would be on this machine. In the project those of every client: who checks a project may have none of them. In the
 * home directory those of the clients that are here. A pattern is filled in once its directory was listed.
 */
export function unreadFiles(setup: Pick<Setup, 'facts' | 'home' | 'env'> & Partial<Pick<Setup, 'listings'>>): readonly UnreadFile[] {
  const { facts } = setup;
  const where = whereOf(setup);
  const { isProject } = facts.workspace;
  const ofClients = facts.clients.flatMap(({ client, installed }) =>
    (client.strays ?? []).flatMap((place): readonly UnreadFile[] => {
      const here = 'from' in place ? place : place[facts.platform];
      if (here === undefined) return [];
      const isInProject = here.from === 'workspace';
      if (isInProject ? !isProject : !installed && !onlyNamedClients(setup)) return [];
      return locate(place, where).flatMap((path) => filledIn({ client, path, isInProject }, setup));
    }),
  );
  // Of all clients the files are among the facts, whether they are there or not.
  const known = new Set(facts.clients.flatMap(({ files }) => files.map(({ path }) => path)));
  const unknown = isProject && !onlyNamedClients(setup) ? locate(nobodys, where).filter((path) => !known.has(path)) : [];
  return [...ofClients, ...unknown.map((path) => ({ path, isInProject: true }))];
}

function filledIn(stray: UnreadFile, { facts, listings }: Parameters<typeof unreadFiles>[0]): readonly UnreadFile[] {
  const pattern = nameOf(stray.path);
  if (!pattern.includes('*')) return [stray];
  const directory = directoryOf(stray.path, facts.platform);
  const names = listings?.get(directory);
  if (names === undefined) return [{ ...stray, pattern }];
  return names.map((name) => ({ ...stray, path: joinPath(directory, name, facts.platform) }));
}
