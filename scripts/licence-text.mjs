// The licence of every package of which bundles hold code, as one text: of the program (scripts/licenses.mjs) and of the extension (packages/vscode/build.mjs).
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './bundling.mjs';

/**
 * @param metafiles what esbuild says of each bundle.
 * @param holder what contains the code, as the first words of the text.
 * @throws Error for a package without a licence.
 */
export async function licenceText(metafiles, holder) {
  // Only packages of which code is left after unused code was removed.
  const inputs = metafiles
    .flatMap(({ outputs }) => Object.values(outputs))
    .flatMap((output) => Object.entries(output.inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0));
  const directories = [...new Set(inputs.flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))];
  const packages = await Promise.all(directories.map(describe));
  // No package: its rules are data of snap's own (scripts/secret-rules.mjs).
  if (inputs.some(([path]) => /(?:^|\/)src\/checks\/secrets\/vendor-rules/.test(path)))
    packages.push({
      title: 'gitleaks, its rules',
      about: 'MIT, https://github.com/gitleaks/gitleaks',
      licence: (await readFile(join(root, 'src/checks/secrets/vendor-rules.LICENSE.txt'), 'utf8')).trim(),
    });
  const text = [
    `${holder} contains code of these packages.`,
    ...packages
      .toSorted((a, b) => (a.title < b.title ? -1 : 1))
      .flatMap(({ title, about, licence }) => ['', '-'.repeat(80), title, about, '', licence]),
    '',
  ].join('\n');
  return { text, count: packages.length };
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
