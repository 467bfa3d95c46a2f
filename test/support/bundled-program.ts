import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** Bundles a program of test/support/programs, since Node 20 runs no TypeScript. `remove` when the tests are over. */
export function bundledProgram(name: string): { readonly path: string; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'snap-program-'));
  const path = join(directory, `${name}.mjs`);
  buildSync({
    entryPoints: [fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url))],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    // Some libraries still ask for Node's modules by `require`.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return { path, remove: () => rmSync(directory, { recursive: true, force: true }) };
}
