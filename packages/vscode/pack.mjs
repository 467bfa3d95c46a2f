// Builds the extension and packs it into snap-mcp.vsix: `node packages/vscode/pack.mjs`
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePacker } from './test/editor/install.mjs';
import { startBytes, vsce } from './test/editor/library/pack.mjs';
import { packageDirectory, packed } from './test/editor/library/tools.mjs';

/** What the editor loads before the extension can answer. */
const maxStartBytes = 250_000;

await ensurePacker((line) => console.log(line));
const built = spawnSync(process.execPath, [join(packageDirectory, 'build.mjs')], { cwd: packageDirectory, stdio: 'inherit' });
if (built.status !== 0) process.exit(1);

const bytes = startBytes(join(packageDirectory, 'dist/extension.js'));
const kilobytes = (count) => `${Math.round(count / 1000)} kB`;
if (bytes > maxStartBytes) {
  console.error(`The editor would load ${kilobytes(bytes)} when the extension starts; at most ${kilobytes(maxStartBytes)} are allowed.`);
  process.exit(1);
}
await vsce(packageDirectory, packed);
console.log(`${packed}: ${kilobytes(statSync(packed).size)}, of which the editor loads ${kilobytes(bytes)} at the start of the extension`);
