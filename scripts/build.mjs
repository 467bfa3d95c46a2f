// Bundles src/main.ts into dist/: one small entry, everything else in chunks that are loaded when a command needs them. And the programs beside it:
// src/worker.ts and the hosts of checks.
import { createHash } from 'node:crypto';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { build, transform } from 'esbuild';
import { bundling, hostBundling, root, workerBundling } from './bundling.mjs';
import { sourcesDigest } from './sources-digest.mjs';

const builtFrom = sourcesDigest();

const { outputFiles, metafile } = await build({ ...bundling, write: false, metafile: true });

// esbuild splits ES modules only, but Node reads CommonJS files at once where it resolves and reads ES modules one by one with
// promises: 14 CPU ms of each start. So the chunks are turned around when they are done.
const loader = await build({
  ...bundling,
  entryPoints: ['src/system/kept-code/load-chunks.ts'],
  format: 'cjs',
  splitting: false,
  write: false,
}).then(({ outputFiles: [file] }) => file.text);
const made = new Set();
// What the server needs to start is in one file too, what its first call needs in another, and so are the commands people wait for: each
// file costs a read, a script and its code. Other commands take the chunks.
const atStart = closure('src/cli/start-server.ts');
/** The bridge loads nothing of the server. */
const ofShim = closure('src/cli/start-shim.ts');
const atFirstCall = without(
  closure(
    'src/server/tool-runner.ts',
    'src/workbench/index.ts',
    'src/system/writable.ts',
    'src/system/node.ts',
    'src/server/tools/by-name.ts',
    'src/server/tools/snap-learn.ts',
  ),
  atStart,
);
const ofCommands = closure('src/cli/run.ts');
const commandPacks = ['src/cli/commands/mcp/scan.ts', 'src/cli/commands/judging.ts', 'src/cli/commands/index.ts'].map((source) =>
  without(closure(source), ofCommands),
);
/** The first question to the person's own servers waits for all of this, and then for them. */
const ofSources = without(
  closure(
    'src/sources/asking/asked-sources.ts',
    'src/sources/connection/connect.ts',
    'src/sources/connection/conversation.ts',
    'src/sources/connection/open-program.ts',
    'src/sources/connection/open-address.ts',
  ),
  new Set([...atStart, ...atFirstCall]),
);
for (const name of closure('src/system/programs/start-with-execa.ts'))
  if (!name.startsWith('chunk-') && (atStart.has(name) || atFirstCall.has(name)))
    throw new Error(
      'execa is loaded before a program is run with it: src/system/programs/start-with-execa.ts has to be imported when it is needed.',
    );
// "mcp validate" judges config files only.
for (const name of commandPacks[1])
  for (const source of Object.keys(metafile.outputs[`dist/chunks/${name}`]?.inputs ?? {}))
    if (/^src\/(checks|memory|insight|workbench)\//.test(source) || source.startsWith('src/daemon/client/'))
      throw new Error(`${source} is loaded with "mcp validate", which does not need it: import it when it is needed.`);
const sources = new Map();
for (const { path, text } of outputFiles) {
  // In the chunks, `require` is already snap's loader.
  sources.set(basename(path), await commonJs(text.replace(/^#!.*\n/, '')));
}
for (const [name, code] of sources) if (name !== 'main.js') await put(join(root, 'dist/chunks', name), `(${wrapped(code)})`);
/** Files of several chunks, by the chunk with which each is read. */
const packs = {};
for (const names of [atStart, atFirstCall, ofShim, ofCommands, ofSources, ...commandPacks]) {
  const [first] = names;
  const text = `({${[...names].map((name) => `${JSON.stringify(name)}:${wrapped(sources.get(name))}`).join()}})`;
  // As esbuild names chunks: the server of an earlier build must not read a file of this one.
  packs[first] = first.replace(/-\w+\.js$/, `-${createHash('sha256').update(text).digest('hex').slice(0, 8)}.pack.js`);
  await put(join(root, 'dist/chunks', packs[first]), text);
}
for (const beside of [workerBundling, hostBundling]) {
  const { outputFiles: files } = await build({ ...beside, write: false });
  for (const { path, text } of files) await put(path, text);
}
await put(join(root, 'dist/main.js'), await entry(sources.get('main.js')), 0o755);
await put(join(root, 'dist/package.json'), '{ "type": "commonjs" }\n');

for (const name of await readdir(join(root, 'dist'), { recursive: true })) {
  const path = join(root, 'dist', name);
  if (/\.m?js$/.test(path) && !made.has(path)) await rm(path);
  // Of builds until November 2026, which had compiled code beside the chunks.
  if (path.endsWith('.code')) await rm(path);
}
// Last, so that a build that did not end is done again.
await put(join(root, 'dist/package.json'), `${JSON.stringify({ type: 'commonjs', builtFrom })}\n`);

/** Assistants may be starting this very program while it is built: they find the old file or the new one, and never half of one. */
async function put(path, text, mode = 0o644) {
  made.add(path);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.new`, text, { mode });
  await rename(`${path}.new`, path);
}

/** The names of the chunks of these sources, and of those that they load at once. */
function closure(...entries) {
  const outputs = Object.entries(metafile.outputs);
  const waiting = entries.map((source) => {
    const [path] = outputs.find(([, { entryPoint }]) => entryPoint === source) ?? [];
    if (path === undefined) throw new Error(`${source} has no chunk of its own: it is no longer loaded when it is needed.`);
    return path;
  });
  const found = new Set();
  for (const path of waiting) {
    if (found.has(path)) continue;
    found.add(path);
    for (const { kind, external, path: next } of metafile.outputs[path].imports)
      if (kind === 'import-statement' && !external) waiting.push(next);
  }
  return new Set([...found].map((path) => basename(path)));
}

function without(names, others) {
  return new Set([...names].filter((name) => !others.has(name)));
}

async function commonJs(source) {
  const { code } = await transform(source, {
    format: 'cjs',
    platform: 'node',
    target: bundling.target,
    minify: true,
    supported: { 'dynamic-import': false },
    define: { 'import.meta.filename': '__filename' },
  });
  // The loader reads ASCII, and esbuild leaves regular expressions as they are.
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function wrapped(code) {
  return `function(exports,require,module,__filename){${code}}`;
}

async function entry(code) {
  const own = `const load = (module => { ${loader}; return module.exports })({ exports: {} }).createLoader(\`\${__dirname}/chunks\`, ${JSON.stringify(packs)}, require);`;
  const { code: small } = await transform(own, { minify: true, target: bundling.target });
  const loading = code.replaceAll('require("./chunks/', 'load("./chunks/');
  if (loading === code) throw new Error('dist/main.js loads no chunk: esbuild writes its imports in another way than this script expects.');
  return `#!/usr/bin/env node\n${small}${loading}`;
}
