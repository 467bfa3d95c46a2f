import type { CodeGraph } from '../../code/index.ts';
import type { CheckFinding } from '../report.ts';
import type { Entries } from './entries.ts';

/** What texts of the workspace say of its modules, otherwise than by an import. */
export interface AllMentions {
  /** A file names a module in a way in which programs load one. */
  readonly loads: readonly (readonly [from: string, to: string])[];
  /** Settings of a bundler name it by a pattern. */
  readonly builds: readonly (readonly [from: string, to: string])[];
  /** Pages that name the path of a module, and files in which its name stands as a word. */
  readonly tells: ReadonlyMap<string, string>;
  readonly words: ReadonlyMap<string, string>;
  /** Files in which the word is most likely about something else. */
  readonly hints: ReadonlyMap<string, string>;
}

/** Below this, a finding is only a note. */
const sure = 60;

/** Modules that nothing leads to, with what speaks for and against it. */
export function unreached(graph: CodeGraph, entries: Entries, mentions: AllMentions['loads']): readonly string[] {
  const reached = graph.closure(entries.files);
  const found = new Set(reached);
  // What a reached file, a page or a script names is loaded too, and so is what that imports.
  for (let before = -1; before !== found.size;) {
    before = found.size;
    const named = mentions.flatMap(([from, to]) =>
      !found.has(to) && (found.has(from) || graph.files.get(from)?.kind !== 'module') ? [to] : [],
    );
    for (const path of graph.closure(named)) found.add(path);
  }
  return [...graph.files.values()].flatMap(({ kind, path }) => (kind === 'module' && !found.has(path) ? [path] : []));
}

/** The word by which people and programs name a module: its name, or that of its directory. */
export function wordOf(path: string): string {
  const parts = path.split('/');
  const stem = (parts.at(-1) ?? '').replace(/\.(?:[\w-]+\.)?\w+$/, '');
  return /^(?:index|main|mod|types?|utils?|helpers?|constants?)$/i.test(stem) && parts.length > 1 ? `${parts.at(-2)}/${stem}` : stem;
}

/** @param orphans what {@link unreached} gave with all mentions. */
export function orphanFindings(
  graph: CodeGraph,
  orphans: readonly string[],
  { open }: Pick<Entries, 'open'>,
  mentions: AllMentions,
): readonly CheckFinding[] {
  const isOrphan = new Set(orphans);
  const doubted = doubtful(graph, isOrphan);
  const found = orphans.map((file) => {
    const doubts = [...doubtsOf(file, isOrphan, mentions), ...(doubted.get(file) ?? [])];
    if (open.some((directory) => directory === '' || file.startsWith(`${directory}/`))) {
      const isFace = /(?:^|\/)index\.\w+$/.test(file);
      doubts.push({ less: isFace ? 40 : 10, reason: 'the package is published so that its users may import any file' });
    }
    if (graph.files.get(file)?.problem !== undefined) doubts.push({ less: 40, reason: 'it could not be read as a module' });
    const importers = importersOf(graph, file);
    const nobody =
      importers.length === 0
        ? 'no file imports it'
        : `only files that are unused themselves import it (${importers.slice(0, 2).join(', ')})`;
    const confidence = Math.max(
      lowest,
      doubts.reduce((left, { less }) => left - less, 95),
    );
    return { file, importers, confidence, reason: [nobody, ...doubts.map(({ reason }) => reason)].join('; ') };
  });
  const weakest = byImporters(new Map(found.map((one) => [one.file, one])));
  return found.map(({ file, confidence: own, reason }): CheckFinding => {
    const { confidence, by } = weakest.get(file) ?? { confidence: own, by: file };
    return {
      file,
      severity: confidence >= sure ? 'warning' : 'info',
      rule: 'unused-file',
      message: 'No entry point leads to this file.',
      source: 'snap',
      reason: by === file ? reason : `${reason}; ${by}, which needs it, is less certain to be unused`,
      confidence,
      fix: confidence >= sure ? 'Delete it, or name it in the settings of the tool that loads it.' : undefined,
    };
  });
}

const lowest = 10;

function importersOf(graph: CodeGraph, file: string): readonly string[] {
  return [...new Set(graph.importersOf(file).map(({ from }) => from))];
}

/** A file is at most as certain to be unused as each file that imports it: where that one stays, this one has to. */
function byImporters(
  found: ReadonlyMap<string, { readonly importers: readonly string[]; readonly confidence: number }>,
): ReadonlyMap<string, { readonly confidence: number; readonly by: string }> {
  const imported = new Map<string, string[]>();
  for (const [file, { importers }] of found) for (const from of importers) imported.set(from, [...(imported.get(from) ?? []), file]);
  const weakest = new Map<string, { readonly confidence: number; readonly by: string }>();
  // The least certain first: what it reaches can have no less from another file.
  for (const [by, { confidence }] of [...found].toSorted(([, one], [, other]) => one.confidence - other.confidence)) {
    const open = [by];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (weakest.has(file)) continue;
      const own = found.get(file)?.confidence ?? confidence;
      weakest.set(file, { confidence, by: own === confidence ? file : by });
      open.push(...(imported.get(file) ?? []));
    }
  }
  return weakest;
}

interface Doubt {
  /** How much it takes from the confidence. */
  readonly less: number;
  readonly reason: string;
}

function doubtsOf(file: string, isOrphan: ReadonlySet<string>, { hints, tells, words }: AllMentions): Doubt[] {
  const page = tells.get(file);
  if (page !== undefined) return [{ less: 45, reason: `${page} names its path, so people may start it` }];
  const place = words.get(file) ?? hints.get(file);
  if (place === undefined) return [{ less: 0, reason: 'its name stands nowhere else' }];
  return [{ less: isOrphan.has(place) ? 0 : isPage(place) || !words.has(file) ? 15 : 45, reason: `its name stands in ${place}` }];
}

export function isPage(file: string): boolean {
  return /\.(?:md|mdx|rst|adoc|txt)$/i.test(file);
}

const manyOfDirectory = { atLeast: 4, share: 0.8 };
const manyOfPackage = { atLeast: 10, share: 0.4 };

/** Where nearly all files of a place are unused, it is more likely that something starts them which is not known here. */
function doubtful(graph: CodeGraph, isOrphan: ReadonlySet<string>): ReadonlyMap<string, readonly Doubt[]> {
  const doubts = new Map<string, Doubt[]>();
  const modules = [...graph.files.values()].flatMap(({ kind, path }) => (kind === 'module' ? [path] : []));
  const examine = (
    placeOf: (path: string) => string,
    counts: (path: string) => boolean,
    many: typeof manyOfPackage,
    reason: string,
  ): void => {
    const places = new Map<string, string[]>();
    for (const path of modules) {
      const paths = places.get(placeOf(path));
      if (paths === undefined) places.set(placeOf(path), [path]);
      else paths.push(path);
    }
    for (const paths of places.values()) {
      const unused = paths.filter((path) => isOrphan.has(path) && counts(path));
      if (unused.length < many.atLeast || unused.length < many.share * paths.length) continue;
      for (const path of unused) doubts.set(path, [...(doubts.get(path) ?? []), { less: 40, reason }]);
    }
  };
  // A part of a program that is not used any more has files that import each other; these do not.
  const isAlone = (path: string): boolean => graph.importersOf(path).length === 0;
  examine(directoryOf, isAlone, manyOfDirectory, 'nothing imports most files of its directory, so each may be a program of its own');
  const packageOf = (path: string): string => graph.resolver.packageOf(path)?.directory ?? '';
  examine(packageOf, () => true, manyOfPackage, 'most files of its package look unused, so its entry points may not be known');
  return doubts;
}

function directoryOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
