// Builds the extension into dist/: extension.cjs, the one file that the editor loads at its start; doors/, what src/core.ts takes from the core,
// loaded on demand; and two programs: bench.js, of the thread that works for the views, and uninstall.js.
import { cp, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundling, root } from '../../scripts/bundling.mjs';
import { licenceText } from '../../scripts/licence-text.mjs';

const maxStartBytes = 250_000;
const here = fileURLToPath(new URL('.', import.meta.url));
const dist = `${here}dist`;

await rm(dist, { recursive: true, force: true });

/** The sources of the doors, by the name that each has in dist/doors/. */
const doors = {};
// CommonJS, because the editor asks another thread about each import of an ES module
// (https://github.com/microsoft/vscode/blob/main/src/vs/workbench/api/node/extHostExtensionService.ts, 2026-11-22).
const { metafile } = await build({
  ...bundling,
  entryPoints: { extension: `${here}src/extension.ts` },
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  splitting: false,
  metafile: true,
  external: [...bundling.external, 'vscode'],
  plugins: [doorsApart()],
});
const { bytes, inputs } = metafile.outputs['packages/vscode/dist/extension.cjs'];
if (bytes > maxStartBytes) throw new Error(`The editor loads ${bytes} bytes at the start of the extension; ${maxStartBytes} are allowed.`);
const ofCore = Object.keys(inputs).filter((source) => !source.startsWith('packages/vscode/'));
if (ofCore.length > 0) throw new Error(`Loaded at the start of the extension, although it is of the core: ${ofCore.join(', ')}`);

const programs = await build({
  ...bundling,
  metafile: true,
  entryPoints: { ...doors, bench: `${here}src/bench/inside.ts`, uninstall: `${here}src/uninstall.ts` },
  outdir: dist,
  // Packages that are CommonJS ask for Node's modules with `require`, which an ES module does not have.
  banner: { js: "import { createRequire as snapRequire } from 'node:module'; const require = snapRequire(import.meta.url);" },
});

// The licence of each package of which these bundles hold code; it fails for one without a licence.
const licences = await licenceText([metafile, programs.metafile], 'The extension Snap');
await writeFile(`${here}THIRD-PARTY-LICENSES.txt`, licences.text);
// One change log and one licence for the program and the extension.
for (const name of ['CHANGELOG.md', 'LICENSE']) await cp(`${root}${name}`, `${here}${name}`);
// The pages on findings: an explanation opens without asking the network.
await cp(`${root}docs/diagnostics`, `${dist}/diagnostics`, { recursive: true });

/** Each door that is imported on demand stays outside, as the file that the second build makes of it. */
function doorsApart() {
  return {
    name: 'doors-apart',
    setup({ onResolve }) {
      onResolve({ filter: /^\.\.\/\.\.\/\.\.\/src\// }, ({ path, kind, resolveDir }) => {
        // Taken in, for the check above to find.
        if (kind !== 'dynamic-import') return undefined;
        const source = join(resolveDir, path);
        const name = relative(`${root}src`, source)
          .replace(/([\\/]index)?\.ts$/, '')
          .replaceAll(/[\\/]/g, '-');
        doors[`doors/${name}`] = source;
        return { path: `./doors/${name}.js`, external: true };
      });
    },
  };
}
