import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // No test replaces a module, so the files of one worker share what they import: a third of a second less for each file.
    isolate: false,
    // On two cores vitest would start one worker, and many tests wait for processes of their own.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
