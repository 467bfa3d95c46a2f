// What dist/ is built from, as one value: the build keeps it in dist/package.json, and the tests build again when it differs.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** SHA-256 of the sources, the scripts and the versions of the packages. */
export function sourcesDigest() {
  const hash = createHash('sha256');
  const files = ['package.json', 'package-lock.json', 'tsconfig.json', ...filesBelow('src'), ...filesBelow('scripts')];
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

/** The digest of the sources of which `dist/` was built; undefined when there is no dist/ or its build did not finish. */
export function builtDigest() {
  const path = join(root, 'dist/package.json');
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).builtFrom : undefined;
}

function filesBelow(directory) {
  return readdirSync(join(root, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/'))
    .sort();
}
