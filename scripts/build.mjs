// Bundles src/main.ts into dist/: one small entry, everything else in chunks that are loaded when a command needs them.
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build, transform } from 'esbuild';
import { bundling, root } from './bundling.mjs';

const { metafile, outputFiles } = await build({ ...bundling, metafile: true, write: false });

// esbuild splits ES modules only, but Node reads CommonJS files at once where it resolves and reads ES modules one by one with
// promises: 14 CPU ms of each start. So the chunks are turned around when they are done.
const loader = (await readFile(join(root, 'scripts/loader.cjs'), 'utf8')).replace('module.exports =', 'const createLoader =');
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
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, isEntry ? await entry(code) : `(function(exports,require,module,__filename){${code}})`);
}
await writeFile(join(root, 'dist/package.json'), '{ "type": "commonjs" }\n');
await chmod(join(root, 'dist/main.js'), 0o755);

async function entry(code) {
  const { code: small } = await transform(`${loader}\nconst load = createLoader(\`\${__dirname}/chunks\`);`, {
    minify: true,
    target: bundling.target,
  });
  return `#!/usr/bin/env node\n${small}${code.replaceAll('require("./chunks/', 'load("./chunks/')}`;
}

// Assistants may be starting this very program while it is built, so nothing is removed before its successor is there.
const made = new Set(Object.keys(metafile.outputs));
for (const name of await readdir(join(root, 'dist'), { recursive: true })) {
  const path = relative(root, join(root, 'dist', name)).replaceAll('\\', '/');
  if (/\.(js|code)$/.test(path) && !made.has(path.replace(/\.code$/, ''))) await rm(join(root, path), { force: true });
}

execFileSync(process.execPath, [join(root, 'scripts/warm.cjs')], { stdio: ['ignore', 'ignore', 'inherit'] });
