import { join } from 'node:path';
import {
  type FileCoverage,
  figuresOf,
  type LineRange,
  sourceText,
  sumOf,
  uncoveredLines,
  type WorkspaceCoverage,
} from '../../coverage/index.ts';
import { count } from '../../system/index.ts';
import type { Workspace, WorkspacePath } from '../../workspace/index.ts';
import { coverageOf } from '../coverage/coverage-of.ts';
import { type FileDocument, percentage, percentages, percentText, rangeText } from '../coverage/document.ts';
import { expectedFiles, holdsCode } from '../coverage/expected-files.ts';
import { noReportReason } from '../coverage/how-to-report.ts';
import type { Layer, LayerContext, LayerEnd, LayerRecord } from '../mode.ts';
import type { Scope } from '../scope.ts';

const maxWorst = 10;
const maxFilesWithLines = 100;
const maxDocumentFiles = 2_000;
const again = 'Run the tests with coverage again.';

/** Lines that no test runs, by the reports of the project's own coverage tool. Nothing is run. */
export const uncovered: Layer = {
  name: 'lines',
  needs: ['files'],
  async find(scope, context, record) {
    const { workspace } = await context.workbench();
    const coverage = await coverageOf(scope, context);
    record.say(...coverage.said);
    const none = await noReportReason(coverage, context);
    if (none !== undefined) return { skipped: none };
    for (const { report, problem } of coverage.unusable) record.say(`${report} was not used: ${problem}.`);
    for (const { path, remarks } of coverage.reports) record.say(...remarks.map((remark) => `${path}: ${remark}`));
    const work = new Examination({ scope, context, record, coverage, workspace });
    return scope.isWhole ? work.whole() : work.part();
  },
};

interface Question {
  readonly scope: Scope;
  readonly context: LayerContext;
  readonly record: LayerRecord;
  readonly coverage: WorkspaceCoverage;
  readonly workspace: Workspace;
}

class Examination {
  readonly #question: Question;

  constructor(question: Question) {
    this.#question = question;
  }

  /** Of the whole workspace: the figures, and the files with most lines that no test runs. */
  async whole(): Promise<LayerEnd> {
    const { coverage, record } = this.#question;
    const [old] = coverage.stale.values();
    if (coverage.files.size === 0 && old !== undefined)
      return { skipped: `every file in ${old.report} changed after it was made, so nothing is said of their lines. ${again}` };
    const files = await this.#documents([...coverage.files.keys()]);
    this.#say(coverage.total, files);
    for (const { file, lines, uncovered: ranges } of files.filter((each) => each.lines.covered < each.lines.total).slice(0, maxWorst)) {
      const where = ranges === undefined || ranges.length === 0 ? '' : `; not run: ${shortList(ranges, 12)}`;
      record.say(`${file}: ${percentText(lines)} of its lines${where}`);
    }
    if (coverage.stale.size > 0) this.#stale([...coverage.stale.keys()], undefined);
    this.#unplaced();
    return undefined;
  }

  /** Of what was named or changed: each range of lines that no test runs. */
  async part(): Promise<LayerEnd> {
    const { scope, coverage, context, record } = this.#question;
    const added = await this.#added();
    const asked = (await context.files()).flatMap(({ path }) => (scope.covers(path) ? [path] : []));
    const known = asked.filter((file) => coverage.files.has(file));
    const stale = asked.filter((file) => coverage.stale.has(file));
    let [covered, total] = [0, 0];
    for (const file of known) {
      const seen = await this.#findings(file, added?.get(file));
      [covered, total] = [covered + seen.covered, total + seen.total];
    }
    for (const file of stale) this.#stale([file], file);
    const absent = scope.diff === undefined ? 0 : await this.#absent(asked.filter((file) => !coverage.stale.has(file)));
    const files = await this.#documents(known);
    const sum = sumOf(known.flatMap((file) => coverage.files.get(file) ?? []).map(figuresOf));
    this.#say(sum, files, scope.diff === undefined ? undefined : { covered, total });
    if (known.length > 0 || absent > 0) return undefined;
    const [first] = stale;
    if (first !== undefined) {
      const { report = '' } = coverage.stale.get(first) ?? {};
      return {
        skipped: `${report} was made before ${first}${more(stale.length - 1)} changed, so nothing is said of their lines. ${again}`,
      };
    }
    record.say(`Reports: ${this.#reportNames()}.`);
    return { skipped: `none of the files that were ${scope.diff === undefined ? 'named' : 'changed'} is in a coverage report` };
  }

  /** The lines that the diff adds, as they are on the disk now: the report is about those. */
  async #added(): Promise<ReadonlyMap<WorkspacePath, readonly LineRange[]> | undefined> {
    const { scope, context } = this.#question;
    if (scope.diff === undefined) return undefined;
    if (scope.diff.kind !== 'staged') return scope.diff.files;
    const { history } = await context.workbench();
    const [since, changed] = await Promise.all([
      history.addedLines('uncommitted', context.signal),
      history.addedLines('changed', context.signal),
    ]);
    // A line that was staged may be at another place since, or gone.
    const files = [...scope.diff.files].map(([file, staged]) => {
      const later = changed.files.get(file);
      return [file, later === undefined ? staged : without(since.files.get(file) ?? [], later)] as const;
    });
    return new Map(files);
  }

  async #findings(
    file: WorkspacePath,
    added: readonly LineRange[] | undefined,
  ): Promise<{ readonly covered: number; readonly total: number }> {
    const { coverage, record, scope } = this.#question;
    const found = coverage.files.get(file);
    const text = found === undefined || found.lines.size === 0 ? undefined : await this.#text(file);
    if (found === undefined || text === undefined || (scope.diff !== undefined && added === undefined)) return { covered: 0, total: 0 };
    const { ranges, ...counts } = uncoveredLines(found, text, added);
    for (const range of ranges) {
      const isOne = range.from === range.to;
      const what = isOne ? `line ${range.from} is` : `lines ${rangeText(range)} are`;
      const message =
        scope.diff === undefined ? `No test runs this: ${what} not covered.` : `No test runs what was changed: ${what} not covered.`;
      // The line may be one of the disk where the diff has another number for it.
      const age = scope.diff === undefined ? undefined : ('new' as const);
      record.add({
        file,
        line: range.from,
        severity: scope.diff === undefined ? 'info' : 'warning',
        rule: 'uncovered',
        message,
        source: 'snap',
        age,
      });
    }
    return counts;
  }

  #stale(files: readonly WorkspacePath[], file: WorkspacePath | undefined): void {
    const { coverage, record } = this.#question;
    const [first = ''] = files;
    const { report = '', why = 'changed' } = coverage.stale.get(first) ?? {};
    const message =
      why === 'shorter' && files.length === 1
        ? `${report} is about more lines than ${first} has, so it is about another text and nothing is said of its lines.`
        : `${report} was made before ${first}${more(files.length - 1)} changed, so nothing is said of ${files.length === 1 ? 'its' : 'their'} lines.`;
    record.add({ file, severity: 'warning', rule: 'stale-report', message, source: 'snap', fix: again });
  }

  /** Files that were changed and that no report has. */
  async #absent(asked: readonly WorkspacePath[]): Promise<number> {
    const { coverage, record, scope } = this.#question;
    const changed = asked.filter((file) => (scope.diff?.files.get(file)?.length ?? 0) > 0);
    let absent = 0;
    for (const file of expectedFiles(changed, [...coverage.files.keys(), ...coverage.stale.keys()])) {
      const text = await this.#text(file);
      if (text === undefined || !holdsCode(file, text)) continue;
      absent += 1;
      const message =
        'It was changed and is in no coverage report: no test loads it, or it was written after the report, or the coverage settings leave it out.';
      record.add({ file, severity: 'warning', rule: 'not-in-report', message, source: 'snap' });
    }
    return absent;
  }

  async #documents(files: readonly WorkspacePath[]): Promise<readonly FileDocument[]> {
    const { coverage } = this.#question;
    const all = files
      .flatMap((file) => {
        const found = coverage.files.get(file);
        const figures = found === undefined ? {} : figuresOf(found);
        return found === undefined || figures.lines === undefined ? [] : [{ file, found, ...figures, lines: figures.lines }];
      })
      .toSorted(
        (one, other) => other.lines.total - other.lines.covered - (one.lines.total - one.lines.covered) || (one.file < other.file ? -1 : 1),
      );
    const documents: FileDocument[] = [];
    for (const { file, found, lines, branches } of all.slice(0, maxDocumentFiles)) {
      const ranges = documents.length < maxFilesWithLines ? await this.#uncoveredIn(file, found) : undefined;
      documents.push({ file, lines: percentage(lines), branches: percentage(branches), uncovered: ranges });
    }
    return documents;
  }

  async #uncoveredIn(file: WorkspacePath, found: FileCoverage): Promise<readonly string[] | undefined> {
    const text = found.lines.size === 0 ? undefined : await this.#text(file);
    return text === undefined ? undefined : uncoveredLines(found, text).ranges.map(rangeText);
  }

  #say(
    sum: WorkspaceCoverage['total'],
    files: readonly FileDocument[],
    changed?: { readonly covered: number; readonly total: number },
  ): void {
    const { coverage, record } = this.#question;
    const { lines, statements, branches } = sum;
    const of = [
      ...(changed === undefined || changed.total === 0
        ? []
        : [`changed lines ${percentText(changed)} (${changed.covered} of ${changed.total})`]),
      ...(lines === undefined ? [] : [`lines ${percentText(lines)} (${lines.covered} of ${lines.total})`]),
      ...(statements === undefined || lines !== undefined ? [] : [`statements ${percentText(statements)}`]),
      ...(branches === undefined ? [] : [`branches ${percentText(branches)}`]),
    ];
    if (of.length > 0) record.say(`Covered, by ${this.#reportNames()}: ${of.join(', ')}.`);
    const reports = coverage.reports.map(({ path, format, madeAtMs, files: inReport }) => ({
      path,
      format,
      madeAt: new Date(madeAtMs).toISOString(),
      files: inReport,
    }));
    const stale = [...coverage.stale.keys()].filter((file) => this.#question.scope.covers(file));
    record.detail({ coverage: { ...percentages(sum), changed: percentage(changed), files, reports, stale } });
  }

  #unplaced(): void {
    const { coverage, record } = this.#question;
    const ambiguous = coverage.unplaced.filter(({ problem }) => problem === 'ambiguous');
    const [first] = ambiguous;
    if (first !== undefined)
      record.say(
        `Of ${count(ambiguous.length, 'path')} in reports, several files may be meant, so they are left out: ${first.path}${more(ambiguous.length - 1)}.`,
      );
    const absent = coverage.unplaced.length - ambiguous.length;
    if (absent > 0) record.say(`${count(absent, 'path')} in reports ${absent === 1 ? 'is' : 'are'} no file of this workspace.`);
  }

  #reportNames(): string {
    const [first, ...others] = this.#question.coverage.reports;
    return others.length === 0 ? (first?.path ?? '') : `${first?.path ?? ''} and ${count(others.length, 'other report')}`;
  }

  async #text(file: WorkspacePath): Promise<string | undefined> {
    return sourceText(this.#question.context.system, join(this.#question.workspace.root, file));
  }
}

/** The ranges of the first that are not in the second. */
function without(ranges: readonly LineRange[], taken: readonly LineRange[]): readonly LineRange[] {
  let left = [...ranges];
  for (const { from, to } of taken) {
    left = left.flatMap((range) => {
      if (range.to < from || range.from > to) return [range];
      return [
        ...(range.from < from ? [{ from: range.from, to: from - 1 }] : []),
        ...(range.to > to ? [{ from: to + 1, to: range.to }] : []),
      ];
    });
  }
  return left;
}

function more(others: number): string {
  return others <= 0 ? '' : ` and ${count(others, 'other file')}`;
}

function shortList(texts: readonly string[], most: number): string {
  return texts.length <= most ? texts.join(', ') : `${texts.slice(0, most).join(', ')} and ${texts.length - most} more`;
}
