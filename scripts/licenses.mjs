// Writes THIRD-PARTY-LICENSES.txt: the licence of every package of which the bundles hold code. What package.json
// names as a dependency is installed beside them, with its own licence.
// `node scripts/licenses.mjs --check` exits 1 when it is stale.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundling, root, workerBundling } from './bundling.mjs';

const file = join(root, 'THIRD-PARTY-LICENSES.txt');
const programs = await Promise.all([bundling, workerBundling].map((each) => build({ ...each, metafile: true, write: false })));
// Only packages of which code is left after unused code was removed.
const inputs = programs
  .flatMap(({ metafile }) => Object.values(metafile.outputs))
  .flatMap((output) => Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0));
const directories = [...new Set(inputs.flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))];
const packages = [
  ...(await Promise.all(directories.map(describe))),
  // No package: its rules are data of snap's own (scripts/secret-rules.mjs).
  {
    title: 'gitleaks, its rules',
    about: 'MIT, https://github.com/gitleaks/gitleaks',
    licence: (await readFile(join(root, 'src/checks/secrets/vendor-rules.LICENSE.txt'), 'utf8')).trim(),
  },
];
const text = [
  'snap contains code of these packages.',
  ...packages
    .toSorted((a, b) => (a.title < b.title ? -1 : 1))
    .flatMap(({ title, about, licence }) => ['', '-'.repeat(80), title, about, '', licence]),
  '',
].join('\n');

if (!process.argv.includes('--check')) {
  await writeFile(file, text);
  console.log(`THIRD-PARTY-LICENSES.txt: ${packages.length} packages.`);
} else if ((await readFile(file, 'utf8').catch(() => '')) === text) {
  console.log(`The licences of ${packages.length} bundled packages are fresh.`);
} else {
  console.error('THIRD-PARTY-LICENSES.txt is stale. Run "npm run docs" and commit what it writes.');
  process.exitCode = 1;
}

async function describe(directory) {
  const path = join(root, directory);
  const { name, version, license, homepage } = JSON.parse(await readFile(join(path, 'package.json'), 'utf8'));
  const names = (await readdir(path)).filter((entry) => /^(licen[cs]e|copying|notice)/i.test(entry)).toSorted();
  if (names.length === 0) throw new Error(`${directory}: no licence text.`);
  const texts = await Promise.all(names.map((entry) => readFile(join(path, entry), 'utf8')));
  return {
    title: `${name} ${version}`,
    about: [license, homepage].filter((part) => typeof part === 'string').join(', '),
    licence: texts.map((part) => part.replaceAll('\r\n', '\n').trim()).join('\n\n'),
  };
}
