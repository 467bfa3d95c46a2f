// Bundles the extension into dist/: one small file that the editor loads at its start, the program of the thread that works for the views, and
// chunks of the core that are loaded on demand.
import { cp, readFile, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundling } from '../../scripts/bundling.mjs';

const maxStartBytes = 250_000;
const here = fileURLToPath(new URL('.', import.meta.url));

await rm(`${here}dist`, { recursive: true, force: true });
const { metafile } = await build({
  ...bundling,
  entryPoints: { extension: `${here}src/extension.ts`, bench: `${here}src/bench/inside.ts` },
  outdir: `${here}dist`,
  metafile: true,
  external: [...bundling.external, 'vscode'],
  plugins: [...bundling.plugins, ownAtOnce()],
  // Packages that are CommonJS ask for Node's modules with `require`, which an ES module does not have.
  banner: { js: "import { createRequire as snapRequire } from 'node:module'; const require = snapRequire(import.meta.url);" },
});

// What the editor loads before the extension can answer: its file, and what that imports at once.
const { bytes, sources } = startOf('packages/vscode/dist/extension.js');
if (bytes > maxStartBytes) throw new Error(`The editor loads ${bytes} bytes at the start of the extension; ${maxStartBytes} are allowed.`);
const ofCore = sources.filter((source) => !source.startsWith('packages/vscode/'));
if (ofCore.length > 0) throw new Error(`Loaded at the start of the extension, although it is of the core: ${ofCore.join(', ')}`);

// One change log and one licence for the program and the extension.
for (const name of ['CHANGELOG.md', 'LICENSE']) await cp(`${here}../../${name}`, `${here}${name}`);
// The pages on findings: an explanation opens without asking the network.
await cp(`${here}../../docs/diagnostics`, `${here}dist/diagnostics`, { recursive: true });

/**
 * The extension's own files are one file, although the sources load them when they are needed: the editor asks another thread about each import
 * of an ES module (https://github.com/microsoft/vscode/blob/main/src/vs/workbench/api/node/extHostExtensionService.ts, 2026-11-22), so that
 * fifteen small files cost more than reading what they hold. The doors of the core stay apart: src/core.ts is left as it is.
 */
function ownAtOnce() {
  return {
    name: 'own-at-once',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]packages[\\/]vscode[\\/]src[\\/].*\.ts$/ }, async ({ path }) => {
        if (/[\\/]src[\\/]core\.ts$/.test(path)) return undefined;
        const text = await readFile(path, 'utf8');
        const imports = [];
        const contents = text.replaceAll(/(?<!typeof )\bimport\(('\.[^']+\.ts')\)/g, (_, file) => {
          imports.push(`import * as ownFile${imports.length} from ${file};`);
          return `Promise.resolve(ownFile${imports.length - 1})`;
        });
        return imports.length === 0 ? undefined : { contents: `${imports.join('\n')}\n${contents}`, loader: 'ts' };
      });
    },
  };
}

function startOf(entry) {
  const waiting = [entry];
  const found = new Set(waiting);
  for (const path of waiting)
    for (const { kind, external, path: next } of metafile.outputs[path].imports)
      if (kind === 'import-statement' && !external && !found.has(next)) {
        found.add(next);
        waiting.push(next);
      }
  const outputs = waiting.map((path) => metafile.outputs[path]);
  return {
    bytes: outputs.reduce((sum, output) => sum + output.bytes, 0),
    sources: outputs.flatMap(({ inputs }) =>
      Object.entries(inputs).flatMap(([source, { bytesInOutput }]) => (bytesInOutput > 0 ? [source] : [])),
    ),
  };
}
