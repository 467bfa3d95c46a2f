import { coverageThresholds } from '../layers/coverage-thresholds.ts';
import { uncovered } from '../layers/uncovered.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'coverage',
  summary:
    'Which lines no test runs, by the reports that the coverage tools of the project write: with a diff those that it adds, without one the files with most of them. Thresholds of the project that are missed are errors.',
  limits: [
    'Reads istanbul (nyc, c8, jest, vitest), lcov, Cobertura, Clover, JaCoCo, Go, coverage.py, llvm-cov, and the files that Node writes for NODE_V8_COVERAGE as far as they were not compiled from others. The database .coverage is not read: "coverage json" makes a report of it.',
    'A report that is older than a file says nothing about it.',
    'Thresholds are read from package.json, .nycrc, .c8rc, jest.config.json, .coveragerc, setup.cfg, tox.ini and pyproject.toml, and from vitest.config and jest.config where they are plain values: a configuration is not run.',
    'With tests, the runners vitest, jest, mocha, node --test, go test, pytest and unittest are run with coverage, after an approval, into a directory of snap; nothing is installed. Without, nothing is run.',
    'Reports are looked for where tools write them; another place is named in the setting goals.coverage.report.',
  ],
  layers: [uncovered, coverageThresholds],
} satisfies Mode;
