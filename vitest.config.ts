import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Workspaces that tests look at hold test files of their own.
    exclude: ['test/fixtures/**', 'node_modules/**'],
    // No test leaves a daemon behind; those of the daemon set it on for their own programs.
    env: { SNAP_DAEMON: 'off' },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // No test replaces a module, so the files of one worker share what they import: a third of a second less for each file.
    isolate: false,
    // Three on two cores: many tests wait for processes of their own, and a third worker made 188 s of 202 s. By itself
    // vitest would start one there.
    maxWorkers: Math.max(3, availableParallelism() - 1),
  },
});
