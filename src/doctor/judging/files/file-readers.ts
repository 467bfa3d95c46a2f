import { clients, locate, readingOf, type Client, type Where } from '../../../clients/index.ts';
import type { FileFacts, Setup } from '../../setup.ts';
import { memoize } from '../memoize.ts';
import { curlyQuotes, curlyQuoteOnLine, type Span, type Splice, type Tolerance } from '../../../formats/index.ts';
import type { Fix } from '../../diagnostic.ts';
import { newText } from '../json/rewrite-file.ts';
import { strictJson } from '../json/strict-json.ts';

/** One file with every client that reads it, each once. */
export type Readers = readonly [FileFacts, ...FileFacts[]];

/**
 * The files grouped by path, without those that their client does not read. A client that reads one file twice (for its user scope and
 * for one project) is listed once, with the wider scope. The client that owns the file comes first.
 */
export const readersByPath = memoize((files: readonly FileFacts[]): readonly Readers[] => {
  const groups = new Map<string, FileFacts[]>();
  for (const file of files) {
    if (file.ignored) continue;
    const group = groups.get(file.path) ?? [];
    const twin = group.findIndex(({ client }) => client === file.client);
    if (twin === -1) group.push(file);
    else if (depth(file) < depth(group[twin])) group[twin] = file;
    groups.set(file.path, group);
  }
  return [...groups.values()].flatMap((group): readonly Readers[] => {
    const [first, ...others] = group.toSorted((a, b) => Number(isForeign(a)) - Number(isForeign(b)));
    return first === undefined ? [] : [[first, ...others]];
  });
});

function depth(file: FileFacts | undefined): number {
  return file?.reading.layouts[0].path.length ?? 0;
}

/** Whether the client only reads the file, which belongs to another client. */
export function isForeign({ place }: Pick<FileFacts, 'place'>): boolean {
  return place.write === 'never';
}

/** The owners of each file, grouped by the place in it where they read servers. Clients that only read it are left out. */
export const ownersByPath = memoize((files: readonly FileFacts[]): readonly Readers[] =>
  readersByPath(files).flatMap((group) => {
    const byPlace = new Map<string, FileFacts[]>();
    for (const file of group) {
      if (isForeign(file)) continue;
      const place = JSON.stringify(file.reading.layouts);
      byPlace.set(place, [...(byPlace.get(place) ?? []), file]);
    }
    return [...byPlace.values()].flatMap(([first, ...others]): readonly Readers[] => (first === undefined ? [] : [[first, ...others]]));
  }),
);

/** What is needed to turn places into paths on this machine: the same one each time, since what it locates is remembered with it. */
export function whereOf({ facts, home, env }: Pick<Setup, 'facts' | 'home' | 'env'>): Where {
  const known = wheres.get(facts);
  if (known?.env === env && known.home === home) return known;
  const where: Where = { platform: facts.platform, home, env, workspace: facts.workspace.path };
  wheres.set(facts, where);
  return where;
}

const wheres = new WeakMap<Setup['facts'], Where>();

/** The other clients of the registry that read servers from this file under this key of the root. */
export function othersWithKey(setup: Pick<Setup, 'facts' | 'home' | 'env'>, file: FileFacts, key: string): readonly Client[] {
  const where = whereOf(setup);
  return clients.filter(
    (client) =>
      client.id !== file.client.id &&
      client.files.some((place) => {
        const [first, ...more] = readingOf(client, place, where).layouts[0].path;
        return first === key && more.length === 0 && locate(place.at, where).includes(file.path);
      }),
  );
}

/** Whether the person named some clients: then nothing is known about the others. */
export function onlyNamedClients({ facts }: Pick<Setup, 'facts'>): boolean {
  return facts.clients.length < clients.length;
}

/** Whether a path of this place is a pattern that matches many files: profiles, agents, blocks. */
export function isOneOfMany({ place }: Pick<FileFacts, 'place'>, platform: Where['platform']): boolean {
  const at = 'from' in place.at ? place.at : place.at[platform];
  return at?.path.includes('*') ?? false;
}

/** Whether two paths are the same file, through links. */
export function isSameFile(one: Pick<FileFacts, 'path' | 'target'>, other: Pick<FileFacts, 'path' | 'target'>): boolean {
  return (one.target ?? one.path) === (other.target ?? other.path);
}

/** Why a text does not parse: merge markers, curly quotes, extensions of JSON that the client does not read, or another syntax error. */
export type ParseFailure = 'conflict' | 'curly' | 'loose' | 'syntax';

/** Why a file does not parse for its client; `undefined` when it does. */
export function parseFailureOf(file: FileFacts): ParseFailure | undefined {
  const { state, root, text, reading } = file;
  if (state !== 'unparsable' || root !== undefined || text === undefined) return undefined;
  if (conflictMark(text) !== undefined) return 'conflict';
  if (curlyPlaces(file).length > 0) return 'curly';
  return reading.format === 'json' && strictJson(text, reading.tolerance) !== undefined ? 'loose' : 'syntax';
}

/** Where curly quotes keep a text from being read: in JSON each of them, in YAML and TOML the first on the line with the problem. */
export function curlyPlaces({ error, reading, text = '' }: FileFacts): readonly Span[] {
  if (reading.format === 'json') return curlyQuotes(text).flatMap(({ splices }) => splices.slice(0, 1));
  const place = error?.line === undefined ? undefined : curlyQuoteOnLine(text, error.line);
  return place === undefined ? [] : [place];
}

/** The readers for which the file does not parse for this reason. */
export function readersWithFailure(readers: Readers, breakage: ParseFailure): Readers | undefined {
  const [first, ...others] = readers.filter((file) => parseFailureOf(file) === breakage);
  return first === undefined ? undefined : [first, ...others];
}

/** The place of the first merge marker. A line of `=` alone is ordinary text. */
export function conflictMark(text: string): Pick<Splice, 'start' | 'end'> | undefined {
  const found = /^(<{7}|>{7})(?: [^\r\n]*)?$/m.exec(text);
  return found === null ? undefined : { start: found.index, end: found.index + found[0].length };
}

/** Whether no reader writes the file, as with an editor's settings: then snap does not fix it. */
export function isReadOnlyForAll(readers: Readers): boolean {
  return readers.every(isForeign);
}

/** The smallest change after which every reader can parse the file. */
export function textFix(setup: Setup, readers: Readers): Fix | undefined {
  const [file] = readers;
  const { format, reading, text } = file;
  if (format === undefined || text === undefined || isReadOnlyForAll(readers) || file.scope === 'managed') return undefined;
  const tolerances = readers.map((reader) => reader.reading.tolerance);
  const tolerance = strictest.find((one) => tolerances.includes(one)) ?? reading.tolerance;
  const fixed = setup.fixText?.(text, reading.format, format, tolerance);
  if (fixed === undefined) return undefined;
  return { kind: 'confirm', says: `fix ${fixed.says.join('; ')}`, edit: newText(setup, file, fixed.text) };
}

const strictest: readonly Tolerance[] = ['strict', 'comments', 'unknown', 'comments-and-commas', 'json5'];
