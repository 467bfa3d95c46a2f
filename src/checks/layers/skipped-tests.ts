import { KeptResults } from '../files/kept-results.ts';
import { type FilesJob, leftOutLine, nothingExamined } from '../files/over-files.ts';
import type { Layer, LayerContext, LayerEnd, LayerRecord } from '../mode.ts';
import type { SkippedTest } from '../orphans/skipped-tests.ts';
import type { Scope } from '../scope.ts';

const job: FilesJob<undefined, readonly SkippedTest[]> = { name: 'checks/find-skipped-tests' };
const kept = new KeptResults<readonly SkippedTest[]>();
const maxBytes = 2 * 1024 * 1024;

/** Tests that do not run, and tests that keep others from running. */
export const skippedTestsLayer: Layer = {
  name: 'skipped tests',
  says: 'Marks of vitest, jest, mocha, node:test, Playwright, pytest, unittest, Go, Rust and JUnit.',
  needs: ['files'],
  find: (scope, context, record) =>
    findMarks(
      scope,
      context,
      ({ file, line, mark, rule }) => {
        record.add({ file, line, severity: rule === 'focused-test' ? 'warning' : 'info', rule, message: said(rule, mark), source: 'snap' });
      },
      record,
    ),
};

/** Of a change that is not written. Skipped tests are not reported: they are mostly skipped on purpose. */
export const focusedTests: Layer = {
  name: 'focused tests',
  says: 'Marks of vitest, jest, mocha and Playwright that keep other tests from running.',
  needs: ['files'],
  find: (scope, context, record) =>
    findMarks(
      scope,
      context,
      ({ file, line, mark, rule }) => {
        if (rule !== 'focused-test') return;
        record.add({ file, line, severity: 'error', rule, message: said(rule, mark), source: 'snap', confidence: 75 });
      },
      record,
    ),
};

async function findMarks(
  scope: Scope,
  context: LayerContext,
  take: (found: SkippedTest & { readonly file: string }) => void,
  record: LayerRecord,
): Promise<LayerEnd> {
  const { workspace } = await context.workbench();
  const files = (await context.files()).filter(
    ({ path, kind, size }) =>
      kind === 'file' && size > 0 && size <= maxBytes && scope.covers(path) && /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt)$/.test(path),
  );
  if (files.length === 0) return { skipped: 'there is no file in which tests could be' };
  const add = (file: string, found: readonly SkippedTest[] | undefined): void => {
    for (const one of found ?? []) take({ file, ...one });
  };
  const { missing, left } = await kept.examine(context, job, { root: workspace.root, files, extra: undefined, take: add });
  if (missing !== undefined) return { skipped: missing };
  const nothing = nothingExamined(left, files.length);
  if (nothing !== undefined) return { skipped: nothing };
  const leftOut = leftOutLine(left);
  if (leftOut !== undefined) record.say(leftOut);
  return undefined;
}

/** A call is often behind a condition: what is certain is only what it does when it is reached. */
function said(rule: SkippedTest['rule'], mark: string): string {
  if (rule === 'focused-test') return `"${mark}" keeps the other tests of this file from running.`;
  const isCall = /^(?:[tb]\.Skip|pytest\.skip|self\.)/.test(mark);
  return isCall ? `"${mark}": where it is reached, the test ends without a result.` : `"${mark}": this test does not run.`;
}
