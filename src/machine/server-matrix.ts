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

/** The entry that a client uses for a name in one column, with its file. */
export interface FoundEntry {
  readonly entry: ServerEntry;
  readonly file: ConfigFileFacts;
}

/** `cannot`: the client does not have it, and its format cannot express it; `why` says what is missing. */
export type MatrixCell =
  | ({ readonly state: 'same' | 'different' } & FoundEntry)
  | { readonly state: 'absent' }
  | { readonly state: 'cannot'; readonly why: TranslatedServer & { kind: 'refused' } };

/** One name, in every column. */
export interface MatrixRow {
  readonly name: string;
  /** The entry that the others are compared with, and its column. */
  readonly reference: FoundEntry & { readonly column: MatrixColumn };
  /** snap's own entry, which differs between clients on purpose. */
  readonly ours: boolean;
  /** One for each column. */
  readonly cells: readonly MatrixCell[];
}

/** Which clients have which servers. */
export interface ServerMatrix {
  readonly columns: readonly MatrixColumn[];
  readonly rows: readonly MatrixRow[];
}

/** One scope of a client as a column; `undefined` when the client has no such scope. */
export function columnFor({ client, files }: ClientFacts, scope: Scope): MatrixColumn | undefined {
  const read = files.filter((file) => file.scope === scope && !file.ignored);
  const written = read.find((file) => file.place.write !== 'never' && file.state !== 'absent')?.place;
  const places: readonly ConfigPlace[] = client.files;
  const place = written ?? places.find((candidate) => candidate.scope === scope && candidate.write === 'create') ?? read[0]?.place;
  return place === undefined ? undefined : { client, scope, files: read, place };
}

/** Every client and scope that has servers; only one scope, if it is given. */
export function columnsOf(facts: Facts, scope?: Scope): readonly MatrixColumn[] {
  return facts.clients.flatMap((found) => {
    const scopes = new Set(found.files.filter((file) => file.servers.length > 0 && !file.ignored).map((file) => file.scope));
    return [...scopes].filter((one) => scope === undefined || one === scope).flatMap((one) => columnFor(found, one) ?? []);
  });
}

/**
 * Which clients have which servers, compared by meaning.
 * @param source the column whose servers are the rows; without it every server is a row, compared with the first column that has it.
 * Entries that are not servers (an assistant's own extensions) have no row then.
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
    // A command that is merely named snap is another program; an address cannot be recognized by its shape.
    const ours = isOursByShape(server) || (isNamedSo && server.kind === 'url');
    return [{ name, reference, ours, cells: columns.map((column) => cellOf(name, reference, ours, column)) }];
  });
  return { columns, rows };
}

function namesIn({ files }: MatrixColumn): readonly string[] {
  return files.flatMap((file) => file.servers.map((server) => server.name));
}

/** The entry of this name that the client uses in a column: the one of the first file that has it. */
export function findIn({ files }: MatrixColumn, name: string): FoundEntry | undefined {
  for (const file of files) {
    const entry = byName(file).get(name);
    if (entry !== undefined) return { entry, file };
  }
  return undefined;
}

/** Every name is searched in every column, so a file is indexed once. */
const indexed = new WeakMap<ConfigFileFacts, ReadonlyMap<string, ServerEntry>>();

function byName(file: ConfigFileFacts): ReadonlyMap<string, ServerEntry> {
  const known = indexed.get(file) ?? new Map(file.servers.toReversed().map((server) => [server.name, server]));
  indexed.set(file, known);
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
