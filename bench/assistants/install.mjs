// Puts one pinned version of an assistant into a directory outside this project, once. Nothing of a package runs while it is installed:
// where a package would fetch its program by a script, the package that holds the program is named in the assistant's file.
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

const seconds = 300;

/** The path of the program. Throws when the registry does not have the version. */
export async function install({ assistant, version, packages }, program, directory) {
  const at = join(directory, `${assistant}-${version}`);
  const path = join(at, 'node_modules', program);
  if (existsSync(path)) return path;
  mkdirSync(join(directory, 'npm-home'), { recursive: true });
  mkdirSync(at, { recursive: true });
  writeFileSync(join(at, 'package.json'), `${JSON.stringify({ private: true, dependencies: packages }, undefined, 2)}\n`);
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-progress', '--cache', join(directory, 'npm-cache')];
  const env = { ...process.env, HOME: join(directory, 'npm-home') };
  await promisify(execFile)('npm', ['install', ...flags], { cwd: at, env, timeout: seconds * 1000, killSignal: 'SIGKILL' });
  if (!existsSync(path)) throw new Error(`${assistant} ${version}: its packages do not hold ${program}.`);
  return path;
}
