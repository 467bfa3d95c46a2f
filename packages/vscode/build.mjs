// Bundles the extension into dist/: one small file that the editor loads at its start, the program of the thread that works for the views, and
// chunks of the core that are loaded on demand.
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundling } from '../../scripts/bundling.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

await rm(`${here}dist`, { recursive: true, force: true });
await build({
  ...bundling,
  entryPoints: { extension: `${here}src/extension.ts`, bench: `${here}src/bench/inside.ts` },
  outdir: `${here}dist`,
  external: [...bundling.external, 'vscode'],
  // Packages that are CommonJS ask for Node's modules with `require`, which an ES module does not have.
  banner: { js: "import { createRequire as snapRequire } from 'node:module'; const require = snapRequire(import.meta.url);" },
});
