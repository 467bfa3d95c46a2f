import { accessSync, constants, readFileSync, statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starting a process takes longer the more memory its parent has, and a worker that ran pure tests before has more. */
class StartersFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const starters = new Set(
      sorted.filter(({ moduleId }) => /built-program|program-home|node:child_process/.test(readFileSync(moduleId, 'utf8'))),
    );
    return [...starters, ...sorted.filter((file) => !starters.has(file))];
  }
}

/** Temporary directories in memory, where there is room: a tenth of the time was waiting until a disk had what the tests wrote. */
function temporaryDirectory(): { readonly TMPDIR?: string } {
  const inMemory = '/dev/shm';
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize > 4 * 1024 ** 3 ? { TMPDIR: inMemory } : {};
  } catch {
    return {};
  }
}

export default defineConfig({
  // The editor gives its API to extensions; outside of one there is as much of it as tests need.
  resolve: { alias: { vscode: fileURLToPath(new URL('packages/vscode/test/support/vscode.ts', import.meta.url)) } },
  test: {
    include: ['test/**/*.test.ts', 'packages/*/test/**/*.test.ts'],
    // Workspaces that tests look at hold test files of their own.
    exclude: ['test/fixtures/**', '**/node_modules/**', 'packages/*/test/editor/**'],
    setupFiles: ['test/seed.ts'],
    // No test leaves a daemon behind; those of the daemon set it on for their own programs.
    env: { SNAP_DAEMON: 'off', ...temporaryDirectory() },
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // As of a test, a limit that ends a hang and nothing else.
    expect: { poll: { timeout: 30_000 } },
    // No test replaces a module, so the files of one worker share what they import: a third of a second less for each file.
    isolate: false,
    // V8 optimizes a function once it has run this many bytes of its code, 132 KB by default. A sixth of the time was optimizing what runs
    // for a moment and never again.
    execArgv: ['--interrupt-budget=1000000'],
    sequence: { sequencer: StartersFirst },
    // Three on two cores: many tests wait for processes of their own, and a third worker made 188 s of 202 s. By itself
    // vitest would start one there.
    maxWorkers: Math.max(3, availableParallelism() - 1),
  },
});
