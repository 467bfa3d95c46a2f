import type { Sentence } from '../system/index.ts';
import type { WorkspacePath } from '../workspace/index.ts';
import type { CoverageDocument } from './coverage/document.ts';
import type { ImpactDocument } from './impact/document.ts';
import type { Unexamined } from './unexamined.ts';
import type { CheckMode } from './mode-names.ts';

/** One problem that a check found. */
export interface CheckFinding {
  /** From the root of the workspace; absent where the problem is in no file of it. */
  readonly file?: WorkspacePath | undefined;
  /** From 1, as is {@link column}. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** Only errors make a check fail. */
  readonly severity: 'error' | 'warning' | 'info';
  /** What kind of problem it is, in the words of {@link source}: `TS2322`, `no-unused-vars`, `circle`. */
  readonly rule: string;
  readonly message: string;
  /** The program or engine that found it: `tsc`, `eslint`, `snap`. */
  readonly source: string;
  /** What to do about it, in a sentence. */
  readonly fix?: string | undefined;
  /** Why snap believes it, where that is not certain. */
  readonly reason?: string | undefined;
  /** 0 to 100, where it is not certain. */
  readonly confidence?: number | undefined;
  /** With a diff: whether it is in an added line. Old findings do not count. */
  readonly age?: 'new' | 'old' | undefined;
  /** A few words for the wire line, where file, line and rule do not tell it. */
  readonly short?: string | undefined;
  /** The layer that recorded it; the runner fills it in. */
  readonly layer?: string | undefined;
}

export type CheckState = 'passed' | 'failed' | 'skipped' | 'timeout';

/** One part of a check: what one engine or program examined. */
export interface LayerReport {
  readonly name: string;
  readonly state: CheckState;
  /** Why it was skipped, how far it came, or what it did not examine. */
  readonly reason?: string | undefined;
  /** Code in its scope that it did not examine; absent where there is none. */
  readonly unexamined?: readonly Unexamined[] | undefined;
  /** Of the code in its scope, how much it examined, where that is not all of it: between 0 and 1. */
  readonly share?: number | undefined;
  /** Milliseconds it took. */
  readonly ms: number;
}

/** One of snap's own stores. */
export interface StoreState {
  readonly name: string;
  readonly state: 'readable' | 'unreadable';
  readonly directory?: string | undefined;
  /** What is in it. */
  readonly count?: number | undefined;
  /** What is wrong with it, in sentences. */
  readonly faults: readonly string[];
}

/** What snap says of itself. */
export interface OwnHealth {
  readonly versions: { readonly snap: string; readonly node: string; readonly git?: string | undefined };
  readonly stores: readonly StoreState[];
  /** What the daemon is to this process, in a sentence; absent where none is asked. */
  readonly daemon?: string | undefined;
  /** Only where a server runs. */
  readonly server?:
    | { readonly uptimeMs: number; readonly memoryBytes: number; readonly calls: number; readonly surface: 'default' | 'full' }
    | undefined;
}

/** Files that import each other. */
export interface CircleDocument {
  readonly files: readonly WorkspacePath[];
  readonly edges: readonly {
    readonly from: WorkspacePath;
    readonly to: WorkspacePath;
    readonly kind: 'runtime' | 'type' | 'elided' | 'lazy';
    readonly line: number;
  }[];
  /** What to remove, so that no circle is left when the program runs. */
  readonly cut: readonly { readonly from: WorkspacePath; readonly to: WorkspacePath }[];
}

/** What is stored of a workspace, in figures. */
export interface LearningsDocument {
  readonly place: 'project' | 'user';
  readonly active: number;
  readonly archived: number;
  /** Of the active ones. */
  readonly tiers: { readonly hot: number; readonly warm: number; readonly cold: number };
  readonly types: Readonly<Record<string, number>>;
  /** Ids of active ones. */
  readonly stale: readonly string[];
  readonly duplicates: readonly { readonly id: string; readonly into: string }[];
  /** What learning_gc would do. */
  readonly gc: { readonly archive: number; readonly delete: number; readonly merge: number; readonly kept: number };
  readonly violations: {
    readonly count: number;
    readonly types: readonly { readonly type: string; readonly count: number; readonly promote: 'NO' | 'PROMOTED' | 'AUTO' }[];
    /** Ids of learnings whose file was deleted. */
    readonly stale: readonly string[];
  };
}

/** Parts of the document that only some modes have. A mode that adds one declares it here. Of mode impact all of {@link ImpactDocument}. */
export interface CheckDetails extends Partial<ImpactDocument> {
  /** Mode full: 0 to 100, computed from the layers that ran. */
  readonly confidence?: number;
  /** Mode full: what to do next, in one sentence. */
  readonly recommendation?: string;
  /** Mode health: snap itself. */
  readonly health?: OwnHealth;
  /** Mode coverage. */
  readonly coverage?: CoverageDocument;
  /** Mode circular. */
  readonly cycles?: readonly CircleDocument[];
  /** Mode learnings. */
  readonly learnings?: LearningsDocument;
}

/** The result of a check in any mode. */
export interface CheckReport {
  readonly mode: CheckMode;
  readonly status: CheckState;
  /** Why it was skipped or came to no end. */
  readonly reason?: string | undefined;
  /** Errors first; then by file, line, column and rule. */
  readonly findings: readonly CheckFinding[];
  readonly layers: readonly LayerReport[];
  readonly details: CheckDetails;
  /** What the mode says beside its findings, line by line. */
  readonly lines: readonly Sentence[];
  /** What to do next. */
  readonly next?: Sentence | undefined;
}

const ranks: Readonly<Record<CheckFinding['severity'], number>> = { error: 0, warning: 1, info: 2 };

/** Findings of equal rank in the same order at every run, whichever layer was done first. */
export function sortedFindings(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  return findings.toSorted(
    (a, b) =>
      Number(a.age === 'old') - Number(b.age === 'old') ||
      ranks[a.severity] - ranks[b.severity] ||
      compare(a.file ?? '', b.file ?? '') ||
      // What is in no file keeps the order of its layer.
      (a.file === undefined
        ? 0
        : (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0) || compare(a.rule, b.rule) || compare(a.message, b.message)),
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether it decides about passed and failed. */
export function counts({ age }: CheckFinding): boolean {
  return age !== 'old';
}

/**
 * The state of a whole check: an error fails it, also one that was found before the time was up; a layer that came to no end is never a pass, and
 * what did not run at all was skipped.
 */
export function statusOf(layers: readonly LayerReport[], findings: readonly CheckFinding[]): Pick<CheckReport, 'status' | 'reason'> {
  const has = (state: CheckState): boolean => layers.some((layer) => layer.state === state);
  const reason = has('timeout') ? reasonsOf(layers, 'timeout') : undefined;
  if (has('failed') || hasError(findings)) return { status: 'failed', reason };
  if (has('timeout')) return { status: 'timeout', reason };
  if (has('passed')) return { status: 'passed', reason: layers.length === 1 ? layers[0]?.reason : undefined };
  return { status: 'skipped', reason: reasonsOf(layers, 'skipped') };
}

/** Whether an error was found that counts. */
export function hasError(findings: readonly CheckFinding[]): boolean {
  return findings.some((finding) => finding.severity === 'error' && counts(finding));
}

function reasonsOf(layers: readonly LayerReport[], state: CheckState): string {
  const reasons = layers.flatMap((layer) => (layer.state === state && layer.reason !== undefined ? [layer.reason] : []));
  return [...new Set(reasons)].join('; ');
}

/** The document of a report: what `--json` prints, and a tool's structured answer, with the same keys in the same order. */
export function checkDocument({ mode, status, reason, findings, layers, details }: CheckReport) {
  return {
    schemaVersion: 1 as const,
    mode,
    status,
    ...(reason === undefined ? {} : { reason }),
    findings: findings.map((finding) => ({ ...finding, short: undefined, layer: undefined })),
    layers: layers.map((layer) => ({ ...layer, share: undefined })),
    ...details,
  };
}
