import { posix } from 'node:path';
import type { WorkspacePath } from '../../../workspace/index.ts';
import { isBelow, testNameOf } from '../../../workspace/packages/index.ts';
import type { Program } from '../program.ts';
import { parseCargoTest, parseGoTest, parseJestReport, parseJunit, parseMochaReport, parseTap, type TestRun } from './parse-tests.ts';

/** How a test runner is started, and how its answer is read. */
export interface TestCommand {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Reads the report file, or where the runner writes none its output. `undefined`: it is no report. */
  read(report: string, output: string): TestRun | undefined;
  /** The exit code by which it says that there are no tests. */
  readonly noTests?: number;
}

/**
 * The command for all tests, or for those that have to do with some files, where the runner can tell.
 * @param report the file for its answer, in snap's own directory.
 * @param files from the root of the workspace; `undefined` for all tests. `known`: all files of the workspace.
 */
export function testCommand(
  program: Program,
  {
    report,
    files,
    known,
  }: { readonly report: string; readonly files: readonly WorkspacePath[] | undefined; readonly known: readonly WorkspacePath[] },
): TestCommand {
  const { directory, tool } = program;
  const below = files?.filter((file) => isBelow(file, directory)).map((file) => posix.relative(directory, file));
  const tests = below?.filter(isTest);
  // Without it they would write new snapshots of tests. https://vitest.dev/guide/snapshot
  const env = { CI: 'true' };
  switch (tool) {
    case 'vitest': {
      // https://vitest.dev/guide/cli
      const which = below === undefined ? ['run'] : ['related', '--run', ...below];
      // Version 2 refuses the option, and then no place of a test is known.
      const places = Number.parseInt(program.version ?? '', 10) >= 3 ? ['--includeTaskLocation'] : [];
      return {
        args: [...which, '--reporter=json', `--outputFile=${report}`, '--passWithNoTests', ...places],
        env,
        read: parseJestReport,
      };
    }
    case 'jest': {
      // https://jestjs.io/docs/cli
      const which = below === undefined ? [] : ['--findRelatedTests', ...below];
      const args = [...which, '--ci', '--json', `--outputFile=${report}`, '--testLocationInResults', '--passWithNoTests', '--silent'];
      return { args, env, read: parseJestReport };
    }
    case 'mocha':
      return {
        args: ['--reporter', 'json', '--reporter-option', `output=${report}`, '--no-color', ...(tests ?? [])],
        env,
        read: parseMochaReport,
      };
    case 'ava':
      // https://github.com/avajs/ava/blob/main/docs/05-command-line.md
      return { args: ['--tap', ...(tests ?? [])], env, read: (_, output) => parseTap(output) };
    case 'node --test':
      return { args: ['run', 'test'], env: { ...env, NODE_OPTIONS: '--test-reporter=tap' }, read: (_, output) => parseTap(output) };
    case 'go test': {
      const packages =
        below === undefined
          ? ['./...']
          : [...new Set(below.filter((file) => file.endsWith('.go')).map((file) => `./${posix.dirname(file)}`))];
      // A package is named by its import path, which ends like its directory.
      const directories = [
        ...new Set(known.filter((file) => file.endsWith('_test.go')).map((file) => posix.dirname(posix.relative(directory, file)))),
      ];
      const directoryOf = (name: string): string => {
        const found = directories.filter((one) => name.endsWith(`/${one}`)).toSorted((a, b) => b.length - a.length)[0];
        return found === undefined ? '' : `${found}/`;
      };
      return { args: ['test', '-json', ...packages], env, read: (_, output) => parseGoTest(output, directoryOf) };
    }
    case 'cargo test':
      return {
        args: ['test', '--offline', '--no-fail-fast', '--quiet', '--', '--format', 'pretty'],
        env,
        read: (_, output) => parseCargoTest(output),
      };
    default: {
      // https://docs.pytest.org/en/stable/reference/reference.html#command-line-flags
      const quiet = ['-m', 'pytest', '-q', '--no-header', '-p', 'no:cacheprovider', `--junitxml=${report}`, '-o', 'junit_family=xunit1'];
      return { args: [...quiet, ...(tests ?? [])], env, read: parseJunit, noTests: 5 };
    }
  }
}

/** Whether a runner can choose the tests of some files: another one runs all. */
export function choosesTests({ tool }: Program, files: readonly WorkspacePath[]): boolean {
  switch (tool) {
    case 'vitest':
    case 'jest':
      return true;
    case 'go test':
      return files.some((file) => file.endsWith('.go'));
    default:
      return files.length > 0 && files.every(isTest);
  }
}

function isTest(file: WorkspacePath): boolean {
  return testNameOf(file) !== undefined;
}
