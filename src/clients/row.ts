/** How a row of the registry is written, and what it says in full. What a row leaves out is what most assistants have. */
import type { Client, ConfigPlace, Evidence } from './client.ts';
import type { Base, Place, PlaceByPlatform, Platform } from './locate.ts';
import { mcpServers } from './registry/shapes.ts';
import { factGroups, type FactGroup, type Source } from './sources.ts';

/** `./` is the open project, `~/` the home directory, `/` the root of the file system; another base is written by its name. */
type BelowBase = `./${string}` | `~/${string}` | `/${string}` | `<${Base}>/${string}`;
/** A variable of the environment that moves the place: it alone, or with what is below the directory that it names. */
type FromVariable = `$${string}`;
/** Where the path is, then the variables that move it: the first one that is set wins. Without a path of its own, only variables. */
export type PlaceText = BelowBase | readonly [BelowBase | FromVariable, ...FromVariable[]];
type PlaceTextByPlatform = { readonly [P in Platform]?: PlaceText };
export type AnyPlaceText = PlaceText | PlaceTextByPlatform;

type Link = Source['at'];
/** A page of the vendor that was read on the row's day; otherwise what differs. */
type SourceText = Link | { readonly at: Link; readonly read?: Source['read']; readonly by?: 'others' };

/** The same facts with their places and sources as texts. */
type InTexts<T> = T extends Place
  ? PlaceText
  : T extends Source
    ? SourceText
    : T extends object
      ? { readonly [K in keyof T]: InTexts<T[K]> }
      : T;

/** A file of the row. A path in the project is of scope `project`, another one `global`; it is written, and created when it is missing. */
export type FileText = InTexts<Omit<ConfigPlace, 'scope' | 'write' | 'startsIn'>> &
  Partial<Pick<ConfigPlace, 'scope' | 'write' | 'startsIn'>>;

type TraceText =
  | { readonly program: string }
  | { readonly extension: string; readonly before?: number; readonly from?: number }
  | { readonly path: AnyPlaceText };
/** What shows that the assistant is installed. */
type EvidenceText = TraceText & { readonly unless?: readonly TraceText[] };

/** What a row leaves out. */
const usual = {
  setup: 'automatic',
  format: 'json',
  tolerance: 'unknown',
  byteOrderMark: 'unknown',
  layout: mcpServers,
  variables: [],
  unverified: [],
} as const satisfies Partial<Client>;

type Derived = keyof typeof usual | 'path' | 'docs';

/** One assistant, as its file in the registry says it. */
export type Row = InTexts<Omit<Client, Derived | 'files' | 'detect' | 'sources'>> &
  Partial<Pick<Client, Derived>> & {
    /** Where the servers of its files start, unless a file says something else. Absent: unknown. */
    readonly startsIn?: ConfigPlace['startsIn'];
    readonly files: readonly FileText[];
    readonly detect: readonly EvidenceText[];
    /** `read`: the day on which they were read. */
    readonly sources: { readonly read: Source['read']; readonly row: SourceText } & {
      readonly [G in FactGroup]?: SourceText | 'none';
    };
  };

/** The row with its places, its sources and what it leaves out. Every command does it for all rows, so it copies what it can as a whole. */
export function inFull(row: Row): Client {
  const { read } = row.sources;
  const sources: Record<string, Source | 'none'> = { row: sourceOf(row.sources.row, read) };
  for (const { group } of factGroups) {
    const source = row.sources[group];
    if (source !== undefined) sources[group] = source === 'none' ? source : sourceOf(source, read);
  }
  const client: Record<string, unknown> = {
    ...usual,
    path: row.kind === 'terminal' ? 'shell' : 'minimal',
    docs: sourceOf(row.sources.row, read).at,
    ...row,
    files: row.files.map((file) => fileOf(file, row.startsIn ?? 'unknown', read)),
    detect: row.detect.map(evidenceOf),
    sources,
  };
  for (const [key, lengthen] of longer) if (client[key] !== undefined) client[key] = lengthen(client[key] as never, read);
  // Each text that is another value in a client was replaced: the types of a row say which.
  return client as unknown as Client;
}

/** The other facts of a row that hold places or sources, each of the type that it has there. */
const longer: readonly (readonly [key: keyof Row, lengthen: (value: never, read: Source['read']) => unknown])[] = [
  ['gates', (gates: NonNullable<Row['gates']>) => gates.map(kept)],
  ['trust', kept],
  ['policy', kept],
  [
    'approval',
    (approval: NonNullable<Row['approval']>) => ({
      ...approval,
      kept: approval.kept.map((record) =>
        'countsWhile' in record ? { ...kept(record), countsWhile: kept(record.countsWhile) } : kept(record),
      ),
    }),
  ],
  ['environmentFiles', (files: NonNullable<Row['environmentFiles']>) => files.map((file) => ({ ...file, at: placeOf(file.at) }))],
  ['strays', (places: NonNullable<Row['strays']>) => places.map(anyPlaceOf)],
  ['addsToPath', (places: NonNullable<Row['addsToPath']>) => places.map(anyPlaceOf)],
  ['extensionsIn', placeOf],
  [
    'commandLine',
    (line: NonNullable<Row['commandLine']>, read) => ({ ...line, reads: line.reads?.map(placeOf), source: sourceOf(line.source, read) }),
  ],
];

function kept<T extends { readonly in?: AnyPlaceText }>(part: T) {
  return part.in === undefined ? part : { ...part, in: anyPlaceOf(part.in) };
}

function fileOf(file: FileText, startsIn: ConfigPlace['startsIn'], read: Source['read']) {
  const at = anyPlaceOf(file.at);
  const [first] = 'from' in at ? [at] : Object.values(at);
  const scope = first?.from === 'workspace' ? 'project' : 'global';
  const place: Record<string, unknown> = { scope, write: 'create', startsIn, ...file, at };
  if (file.ignoredWhile !== undefined) place['ignoredWhile'] = anyPlaceOf(file.ignoredWhile);
  if (file.source !== undefined) place['source'] = sourceOf(file.source, read);
  return place;
}

function evidenceOf(evidence: EvidenceText): Evidence {
  const { unless } = evidence;
  return unless === undefined ? traceOf(evidence) : { ...traceOf(evidence), unless: unless.map(traceOf) };
}

function traceOf(trace: TraceText): Evidence {
  if ('program' in trace) return { kind: 'program', name: trace.program };
  if ('path' in trace) return { kind: 'path', at: anyPlaceOf(trace.path) };
  const { extension: id, ...versions } = trace;
  return { kind: 'extension', id, ...versions };
}

function sourceOf(source: SourceText, read: Source['read']): Source {
  return typeof source === 'string' ? { at: source, read } : { read, ...source };
}

function anyPlaceOf(text: AnyPlaceText): Place | PlaceByPlatform {
  if (isPlaceText(text)) return placeOf(text);
  const places: { -readonly [P in Platform]?: Place } = {};
  for (const platform of platforms) {
    const place = text[platform];
    if (place !== undefined) places[platform] = placeOf(place);
  }
  return places;
}

function isPlaceText(text: AnyPlaceText): text is PlaceText {
  return typeof text === 'string' || Array.isArray(text);
}

const platforms: readonly Platform[] = ['darwin', 'linux', 'win32'];
const bases: Readonly<Record<string, Base>> = { '.': 'workspace', '~': 'home', '': 'root' };

function placeOf(text: PlaceText): Place {
  if (typeof text === 'string') {
    const [start, path] = atSlash(text);
    // What is in angle brackets is a base by the type of a text.
    return { from: bases[start] ?? (start.slice(1, -1) as Base), path };
  }
  const override = text.filter(isVariable).map((variable) => {
    const [env, path] = atSlash(variable.slice(1));
    return { env, path };
  });
  const own = text.find(isBelowBase);
  return own === undefined ? { from: 'environment', path: '', override } : { ...placeOf(own), override };
}

function isVariable(part: BelowBase | FromVariable): part is FromVariable {
  return part.startsWith('$');
}

function isBelowBase(part: BelowBase | FromVariable): part is BelowBase {
  return !isVariable(part);
}

function atSlash(text: string): readonly [before: string, after: string] {
  const slash = text.indexOf('/');
  return slash === -1 ? [text, ''] : [text.slice(0, slash), text.slice(slash + 1)];
}
