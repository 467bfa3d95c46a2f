// The trees that are measured, all of them committed, packed, and known to git's index.
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environmentOf, root, scratch } from '../support/program.mjs';
import { warm } from './disk.mjs';

/** Mean size of a file, bytes: as in projects of that size. */
const meanBytes = { 8000: 17_000, 100000: 3_300 };
export const sizes = ['this', ...Object.keys(meanBytes)];

/**
 * @param name one of {@link sizes}, or `one`: a single file.
 * @returns `files`: those that may be changed; `count`: how many there are.
 */
export async function treeOf(bench, name) {
  const base = join(scratch, `tree-${name}`);
  const home = join(base, 'home');
  const at = join(home, 'work');
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, '.gitconfig'), '[user]\n\tname = Mara\n\temail = mara@example.com\n[init]\n\tdefaultBranch = main\n');
  const environment = { ...environmentOf(home), GIT_CONFIG_NOSYSTEM: '1', ...withoutCollection };
  const began = performance.now();
  const grown = name === 'this' ? cloned(at, environment) : await made(bench, name, at, environment);
  const excludes = join(base, 'excludes');
  writeFileSync(excludes, bench.rooExcludes.join('\n'));
  const files = capturedByAll(grown, { excludes, at, environment });
  warm(at);
  return { files, count: grown.files.length, bytes: grown.bytes, name, base, home, root: at, environment, ms: performance.now() - began };
}

/** The same tree at another place, its files as well known to git. */
export function copyOf(tree, name) {
  const home = join(tree.base, name);
  const at = join(home, 'work');
  const environment = { ...tree.environment, HOME: home };
  execFileSync('cp', ['-a', tree.home, home]);
  git(at, environment, 'update-index', '-q', '--refresh');
  warm(at);
  return { ...tree, home, root: at, environment };
}

/** git would collect in the background while the next engine is measured, and what is measured of its store are loose objects. */
const withoutCollection = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'gc.auto', GIT_CONFIG_VALUE_0: '0' };

function cloned(at, environment) {
  execFileSync('git', ['clone', '-q', '--no-hardlinks', root, at], { env: environment });
  const files = git(at, environment, 'ls-files', '-z')
    .split('\0')
    .filter((path) => path !== '' && lstatSync(join(at, path)).isFile());
  return { files, bytes: files.reduce((sum, path) => sum + lstatSync(join(at, path)).size, 0) };
}

/** Those that every engine captures: Roo Code leaves out by name what others keep. Only they are changed. */
function capturedByAll({ files }, { excludes, at, environment }) {
  const ignored = git(at, environment, '-c', `core.excludesFile=${excludes}`, 'ls-files', '-z', '-i', '-c', '--exclude-standard');
  const leftOut = new Set(ignored.split('\0'));
  return files.filter((path) => !leftOut.has(path));
}

async function made(bench, name, at, environment) {
  const grown = bench.growTree(at, name === 'one' ? { files: 1, seed: 2 } : { files: Number(name), meanBytes: meanBytes[name] });
  await bench.commitAll(grown, environment);
  return grown;
}

export function git(at, environment, ...args) {
  return execFileSync('git', args, { cwd: at, env: environment, encoding: 'utf8', maxBuffer: 1 << 28 });
}
