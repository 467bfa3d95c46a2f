// Bundles src/main.ts into dist/: one small entry, everything else in chunks that are loaded when a command needs them.
import { rm, readFile, chmod } from 'node:fs/promises';
import { build } from 'esbuild';

const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
await rm(new URL('../dist/', import.meta.url), { recursive: true, force: true });

await build({
  absWorkingDir: new URL('..', import.meta.url).pathname,
  entryPoints: { main: 'src/main.ts' },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  // Stack traces in bug reports stay readable.
  keepNames: false,
  sourcemap: false,
  legalComments: 'none',
  mainFields: ['module', 'main'],
  // The ES module build of yaml can be cut down to what is used; its Node build cannot.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
  define: { SNAP_VERSION: JSON.stringify(version) },
  banner: { js: "import{createRequire as snapCreateRequire}from'node:module';const require=snapCreateRequire(import.meta.url);" },
});
await chmod(new URL('../dist/main.js', import.meta.url), 0o755);
