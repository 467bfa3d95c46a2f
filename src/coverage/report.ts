/** The formats of coverage reports that snap reads. */
export type ReportFormat = 'istanbul' | 'summary' | 'lcov' | 'v8' | 'cobertura' | 'jacoco' | 'go';

/** Hits of what a tool counts once (`weight` 1) or as several (a block of Go holds several statements). */
export interface Tally {
  readonly hits: number;
  readonly weight: number;
}

export interface Counts {
  readonly covered: number;
  readonly total: number;
}

/** What a report says of one file. Keys are places, so that two reports of one file can be merged. */
export interface ReportedFile {
  /** As the report spells it: from another machine, relative to a package, or an address. */
  readonly path: string;
  /** Line number → hits, of the lines that the tool counts. */
  readonly lines: ReadonlyMap<number, number>;
  /** The key begins with the line and a colon. */
  readonly branches: ReadonlyMap<string, number>;
  readonly functions: ReadonlyMap<string, number>;
  readonly statements: ReadonlyMap<string, Tally>;
  /** Statements that cover several lines, of which the tool counts only the first. */
  readonly spans: readonly LineSpan[];
  /** The tool lists it, and no test loads it. */
  readonly isUnloaded?: boolean | undefined;
  /** Of a report that has only figures. */
  readonly figures?: Figures | undefined;
  /** Of v8: ranges of characters with their counts, function by function; lines follow from the text of the file. */
  readonly ranges?: readonly CharacterRange[] | undefined;
}

export interface LineSpan {
  readonly from: number;
  readonly to: number;
  readonly hits: number;
}

/** `end` is exclusive; both are UTF-16 code units. */
export interface CharacterRange {
  readonly start: number;
  readonly end: number;
  readonly hits: number;
}

export interface Figures {
  readonly lines?: Counts | undefined;
  readonly statements?: Counts | undefined;
  readonly branches?: Counts | undefined;
  readonly functions?: Counts | undefined;
}

export interface Report {
  readonly format: ReportFormat;
  readonly files: readonly ReportedFile[];
  /** Directories that the paths are relative to, where the report names them. */
  readonly roots: readonly string[];
  /** When it was made, where it states that as an absolute time. */
  readonly madeAtMs?: number | undefined;
  /** What of it cannot be used, in sentences. */
  readonly remarks: readonly string[];
}

/** Why a text is not used as a report, in words that follow its path. */
export interface NoReport {
  readonly problem: string;
}

/** More lines than all reports of a large project have together; each takes memory. */
export const maxEntries = 4_000_000;

/** Lines that a text of this length can speak of, where it names them as ranges. */
export function maxLinesOf(text: { readonly length: number }): number {
  return Math.min(maxEntries, 100_000 + 20 * text.length);
}

/** A text has the form of a report but is not one. */
export class InvalidReport extends Error {}

/** A file of which nothing is known yet. */
export function emptyFile(path: string): MutableFile {
  return { path, lines: new Map(), branches: new Map(), functions: new Map(), statements: new Map(), spans: [] };
}

export interface MutableFile extends ReportedFile {
  readonly lines: Map<number, number>;
  readonly branches: Map<string, number>;
  readonly functions: Map<string, number>;
  readonly statements: Map<string, Tally>;
  readonly spans: LineSpan[];
}

/** Adds hits to what is known already. */
export function addHits<K>(to: Map<K, number>, key: K, hits: number): void {
  to.set(key, (to.get(key) ?? 0) + hits);
}

/** A count as reports write it: a number or digits, never negative. `undefined` for anything else. */
export function hitsIn(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,20}(\.0+)?$/.test(value.trim()) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  return Math.max(0, number);
}

/** The number of a line: from 1. */
export function lineIn(value: unknown): number | undefined {
  const number = hitsIn(value);
  return number !== undefined && Number.isInteger(number) && number >= 1 && number <= 1_000_000 ? number : undefined;
}
