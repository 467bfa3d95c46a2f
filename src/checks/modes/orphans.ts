import { orphans } from '../layers/orphans.ts';
import { skippedTestsLayer } from '../layers/skipped-tests.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'orphans',
  summary: "Files that nothing leads to, what else the project's own knip finds unused, and tests that do not run.",
  limits: [
    'Unused files are found in JavaScript and TypeScript; unused exports and dependencies by knip alone; skipped tests also in Python, Go, Rust, Java and Kotlin.',
    'Files that a program finds while it runs, by a name that is computed, cannot be seen; without knip each finding has its reason and a confidence.',
  ],
  layers: [orphans, skippedTestsLayer],
} satisfies Mode;
