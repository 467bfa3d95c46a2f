// Parts of the program's own sources, bundled for a bench: Node 20 does not run TypeScript.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, scratch } from './program.mjs';

/** The module at `bench/<name>/run.ts`. */
export async function bundled(name, options = {}) {
  // Of esbuild's own installation: it builds the program as well.
  const { build } = await import(pathToFileURL(join(root, 'node_modules/esbuild/lib/main.js')).href);
  const outfile = join(scratch, `${name}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [`bench/${name}/run.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    banner: { js: "import{createRequire as snapCreateRequire}from'node:module';const require=snapCreateRequire(import.meta.url);" },
    ...options,
  });
  return import(pathToFileURL(outfile).href);
}
