import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Property tests print the seed that failed; SNAP_PROPERTY_RUNS asks for more runs.
    reporters: process.env['CI'] === undefined ? ['default'] : ['default'],
  },
});
