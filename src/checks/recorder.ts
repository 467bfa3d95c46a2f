import type { Sentence } from '../system/index.ts';
import type { IsLeftOut } from './left-out.ts';
import type { LayerRecord } from './mode.ts';
import type { CheckDetails, CheckFinding } from './report.ts';
import { aged, type Scope } from './scope.ts';
import type { LeftFile } from './unexamined.ts';
import type { WorkspacePath } from '../workspace/index.ts';

/** The record of one layer, and what it has found so far. */
export interface RecordedLayer extends LayerRecord {
  readonly findings: readonly CheckFinding[];
  readonly left: readonly LeftFile[];
  readonly examinedFiles: readonly WorkspacePath[];
}

/** Collects what the layers of one check report, until it is closed: a layer that did not stop in time changes no report. */
export class CheckRecorder {
  readonly #scope: Scope;
  readonly #isLeftOut: IsLeftOut;
  readonly #layers: (readonly CheckFinding[])[] = [];
  readonly #lines: Sentence[][] = [];
  #details: CheckDetails = {};
  #next: Sentence | undefined;
  #isClosed = false;

  constructor(scope: Scope, isLeftOut: IsLeftOut) {
    this.#scope = scope;
    this.#isLeftOut = isLeftOut;
  }

  ofLayer(layer: string): RecordedLayer {
    const findings: CheckFinding[] = [];
    this.#layers.push(findings);
    const left: LeftFile[] = [];
    const examined: WorkspacePath[] = [];
    const said: Sentence[] = [];
    this.#lines.push(said);
    return {
      findings,
      left,
      examinedFiles: examined,
      add: (finding) => {
        // Programs of the project have settings of their own for that.
        if (finding.source === 'snap' && finding.file !== undefined && this.#isLeftOut(finding.file)) return;
        if (!this.#isClosed) findings.push({ ...aged(finding, this.#scope), layer });
      },
      detail: (details) => {
        this.#details = { ...this.#details, ...details };
      },
      examined: (files) => {
        examined.push(...files);
      },
      unexamined: (files, reason) => {
        left.push(...files.map((path) => ({ path, reason })));
      },
      say: (...lines) => {
        said.push(...lines);
      },
      conclude: (line) => {
        this.#next = line;
      },
    };
  }

  /** The findings and lines in the order of the layers, whichever was done first. */
  close(): {
    readonly findings: readonly CheckFinding[];
    readonly details: CheckDetails;
    readonly lines: readonly Sentence[];
    readonly next: Sentence | undefined;
  } {
    this.#isClosed = true;
    return { findings: once(this.#layers.flat()), details: this.#details, lines: this.#lines.flat(), next: this.#next };
  }
}

/** Two layers may run the same compiler. */
function once(findings: readonly CheckFinding[]): readonly CheckFinding[] {
  const keyOf = ({ file, line, column, rule, message }: CheckFinding): string => JSON.stringify([file, line, column, rule, message]);
  const seen = new Set<string>();
  return findings.filter((finding) => {
    const key = keyOf(finding);
    return finding.file === undefined || (!seen.has(key) && seen.add(key));
  });
}
