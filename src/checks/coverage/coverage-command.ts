import type { Program, ToolId } from '../programs/program.ts';

/** How a test runner is made to write a report. */
export interface CoverageCommand {
  /** One after the other, each with these variables too. */
  readonly calls: readonly (readonly string[])[];
  readonly env?: Readonly<Record<string, string>>;
  /** Packages of which one has to be installed. */
  readonly needs?: readonly string[];
}

type Command = (program: Program, directory: string) => CoverageCommand;

const commands: Readonly<Partial<Record<ToolId, Command>>> = {
  // https://vitest.dev/config/coverage (2026-11-22)
  vitest: ({ command }, directory) => ({
    calls: [
      [
        ...command,
        'run',
        '--coverage.enabled',
        '--coverage.reporter=json',
        `--coverage.reportsDirectory=${directory}`,
        '--coverage.reportOnFailure',
      ],
    ],
    needs: ['@vitest/coverage-v8', '@vitest/coverage-istanbul'],
  }),
  // https://jestjs.io/docs/cli#--coverageboolean (2026-11-22)
  jest: ({ command }, directory) => ({
    calls: [[...command, '--ci', '--coverage', '--coverageReporters=json', `--coverageDirectory=${directory}`]],
  }),
  // https://nodejs.org/api/cli.html#node_v8_coveragedir (2026-11-22)
  mocha: ({ command }, directory) => ({ calls: [command], env: { NODE_V8_COVERAGE: directory } }),
  'node --test': ({ command }, directory) => ({
    calls: [[...command, ...(command.length === 1 && command[0] === process.execPath ? ['--test'] : ['run', 'test'])]],
    env: { NODE_V8_COVERAGE: directory },
  }),
  // https://pkg.go.dev/cmd/go#hdr-Testing_flags (2026-11-22)
  'go test': ({ command }, directory) => ({
    calls: [[...command, 'test', '-coverpkg=./...', `-coverprofile=${directory}/cover.out`, './...']],
  }),
  // https://coverage.readthedocs.io/en/latest/cmd.html (2026-11-22)
  pytest: (program, directory) => ofPython(program, directory, ['pytest', '-q', '-p', 'no:cacheprovider']),
  unittest: (program, directory) => ofPython(program, directory, ['unittest']),
};

function ofPython({ command }: Program, directory: string, module: readonly string[]): CoverageCommand {
  const data = `--data-file=${directory}/.coverage`;
  const coverage = [...command, '-m', 'coverage'];
  return {
    calls: [
      [...coverage, 'run', data, '-m', ...module],
      [...coverage, 'xml', data, '-o', `${directory}/coverage.xml`, '--fail-under=0'],
    ],
  };
}

/** `undefined` for a runner that cannot be made to write a report by its arguments. */
export function coverageCommand(program: Program, directory: string): CoverageCommand | undefined {
  return commands[program.tool]?.(program, directory);
}
