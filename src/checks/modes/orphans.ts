import { orphans } from '../layers/orphans.ts';
import { skippedTestsLayer } from '../layers/skipped-tests.ts';
import type { Mode } from '../mode.ts';

export default {
  id: 'orphans',
  summary: 'Files that nothing leads to, exports that nothing imports, and tests that do not run.',
  limits: [
    'Unused files and exports are found in JavaScript and TypeScript; skipped tests also in Python, Go, Rust, Java and Kotlin.',
    'Files that a program finds while it runs, by a name that is computed, cannot be seen; each finding has its reason and a confidence.',
    'Settings of knip in JavaScript are not run.',
  ],
  layers: [orphans, skippedTestsLayer],
} satisfies Mode;
