import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // No test replaces a module, so the files of one worker share what they import: a third of a second less for each file.
    isolate: false,
    // One more than there are cores: many tests wait for processes of their own, so with as many workers as cores, two of them, 7 % of the
    // time was idle. On two cores vitest by itself would start one.
    maxWorkers: Math.min(3, availableParallelism() + 1) + Math.max(0, availableParallelism() - 4),
  },
});
