// Bundles src/main.ts into dist/: one small entry, everything else in chunks that are loaded when a command needs them.
import { chmod, readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('..', import.meta.url));
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: { main: 'src/main.ts' },
  outdir: 'dist',
  chunkNames: 'chunks/[name]-[hash]',
  bundle: true,
  splitting: true,
  metafile: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  minify: true,
  legalComments: 'none',
  mainFields: ['module', 'main'],
  // The ES module build of yaml can be cut down to what is used; its Node build cannot.
  alias: { yaml: './node_modules/yaml/browser/index.js' },
  define: { SNAP_VERSION: JSON.stringify(version) },
  banner: { js: "import{createRequire as snapCreateRequire}from'node:module';const require=snapCreateRequire(import.meta.url);" },
});
await chmod(join(root, 'dist/main.js'), 0o755);

// Assistants may be starting this very program while it is built, so nothing is removed before its successor is there.
const made = new Set(Object.keys(metafile.outputs));
for (const name of await readdir(join(root, 'dist'), { recursive: true })) {
  const path = relative(root, join(root, 'dist', name));
  if (path.endsWith('.js') && !made.has(path)) await rm(join(root, path), { force: true });
}
