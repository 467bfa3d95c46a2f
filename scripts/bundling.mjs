// How the program is bundled, and the parts of its sources that the scripts need.
import { readFileSync, realpathSync } from 'node:fs';
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
  plugins: [withoutValidator(), withoutSpaces(), listAsText(), leanProtocol()],
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

/**
 * The SDK makes 170 schemas when it is loaded: 8 CPU ms of the first call. The server has a copy of the SDK of its own in which each
 * is marked as free of side effects, so that those which nothing uses are left out; the doctor's client uses nearly all.
 */
function leanProtocol() {
  const sdk = realpathSync(`${root}node_modules/@modelcontextprotocol/sdk/dist/esm`);
  const suffix = '?lean';
  return {
    name: 'lean-protocol',
    setup({ onLoad, onResolve, resolve }) {
      onResolve({ filter: /^\.|^@modelcontextprotocol\/sdk\// }, async ({ path, importer, resolveDir, kind, pluginData }) => {
        const isServer = importer === `${root}src/server/server.ts` && path.startsWith('@modelcontextprotocol/');
        if (pluginData === suffix || !(isServer || (importer.startsWith(sdk) && pluginData === 'lean'))) return undefined;
        const { path: found, errors } = await resolve(path, { importer, resolveDir, kind, pluginData: suffix });
        if (errors.length > 0) return { errors };
        return found.startsWith(sdk) ? { path: found, suffix, pluginData: 'lean' } : { path: found };
      });
      onLoad({ filter: /\.js$/, namespace: 'file' }, ({ path, suffix: own }) => {
        if (own !== suffix) return undefined;
        return { contents: marked(readFileSync(path, 'utf8'), path === `${sdk}/types.js`), loader: 'js', pluginData: 'lean' };
      });
    },
  };
}

/** `const A = z.object(…);` becomes a call that the bundler may leave out when its result is not used. */
function marked(text, hasSchemas) {
  if (!hasSchemas) return text;
  const statement = /^((?:export )?const \w+ = )((?:z\.|\w+Schema\b)[^]*?);$(?=\n(?:\/\*|\/\/|export|const|function|import|class|$))/gm;
  return text.replace(statement, '$1/* @__PURE__ */ (() => $2)();');
}
