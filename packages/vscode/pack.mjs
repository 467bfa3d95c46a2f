// Builds the extension and packs it into snap-mcp.vsix: `node packages/vscode/pack.mjs`
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensurePacker } from './test/editor/install.mjs';
import { vsce } from './test/editor/library/pack.mjs';
import { packageDirectory, packed } from './test/editor/library/tools.mjs';

await ensurePacker((line) => console.log(line));
// It refuses a start that is too large.
const built = spawnSync(process.execPath, [join(packageDirectory, 'build.mjs')], { cwd: packageDirectory, stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
await vsce(packageDirectory, packed);
const kilobytes = (path) => `${Math.round(statSync(path).size / 1000)} kB`;
const atStart = kilobytes(join(packageDirectory, 'dist/extension.cjs'));
const manifest = JSON.parse(readFileSync(join(packageDirectory, 'package.json'), 'utf8'));
const missing = ['repository', 'bugs', 'homepage'].filter((name) => manifest[name] === undefined);
if (missing.length > 0) console.log(`Not in the manifest, because the project has no public address yet: ${missing.join(', ')}.`);
console.log(`${packed}: ${kilobytes(packed)}, of which the editor loads ${atStart} at the start of the extension`);
