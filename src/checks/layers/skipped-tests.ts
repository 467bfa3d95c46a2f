import { KeptResults } from '../files/kept-results.ts';
import { type FilesJob, leftOutLine, nothingExamined, overFiles } from '../files/over-files.ts';
import type { Layer } from '../mode.ts';
import type { SkippedTest } from '../orphans/skipped-tests.ts';

const job: FilesJob<undefined, readonly SkippedTest[]> = { name: 'checks/find-skipped-tests' };
const kept = new KeptResults<readonly SkippedTest[]>();
const maxBytes = 2 * 1024 * 1024;

/** Tests that do not run, and tests that keep others from running. */
export const skippedTestsLayer: Layer = {
  name: 'skipped tests',
  says: 'Marks of vitest, jest, mocha, node:test, Playwright, pytest, unittest, Go, Rust and JUnit.',
  needs: ['files'],
  async find(scope, context, record) {
    const { workspace } = await context.workbench();
    const files = (await context.files()).filter(
      ({ path, kind, size }) =>
        kind === 'file' && size > 0 && size <= maxBytes && scope.covers(path) && /\.(?:[cm]?[jt]sx?|py|go|rs|java|kt)$/.test(path),
    );
    if (files.length === 0) return { skipped: 'there is no file in which tests could be' };
    const add = (file: string, found: readonly SkippedTest[] | undefined): void => {
      for (const { line, rule, mark } of found ?? []) {
        const message = said(rule, mark);
        record.add({ file, line, severity: rule === 'focused-test' ? 'warning' : 'info', rule, message, source: 'snap' });
      }
    };
    const byPath = new Map(files.map((file) => [file.path, file]));
    const rest = kept.known(workspace.root, '', files, add);
    const { missing, left } = await overFiles(context.system, job, {
      root: workspace.root,
      files: rest.map(({ path }) => path),
      extra: undefined,
      signal: context.signal,
      take(path, result) {
        const file = byPath.get(path);
        if (file !== undefined) kept.keep(workspace.root, '', file, result);
        add(path, result);
      },
    });
    if (missing !== undefined) return { skipped: missing };
    const nothing = nothingExamined(left, files.length);
    if (nothing !== undefined) return { skipped: nothing };
    const leftOut = leftOutLine(left);
    if (leftOut !== undefined) record.say(leftOut);
    return undefined;
  },
};

/** A call is often behind a condition: what is certain is only what it does when it is reached. */
function said(rule: SkippedTest['rule'], mark: string): string {
  if (rule === 'focused-test') return `"${mark}" keeps the other tests of this file from running.`;
  const isCall = /^(?:[tb]\.Skip|pytest\.skip|self\.)/.test(mark);
  return isCall ? `"${mark}": where it is reached, the test ends without a result.` : `"${mark}": this test does not run.`;
}
