// Writes THIRD-PARTY-LICENSES.txt: the licence of every package of which the bundles hold code. What package.json
// names as a dependency is installed beside them, with its own licence.
// `node scripts/licenses.mjs --check` exits 1 when it is stale.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundling, root, workerBundling } from './bundling.mjs';
import { licenceText } from './licence-text.mjs';

const file = join(root, 'THIRD-PARTY-LICENSES.txt');
const programs = await Promise.all([bundling, workerBundling].map((each) => build({ ...each, metafile: true, write: false })));
const { count, text } = await licenceText(
  programs.map(({ metafile }) => metafile),
  'snap',
);

if (!process.argv.includes('--check')) {
  await writeFile(file, text);
  console.log(`THIRD-PARTY-LICENSES.txt: ${count} packages.`);
} else if ((await readFile(file, 'utf8').catch(() => '')) === text) {
  console.log(`The licences of ${count} bundled packages are fresh.`);
} else {
  console.error('THIRD-PARTY-LICENSES.txt is stale. Run "npm run docs" and commit what it writes.');
  process.exitCode = 1;
}
