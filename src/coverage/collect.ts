import { join } from 'node:path';
import type { System, TreeFile } from '../system/index.ts';
import { countLines } from '../text/index.ts';
import type { Workspace, WorkspacePath } from '../workspace/index.ts';
import type { FoundReport } from './find-reports.ts';
import { type FileCoverage, figuresOf, mergeFiles, sumOf } from './merge.ts';
import type { Placed } from './place-files.ts';
import { linesOfRanges, namesSourceMap } from './readers/v8.ts';
import type { Figures, Report, ReportedFile, ReportFormat } from './report.ts';
import { sourceText } from './source-text.ts';

/** What the reports of a workspace say. */
export interface WorkspaceCoverage {
  readonly reports: readonly UsedReport[];
  /** Reports that were there and are not used. */
  readonly unusable: readonly { readonly report: WorkspacePath; readonly problem: string }[];
  readonly files: ReadonlyMap<WorkspacePath, FileCoverage>;
  /** Files whose reports are about an earlier text of them, with the reason. */
  readonly stale: ReadonlyMap<WorkspacePath, StaleFile>;
  /** Paths in reports that are no file of the workspace, or of which several may be meant. */
  readonly unplaced: readonly { readonly path: string; readonly report: WorkspacePath; readonly problem: 'absent' | 'ambiguous' }[];
  /** Figures of everything that the reports count, as their tools have them. */
  readonly total: Figures;
}

export interface StaleFile {
  readonly report: WorkspacePath;
  readonly why: 'changed' | 'shorter';
}

export interface UsedReport {
  readonly path: WorkspacePath;
  readonly format: ReportFormat;
  readonly base: WorkspacePath;
  /** When it was made, as far as that is known. */
  readonly madeAtMs: number;
  readonly files: number;
  readonly figures: Figures;
  readonly remarks: readonly string[];
}

/** What one report says of one file. */
interface Contribution {
  readonly from: FoundReport;
  readonly format: ReportFormat;
  readonly madeAtMs: number;
  readonly coverage: FileCoverage;
  /** Set where it is about an earlier text. */
  readonly why: StaleFile['why'] | undefined;
}

interface World {
  readonly system: System;
  readonly workspace: Workspace;
  readonly files: readonly TreeFile[];
}

/** A larger file is no source that a person edits. */
const maxSourceBytes = 8 * 1024 * 1024;

/** Puts reports together, file by file, and leaves out what they say of files that changed since. */
export class CollectedReports {
  readonly #readSource: (file: WorkspacePath) => Promise<Source | undefined>;
  readonly #contributions = new Map<WorkspacePath, Contribution[]>();
  readonly #elsewhere: Figures[] = [];
  readonly #unplaced: WorkspaceCoverage['unplaced'][number][] = [];
  readonly #reports: UsedReport[] = [];

  constructor(world: World) {
    this.#readSource = sourceReader(world);
  }

  async add(from: FoundReport, report: Report, placed: ReadonlyMap<string, Placed>): Promise<void> {
    const { format, madeAtMs = Infinity, remarks } = report;
    const figures: Figures[] = [];
    const compiled: WorkspacePath[] = [];
    for (const [path, all] of byPath(report.files)) {
      const place = placed.get(path) ?? { problem: 'absent' };
      const source = 'file' in place ? await this.#readSource(place.file) : undefined;
      if ('file' in place && format === 'v8' && (await this.#isCompiled(place.file, source))) {
        compiled.push(place.file);
        continue;
      }
      const found = 'file' in place ? this.#addFile(from, report, { file: place.file, source, all }) : figuresElsewhere(all);
      if (found !== undefined) figures.push(found);
      if ('file' in place) continue;
      if (found !== undefined) this.#elsewhere.push(found);
      // The sum of a summary has no path, and Node lists files of its own.
      if (path !== '' && format !== 'v8') this.#unplaced.push({ path, report: from.name, problem: place.problem });
    }
    const made = Math.min(from.modifiedMs, madeAtMs);
    this.#reports.push({
      path: from.name,
      format,
      base: from.base,
      madeAtMs: made,
      files: figures.length,
      figures: sumOf(figures),
      remarks: [...remarks, ...compiledRemark(compiled)],
    });
  }

  result(): Omit<WorkspaceCoverage, 'unusable'> {
    const files = new Map<WorkspacePath, FileCoverage>();
    const stale = new Map<WorkspacePath, StaleFile>();
    const figures = [...this.#elsewhere];
    for (const [file, all] of this.#contributions) {
      const fresh = all.filter(({ why }) => why === undefined);
      const coverage = combined(fresh.length > 0 ? fresh : all);
      if (coverage === undefined) continue;
      figures.push(figuresOf(coverage));
      const [old] = all;
      if (fresh.length > 0) files.set(file, coverage);
      else if (old?.why !== undefined) stale.set(file, { report: old.from.name, why: old.why });
    }
    return { reports: this.#reports, files, stale, unplaced: this.#unplaced, total: sumOf(figures) };
  }

  /** Its lines are those of a compiled text, which nobody edits. */
  async #isCompiled(file: WorkspacePath, source: Source | undefined): Promise<boolean> {
    if (source?.text !== undefined && namesSourceMap(source.text)) return true;
    return (await this.#readSource(`${file}.map`)) !== undefined;
  }

  #addFile(
    from: FoundReport,
    report: Report,
    { all, file, source }: { readonly file: WorkspacePath; readonly source: Source | undefined; readonly all: readonly ReportedFile[] },
  ): Figures | undefined {
    const merged = mergeFiles(all.flatMap((each) => withLines(each, source?.text) ?? []));
    if (merged === undefined) return undefined;
    // Counted here, between two reads, where others are let work; the sums at the end then take no time.
    const figures = figuresOf(merged);
    const coverage = { ...merged, figures };
    const madeAtMs = Math.min(from.modifiedMs, report.madeAtMs ?? Infinity);
    const contribution = { from, format: report.format, madeAtMs, coverage, why: staleness(coverage, madeAtMs, source) };
    const known = this.#contributions.get(file);
    if (known === undefined) this.#contributions.set(file, [contribution]);
    else known.push(contribution);
    return figures;
  }
}

function compiledRemark([first, ...others]: readonly WorkspacePath[]): readonly string[] {
  if (first === undefined) return [];
  const more = others.length === 0 ? 'was' : `and ${others.length} more were`;
  return [`${first} ${more} left out: compiled from another file; "c8 report --reporter=json" makes a report that has its sources.`];
}

/** In a report that comes in parts, a file comes once for each part. */
function byPath(files: readonly ReportedFile[]): ReadonlyMap<string, readonly ReportedFile[]> {
  const found = new Map<string, ReportedFile[]>();
  for (const file of files) {
    const same = found.get(file.path);
    if (same === undefined) found.set(file.path, [file]);
    else same.push(file);
  }
  return found;
}

function figuresElsewhere(all: readonly ReportedFile[]): Figures | undefined {
  const coverage = all.some(({ ranges }) => ranges !== undefined) ? undefined : mergeFiles(all);
  return coverage === undefined ? undefined : figuresOf(coverage);
}

function withLines(file: ReportedFile, text: string | undefined): FileCoverage | undefined {
  if (file.ranges === undefined) return file;
  const lines = text === undefined ? undefined : linesOfRanges(text, file.ranges);
  return lines === undefined ? undefined : { ...file, lines };
}

function staleness({ lines }: FileCoverage, madeAtMs: number, source: Source | undefined): StaleFile['why'] | undefined {
  if (source === undefined) return undefined;
  if (source.modifiedMs > madeAtMs) return 'changed';
  let last = 0;
  for (const line of lines.keys()) last = Math.max(last, line);
  return source.lines !== undefined && last > source.lines ? 'shorter' : undefined;
}

/** The newest report of each package, and of those the sum. */
function combined(all: readonly Contribution[]): FileCoverage | undefined {
  const best = new Map<WorkspacePath, Contribution>();
  for (const each of all) {
    const known = best.get(each.from.base);
    if (known === undefined || isBetter(each, known)) best.set(each.from.base, each);
  }
  const chosen = [...best.values()];
  const [first] = chosen;
  const merged = mergeFiles(chosen.map(({ coverage }) => coverage));
  if (merged === undefined || first === undefined || chosen.every(({ format }) => format === first.format)) return merged;
  // Formats name branches and functions in different ways, so that only lines can be added up.
  return { ...merged, branches: new Map(), functions: new Map(), statements: new Map() };
}

function isBetter(one: Contribution, other: Contribution): boolean {
  const hasLines = ({ coverage }: Contribution): number => Number(coverage.lines.size > 0);
  return hasLines(one) - hasLines(other) > 0 || (hasLines(one) === hasLines(other) && one.madeAtMs > other.madeAtMs);
}

interface Source {
  readonly modifiedMs: number;
  /** Absent where it cannot be read. */
  readonly text?: string | undefined;
  readonly lines?: number | undefined;
}

function sourceReader({ system, workspace, files }: World): (file: WorkspacePath) => Promise<Source | undefined> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const known = new Map<WorkspacePath, Source>();
  return async (path) => {
    const file = byPath.get(path);
    const seen = known.get(path);
    if (seen !== undefined || file === undefined) return seen;
    const text = file.kind === 'file' && file.size <= maxSourceBytes ? await sourceText(system, join(workspace.root, path)) : undefined;
    const source = { modifiedMs: file.modifiedMs, text, lines: text === undefined ? undefined : countLines(text) };
    // The texts of a large project are not all kept: only v8's ranges need one twice.
    known.set(path, { ...source, text: known.size < 200 ? text : undefined });
    return source;
  };
}
