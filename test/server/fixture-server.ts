import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';
import { RawServer, type StartOptions } from './started.ts';

/** Bundles fixture-program.ts for the tests of one file. */
export function fixtureServer(): { start(options?: StartOptions): RawServer; path(): string } {
  let directory = '';
  const path = (): string => join(directory, 'fixture.mjs');
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'snap-fixture-'));
    await build({
      entryPoints: [fileURLToPath(new URL('fixture-program.ts', import.meta.url))],
      outfile: path(),
      bundle: true,
      platform: 'node',
      format: 'esm',
      mainFields: ['module', 'main'],
      // Some libraries still ask for Node's modules by `require`.
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      // Never reached: the fixture has tools of its own.
      external: ['./tools/by-name.ts'],
      logLevel: 'error',
    });
  });
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  return { start: (options = {}) => new RawServer({ args: [], ...options, program: path() }), path };
}
