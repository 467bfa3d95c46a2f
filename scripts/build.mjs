// Bundles src/main.ts into dist/: one small entry, everything else in chunks that are loaded when a command needs them.
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, transform } from 'esbuild';
import { bundling, root } from './bundling.mjs';

const { outputFiles } = await build({ ...bundling, write: false });

// esbuild splits ES modules only, but Node reads CommonJS files at once where it resolves and reads ES modules one by one with
// promises: 14 CPU ms of each start. So the chunks are turned around when they are done.
const loader = (await readFile(join(root, 'scripts/loader.cjs'), 'utf8')).replace('module.exports =', 'const createLoader =');
const made = new Set();
for (const { path, text } of outputFiles) {
  const isEntry = path.endsWith('main.js');
  // The entry loads its chunks through our loader; in the chunks `require` is that loader already.
  const source = isEntry ? text.replace(/^#!.*\n/, '') : text;
  const { code } = await transform(source, {
    format: 'cjs',
    platform: 'node',
    target: bundling.target,
    minify: true,
    supported: { 'dynamic-import': false },
    define: { 'import.meta.filename': '__filename' },
  });
  await put(path, isEntry ? await entry(code) : `(function(exports,require,module,__filename){${code}})`, isEntry ? 0o755 : 0o644);
}
await put(join(root, 'dist/package.json'), '{ "type": "commonjs" }\n');

for (const name of await readdir(join(root, 'dist'), { recursive: true })) {
  const path = join(root, 'dist', name);
  if (path.endsWith('.js') && !made.has(path)) await rm(path);
  // V8 knows code of another text by its length only, so none of an earlier build may stay.
  if (path.endsWith('.code')) await rm(path);
}
// Nothing of the person's environment: the program is run for real, and must find nobody's config files.
const { SystemRoot } = process.env;
execFileSync(process.execPath, [join(root, 'scripts/warm.cjs')], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: { PATH: '/usr/bin:/bin', ...(SystemRoot === undefined ? {} : { SystemRoot }) },
});

/** Assistants may be starting this very program while it is built: they find the old file or the new one, and never half of one. */
async function put(path, text, mode = 0o644) {
  made.add(path);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, text, { mode });
  await rename(`${path}.new`, path);
}

async function entry(code) {
  const { code: small } = await transform(`${loader}\nconst load = createLoader(\`\${__dirname}/chunks\`);`, {
    minify: true,
    target: bundling.target,
  });
  const loading = code.replaceAll('require("./chunks/', 'load("./chunks/');
  if (loading === code) throw new Error('dist/main.js loads no chunk: esbuild writes its imports in another way than this script expects.');
  return `#!/usr/bin/env node\n${small}${loading}`;
}
