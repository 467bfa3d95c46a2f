// Makes the next version out of the changesets: `npm run version-packages`. The program and the extension have one name, one version and one
// CHANGELOG.md. Changesets sees the workspaces alone, of which the extension is the one with that name: it is bumped, and the root follows.
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const at = (...names) => join(root, ...names);
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

const extension = at('packages/vscode/package.json');
const texts = Object.fromEntries([extension, at('package.json')].map((path) => [path, readFileSync(path, 'utf8')]));
const before = read(extension).version;
copyFileSync(at('CHANGELOG.md'), at('packages/vscode/CHANGELOG.md'));
execFileSync(process.execPath, [fileURLToPath(new URL('../node_modules/@changesets/cli/bin.js', import.meta.url)), 'version'], {
  cwd: root,
  stdio: 'inherit',
});
renameSync(at('packages/vscode/CHANGELOG.md'), at('CHANGELOG.md'));
const { version } = read(extension);

// Of both manifests only the version changes, and no line break.
for (const [path, text] of Object.entries(texts)) writeFileSync(path, text.replace(/"version": "[^"]*"/, `"version": "${version}"`));
const lock = read(at('package-lock.json'));
lock.version = version;
for (const path of ['', 'packages/vscode']) lock.packages[path].version = version;
writeFileSync(at('package-lock.json'), `${JSON.stringify(lock, undefined, 2)}\n`);
console.log(version === before ? `There are no changesets; the version stays ${version}.` : `${before} is now ${version}.`);
