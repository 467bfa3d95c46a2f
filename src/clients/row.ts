/** How a row of the registry is written, and what it says in full. What a row leaves out is what most assistants have. */
import type { Client, ConfigPlace, Evidence } from './client.ts';
import type { Base, Place, PlaceByPlatform, Platform } from './place.ts';
import { mcpServers } from './registry/shapes.ts';
import type { FactGroup, Source } from './sources.ts';

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

/** The row with its places, its sources and what it leaves out. */
export function inFull({ startsIn = 'unknown', ...row }: Row): Client {
  const { read, ...groups } = row.sources;
  const sources = mapped(groups, (source) => (source === 'none' ? source : sourceOf(source, read)));
  const files = row.files.map((file) => fileOf(file, startsIn, read));
  const detect = row.detect.map(({ unless, ...trace }) => ({
    ...traceOf(trace),
    ...(unless === undefined ? {} : { unless: unless.map(traceOf) }),
  }));
  const facts = mapped(row, (value, key) => longer[key]?.(value as never, read) ?? value);
  const path = row.kind === 'terminal' ? 'shell' : 'minimal';
  // Each text that is another value in a client is replaced above: the types of a row say which.
  return { ...usual, path, docs: sources['row'].at, ...facts, files, detect, sources } as unknown as Client;
}

/** The facts of a row that hold places or sources, each of the type that it has there. */
const longer: { readonly [key: string]: (value: never, read: Source['read']) => unknown } = {
  gates: (gates: NonNullable<Row['gates']>) => gates.map(kept),
  trust: kept,
  policy: kept,
  approval: (approval: NonNullable<Row['approval']>) => ({
    ...approval,
    kept: approval.kept.map((record) =>
      'countsWhile' in record ? { ...kept(record), countsWhile: kept(record.countsWhile) } : kept(record),
    ),
  }),
  environmentFiles: (files: NonNullable<Row['environmentFiles']>) => files.map((file) => ({ ...file, at: placeOf(file.at) })),
  strays: (places: NonNullable<Row['strays']>) => places.map(anyPlaceOf),
  addsToPath: (places: NonNullable<Row['addsToPath']>) => places.map(anyPlaceOf),
  extensionsIn: placeOf,
  commandLine: ({ reads, source, ...line }: NonNullable<Row['commandLine']>, read) => ({
    ...line,
    ...(reads === undefined ? {} : { reads: reads.map(placeOf) }),
    source: sourceOf(source, read),
  }),
};

function kept<T extends { readonly in?: AnyPlaceText }>(part: T) {
  return part.in === undefined ? part : { ...part, in: anyPlaceOf(part.in) };
}

function fileOf({ at, ignoredWhile, source, ...file }: FileText, startsIn: ConfigPlace['startsIn'], read: Source['read']) {
  const place = anyPlaceOf(at);
  const [first] = 'from' in place ? [place] : Object.values(place);
  return {
    scope: first?.from === 'workspace' ? 'project' : 'global',
    at: place,
    write: 'create',
    startsIn,
    ...file,
    ...(ignoredWhile === undefined ? {} : { ignoredWhile: anyPlaceOf(ignoredWhile) }),
    ...(source === undefined ? {} : { source: sourceOf(source, read) }),
  };
}

function traceOf(trace: TraceText): Evidence {
  if ('program' in trace) return { kind: 'program', name: trace.program };
  if ('path' in trace) return { kind: 'path', at: anyPlaceOf(trace.path) };
  const { extension, ...versions } = trace;
  return { kind: 'extension', id: extension, ...versions };
}

function sourceOf(source: SourceText, read: Source['read']): Source {
  return typeof source === 'string' ? { at: source, read } : { read, ...source };
}

function anyPlaceOf(text: AnyPlaceText): Place | PlaceByPlatform {
  return isPlaceText(text) ? placeOf(text) : mapped(text, placeOf);
}

function isPlaceText(text: AnyPlaceText): text is PlaceText {
  return typeof text === 'string' || Array.isArray(text);
}

const bases: Readonly<Record<string, Base>> = { '.': 'workspace', '~': 'home', '': 'root' };

function placeOf(text: PlaceText): Place {
  const [first = '', ...others] = typeof text === 'string' ? [text] : text;
  const ofOwn = first.startsWith('$') ? undefined : first;
  const override = (ofOwn === undefined ? [first, ...others] : others).map((variable) => {
    const [env, path] = atSlash(variable.slice(1));
    return { env, path };
  });
  const [start, path] = ofOwn === undefined ? ['<environment>', ''] : atSlash(ofOwn);
  // What is in angle brackets is a base by the type of a text.
  const place: Place = { from: bases[start] ?? (start.slice(1, -1) as Base), path };
  return override.length === 0 ? place : { ...place, override };
}

function atSlash(text: string): readonly [before: string, after: string] {
  const slash = text.indexOf('/');
  return slash === -1 ? [text, ''] : [text.slice(0, slash), text.slice(slash + 1)];
}

/** Every member of an object as another value. The entries of an object do not keep their types. */
function mapped<T extends object, Value>(object: T, change: (value: never, key: string) => Value): { readonly [K in keyof T]: Value } {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value as never, key)])) as { [K in keyof T]: Value };
}
