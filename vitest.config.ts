import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Property tests print the seed that failed; SNAP_PROPERTY_RUNS asks for more runs.
    // On two cores vitest would start one worker, and many tests wait for processes of their own.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
