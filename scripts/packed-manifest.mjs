// The package's manifest names no script and no package that only a clone has. npm packs package.json as it stands, so it is rewritten
// while npm packs:  `strip` runs before (`prepack`), `restore` after (`postpack`), which npm runs from the manifest it read at first.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const manifest = fileURLToPath(new URL('../package.json', import.meta.url));
/** In node_modules, which nobody commits. It stays when packing was killed; then the next run brings it back first. */
const kept = fileURLToPath(new URL('../node_modules/.package.json.unpacked', import.meta.url));

if (existsSync(kept)) renameSync(kept, manifest);
if (process.argv[2] === 'strip') {
  const whole = readFileSync(manifest, 'utf8');
  const { scripts: _scripts, devDependencies: _devDependencies, workspaces: _workspaces, ...packed } = JSON.parse(whole);
  writeFileSync(kept, whole);
  writeFileSync(manifest, `${JSON.stringify(packed, undefined, 2)}\n`);
}
