import {
  isOursByShape,
  sameServer,
  translateServer,
  type Client,
  type ConfigPlace,
  type PlacedServer,
  type Scope,
  type ServerEntry,
  type TranslatedServer,
} from '../clients/index.ts';
import type { ClientFacts, ConfigFileFacts, Facts } from './facts.ts';

/** One client and one of its scopes: the files it reads there, and the place where a new entry would go. */
export interface MatrixColumn {
  readonly client: Client;
  readonly scope: Scope;
  /** In the client's reading order; those it ignores are left out. */
  readonly files: readonly ConfigFileFacts[];
  readonly place: ConfigPlace;
}

/** An entry in the file that has the last word on its name, in one column. */
export interface FoundEntry {
  readonly entry: ServerEntry;
  readonly file: ConfigFileFacts;
}

/** `cannot`: it is not there, and this client has no spelling for it; `why` says what is missing. */
export type MatrixCell =
  | ({ readonly state: 'same' | 'different' } & FoundEntry)
  | { readonly state: 'absent' }
  | { readonly state: 'cannot'; readonly why: TranslatedServer & { kind: 'refused' } };

/** One name, in every column. */
export interface MatrixRow {
  readonly name: string;
  /** The entry that the others are held against, and the column it stands in. */
  readonly reference: FoundEntry & { readonly column: MatrixColumn };
  /** Snap's own, which is different in every client on purpose. */
  readonly ours: boolean;
  /** One for each column. */
  readonly cells: readonly MatrixCell[];
}

/** Which servers stand where. */
export interface ServerMatrix {
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
}

/** One scope of a client as a column; `undefined` where nothing could be written there. */
export function columnFor({ client, files }: ClientFacts, scope: Scope): MatrixColumn | undefined {
  const read = files.filter((file) => file.scope === scope && !file.ignored);
  const written = read.find((file) => file.place.write !== 'never' && file.state !== 'absent')?.place;
  const places: readonly ConfigPlace[] = client.files;
  const place = written ?? places.find((candidate) => candidate.scope === scope && candidate.write === 'create') ?? read[0]?.place;
  return place === undefined ? undefined : { client, scope, files: read, place };
}

/** Every client and scope in which servers stand; only these scopes, if some are named. */
export function columnsOf(facts: Facts, scope?: Scope): readonly MatrixColumn[] {
  return facts.clients.flatMap((found) => {
    const scopes = new Set(found.files.filter((file) => file.servers.length > 0 && !file.ignored).map((file) => file.scope));
    return [...scopes].filter((one) => scope === undefined || one === scope).flatMap((one) => columnFor(found, one) ?? []);
  });
}

/**
 * Which servers stand where, held against each other by what they mean.
 * @param source the column whose servers are the rows; without it every server is one, held against the first column that has it.
 * Entries that are no server of anybody's (an assistant's own extensions) make no row then.
 */
export function serverMatrix(columns: readonly MatrixColumn[], source?: MatrixColumn): ServerMatrix {
  const names = new Set((source === undefined ? columns : [source]).flatMap((column) => namesIn(column)));
  const rows = [...names].flatMap((name): readonly MatrixRow[] => {
    const found = (source === undefined ? columns : [source]).flatMap((column) => {
      const entry = findIn(column, name);
      return entry === undefined ? [] : [{ ...entry, column }];
    });
    const reference = found.find(({ entry }) => entry.server.kind !== 'other') ?? (source === undefined ? undefined : found[0]);
    if (reference === undefined) return [];
    const { ours: isNamedSo, server } = reference.entry;
    // A command that is only called snap is somebody else's; an address has no shape to tell it by.
    const ours = isOursByShape(server) || (isNamedSo && server.kind === 'url');
    return [{ name, reference, ours, cells: columns.map((column) => cellOf(name, reference, ours, column)) }];
  });
  return { columns, rows };
}

function namesIn({ files }: MatrixColumn): readonly string[] {
  return files.flatMap((file) => file.servers.map((server) => server.name));
}

/** The entry of this name that counts in a column: the one of the first file that has it. */
export function findIn({ files }: MatrixColumn, name: string): FoundEntry | undefined {
  for (const file of files) {
    const entry = byName(file).get(name);
    if (entry !== undefined) return { entry, file };
  }
  return undefined;
}

/** Every name is looked for in every column: a file is sorted once. */
const sorted = new WeakMap<ConfigFileFacts, ReadonlyMap<string, ServerEntry>>();

function byName(file: ConfigFileFacts): ReadonlyMap<string, ServerEntry> {
  const known = sorted.get(file) ?? new Map(file.servers.toReversed().map((server) => [server.name, server]));
  sorted.set(file, known);
  return known;
}

function cellOf(name: string, reference: MatrixRow['reference'], ours: boolean, column: MatrixColumn): MatrixCell {
  const from = placed(reference, reference.column.client);
  const found = findIn(column, name);
  if (found === undefined) {
    const translated = ours ? undefined : translateServer(name, from, column);
    return translated?.kind === 'refused' ? { state: 'cannot', why: translated } : { state: 'absent' };
  }
  const isReference = found.entry === reference.entry;
  const areOurs = isOursByShape(found.entry.server) && isOursByShape(reference.entry.server);
  const isSame = isReference || areOurs || sameServer(from, placed(found, column.client));
  return { state: isSame ? 'same' : 'different', ...found };
}

/** An entry with the client that reads it, as {@link sameServer} compares it. */
export function placed({ entry, file }: FoundEntry, client: Client): PlacedServer {
  return { server: entry.server, client, place: file.place };
}
