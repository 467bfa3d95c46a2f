// Parts of the program's own sources, bundled for a bench: Node 20 does not run TypeScript.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, scratch } from './program.mjs';

/** The module at `bench/<name>/run.ts`. */
export async function bundled(name, options = {}) {
  return import(pathToFileURL(await bundledFile(`bench/${name}/run.ts`, name, options)).href);
}

/** A program or module of this repository, bundled. Answers the path of the bundle. */
export async function bundledFile(entry, name, options = {}) {
  // Of esbuild's own installation: it builds the program as well.
  const { build } = await import(pathToFileURL(join(root, 'node_modules/esbuild/lib/main.js')).href);
  const outfile = join(scratch, `${name}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    banner: { js: "import{createRequire as snapCreateRequire}from'node:module';const require=snapCreateRequire(import.meta.url);" },
    ...options,
  });
  return outfile;
}
