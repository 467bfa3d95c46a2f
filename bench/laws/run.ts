import fc from 'fast-check';
import { loadFormat } from '../../src/formats/load-format.ts';
import type { Format } from '../../src/formats/edit/format.ts';
import type { FormatName } from '../../src/formats/edit/format.ts';
import { sources, type Case } from './cases.ts';
import { check, keepsTheRest, laws, type Law } from './check.ts';
import { minimalRanges } from './ranges.ts';

export { laws };

export interface Failure {
  readonly law: Law;
  readonly source: string;
  readonly kind: string;
  readonly client: string;
  readonly text: string | undefined;
  readonly names: readonly string[];
  readonly server: unknown;
  readonly detail: string;
}

export interface Report {
  readonly sources: readonly { readonly name: string; readonly seed: number; readonly written: number; readonly drawn: number }[];
  /** Files by format, layout and tolerance. */
  readonly kinds: ReadonlyMap<string, number>;
  readonly held: ReadonlyMap<Law, number>;
  readonly refusals: ReadonlyMap<string, number>;
  /** How many files had something inserted in so many places. */
  readonly ranges: ReadonlyMap<number, number>;
  readonly failures: readonly Failure[];
  /** The smallest file found for each law and format that was broken. */
  readonly smallest: readonly Failure[];
}

/** Draws until `files` files were written; refused ones are counted apart. */
export async function run(files: number, seed: number, only: string | undefined): Promise<Report> {
  const formats = { json: await loadFormat('json'), yaml: await loadFormat('yaml'), toml: await loadFormat('toml') };
  const report = {
    sources: [] as Report['sources'][number][],
    kinds: new Map<string, number>(),
    held: new Map<Law, number>(),
    refusals: new Map<string, number>(),
    ranges: new Map<number, number>(),
    failures: [] as Failure[],
    smallest: [] as Failure[],
  };
  for (const [i, source] of sources.entries()) {
    if (only !== undefined && !source.name.toLowerCase().includes(only.toLowerCase())) continue;
    const wanted = Math.round(files * source.share);
    let written = 0;
    let drawn = 0;
    fc.assert(
      fc.property(source.cases, (one) => {
        if (written === wanted) return;
        drawn += 1;
        written += note(report, one, formats, source.name) ? 1 : 0;
      }),
      { seed: seed + i, numRuns: wanted * 4, markInterruptAsFailure: false, endOnFailure: true },
    );
    report.sources.push({ name: source.name, seed: seed + i, written, drawn });
    for (const failure of firstOfEach(report.failures.filter((one) => one.source === source.name)))
      report.smallest.push(shrink(source.cases, formats, failure, seed + i, drawn));
  }
  return report;
}

function note(
  report: {
    kinds: Map<string, number>;
    held: Map<Law, number>;
    refusals: Map<string, number>;
    ranges: Map<number, number>;
    failures: Failure[];
  },
  one: Case,
  formats: Formats,
  source: string,
): boolean {
  const outcome = check(one, formats[one.reading.format]);
  const count = <K>(map: Map<K, number>, key: K): void => void map.set(key, (map.get(key) ?? 0) + 1);
  for (const { law, detail } of outcome.failures) report.failures.push(failureOf(one, source, law, detail));
  if (outcome.refused !== undefined) {
    count(report.refusals, `${one.reading.format}: ${outcome.refused}`);
    return false;
  }
  for (const law of new Set(outcome.held)) count(report.held, law);
  count(report.kinds, one.kind);
  if (outcome.ranges !== undefined) count(report.ranges, outcome.ranges);
  return true;
}

type Formats = { readonly [F in FormatName]: Format };

function failureOf(one: Case, source: string, law: Law, detail: string): Failure {
  const server =
    one.server.kind === 'command' ? { ...one.server, env: [...one.server.env] } : { ...one.server, headers: [...one.server.headers] };
  return { law, source, kind: one.kind, client: `${one.client.id} ${one.place.scope}`, text: one.text, names: one.names, server, detail };
}

function firstOfEach(failures: readonly Failure[]): readonly Failure[] {
  return failures.filter((failure, i) => failures.findIndex(({ law }) => law === failure.law) === i);
}

/** The same draws again, now ending at the first file that breaks this law, and going on to smaller ones. */
function shrink(cases: fc.Arbitrary<Case>, formats: Formats, failure: Failure, seed: number, numRuns: number): Failure {
  const breaks = (one: Case) => check(one, formats[one.reading.format]).failures.find(({ law }) => law === failure.law);
  const details = fc.check(
    fc.property(cases, (one) => breaks(one) === undefined),
    { seed, numRuns, interruptAfterTimeLimit: 60_000 },
  );
  const [one] = details.counterexample ?? [];
  return one === undefined ? failure : failureOf(one, failure.source, failure.law, breaks(one)?.detail ?? failure.detail);
}

/** Files of one kind for another tool: those that snap writes. `add` answers the text that the tool made of one. */
export async function compare(
  kind: { readonly format: FormatName; readonly path: string },
  count: number,
  seed: number,
  add: (text: string) => string,
): Promise<{ readonly refused: number; readonly pure: number; readonly kept: number }> {
  const format = await loadFormat(kind.format);
  const texts: string[] = [];
  const fits = ({ reading, text }: Case): boolean =>
    text !== undefined &&
    reading.format === kind.format &&
    reading.layouts[0].path.join(' ') === kind.path &&
    reading.layouts[0].kind === 'map';
  for (const [i, { cases }] of sources.entries()) {
    for (const one of fc.sample(cases, { numRuns: count * 20, seed: seed + i })) {
      if (texts.length < count && fits(one) && one.text !== undefined && check(one, format).refused === undefined) texts.push(one.text);
    }
  }
  let refused = 0;
  let pure = 0;
  let kept = 0;
  for (const text of texts) {
    const after = add(text);
    if (after === text) {
      refused += 1;
      continue;
    }
    if (minimalRanges(text, after) <= 3) pure += 1;
    if (keepsTheRest(kind.format, [kind.path], text, after, 'snap-bench')) kept += 1;
  }
  return { refused, pure, kept };
}
