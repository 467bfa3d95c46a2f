// How the program is bundled, and the parts of its sources that the scripts need.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
  alias: { yaml: './node_modules/yaml/browser/index.js', ...without('import-fresh', 'js-yaml', 'parse-json', 'typescript') },
  define: { SNAP_VERSION: JSON.stringify(version) },
  // They have native code.
  external: ['oxc-parser', '@ast-grep/napi'],
  plugins: [withoutValidator(), withoutSpaces(), listAsText()],
};

/**
 * The worker (src/worker.ts) is a program of its own: it shares no chunk with the other one, whose start stays as it is. Its chunks are ES modules
 * of which no code is kept: its work takes longer than compiling them.
 * @type {import('esbuild').BuildOptions}
 */
export const workerBundling = {
  ...bundling,
  entryPoints: { worker: 'src/worker.ts' },
  chunkNames: 'worker/[name]-[hash]',
  outExtension: { '.js': '.mjs' },
};

/**
 * The hosts: programs that load a tool of the user's project (its compiler, its linter) and stay. Each is one file without any package.
 * @type {import('esbuild').BuildOptions}
 */
export const hostBundling = {
  ...bundling,
  entryPoints: ['typescript', 'eslint'].map((tool) => ({
    in: `src/checks/programs/hosts/${tool}-host.ts`,
    out: `${tool}-host`,
  })),
  splitting: false,
  outExtension: { '.js': '.mjs' },
};

/**
 * The SDK's JSON Schema validator (ajv, 120 kB) is needed by servers that show forms and by clients that call tools. snap does
 * neither: the doctor's client only lists tools.
 */
function withoutValidator() {
  return {
    name: 'without-validator',
    setup({ onResolve }) {
      onResolve({ filter: /\/ajv-provider\.js$/ }, () => ({ path: `${root}scripts/no-validator.cjs` }));
    },
  };
}

/** jsonc-parser makes 1,200 strings of white space when it is loaded, for its formatter, which snap does not use. */
function withoutSpaces() {
  return {
    name: 'without-spaces',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\/string-intern$/ }, ({ path, resolveDir }) => ({
        path: join(resolveDir, `${path}.js`),
        sideEffects: false,
      }));
    },
  };
}

/** Settings are read by snap's own parsers, so those of cosmiconfig are left out. */
function without(...names) {
  return Object.fromEntries(names.map((name) => [name, './scripts/not-bundled.cjs']));
}

/** V8 reads JSON from a text in less time than it takes to make the same objects from code. https://v8.dev/blog/cost-of-javascript-2019#json */
function listAsText() {
  return {
    name: 'list-as-text',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]src[\\/]server[\\/]listed\.json$/ }, ({ path }) => {
        const text = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
        return { contents: `export default JSON.parse(${JSON.stringify(text)});`, loader: 'js' };
      });
    },
  };
}
