import { uncovered } from '../layers/uncovered.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'coverage',
  summary:
    'Which lines no test runs, by the reports that the coverage tools of the project write: with a diff those that it adds, without one the files with most of them.',
  limits: [
    'Reads istanbul (nyc, c8, jest, vitest) and its summary, lcov, Cobertura, JaCoCo, Go, and the files that Node writes for NODE_V8_COVERAGE as far as they were not compiled from others. Every ecosystem writes one of them; Clover and the JSON of coverage.py and of llvm-cov are not read. The database .coverage is not read: "coverage xml" makes a report of it.',
    'A report that is older than a file says nothing about it.',
    'Thresholds are not judged: the runner or the coverage tool that has them fails by itself.',
    'With tests, the runners vitest, jest, mocha, node --test, go test, pytest and unittest are run with coverage, after an approval, into a directory of snap; nothing is installed. Without, nothing is run.',
    'Reports are looked for where tools write them; another place is named in the setting goals.coverage.report.',
  ],
  layers: [uncovered],
} satisfies Mode;
