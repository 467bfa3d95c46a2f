// How everything of ours is bundled: the program, and what the scripts need of its sources.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
export const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

/** @type {import('esbuild').BuildOptions} */
export const bundling = {
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts' },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  sourcemap: false,
  legalComments: 'none',
  mainFields: ['module', 'main'],
  // The ES module build of yaml can be cut down to what is used; its Node build cannot.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
  define: { SNAP_VERSION: JSON.stringify(version) },
};
