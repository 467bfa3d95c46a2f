// Bundles the extension into dist/: one small file that the editor loads at its start, and chunks of the core that are loaded on demand.
import { cp, rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundling } from '../../scripts/bundling.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

await rm(`${here}dist`, { recursive: true, force: true });
await build({
  ...bundling,
  entryPoints: { extension: `${here}src/extension.ts` },
  outdir: `${here}dist`,
  external: [...bundling.external, 'vscode'],
  // Packages that are CommonJS ask for Node's modules with `require`, which an ES module does not have.
  banner: { js: "import { createRequire as snapRequire } from 'node:module'; const require = snapRequire(import.meta.url);" },
});

// The pages on findings: an explanation opens without asking the network.
await cp(`${here}../../docs/diagnostics`, `${here}dist/diagnostics`, { recursive: true });
