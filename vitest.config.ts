import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Property tests print the seed that failed; SNAP_PROPERTY_RUNS asks for more runs.
    globalSetup: ['test/support/build-once.ts'],
  },
});
