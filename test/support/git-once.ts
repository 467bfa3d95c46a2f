import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Kept {
  readonly directories: readonly string[];
  readonly files: readonly (readonly [path: string, content: Buffer, mode: number])[];
}

/** What `.git` held after the commands, by the commands and the files they were run on. */
const kept = new Map<string, Kept>();

/**
 * Runs git commands, the words of each, in a directory without a repository: `init`, `add`, `commit`. Where the same commands were run on
 * the same files before, `.git` is written as it was then: dozens of tests begin with the same repository, and three processes of git take
 * ten times as long as its forty small files. The times in its index are those of other files, so git compares contents once.
 */
export function gitOnce(root: string, commands: readonly (readonly string[])[], git: (...args: readonly string[]) => unknown): void {
  const key = keyOf(root, commands);
  const known = kept.get(key);
  if (known !== undefined) return write(join(root, '.git'), known);
  for (const command of commands) git(...command);
  kept.set(key, read(join(root, '.git')));
}

function keyOf(root: string, commands: readonly (readonly string[])[]): string {
  const hash = createHash('sha256').update(JSON.stringify(commands));
  for (const name of readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (name === '.git' || name.startsWith('.git/')) continue;
    const path = join(root, name);
    const stats = lstatSync(path);
    const content = stats.isSymbolicLink() ? readlinkSync(path) : stats.isFile() ? readFileSync(path) : '';
    hash.update(JSON.stringify([name, stats.mode, content.length])).update(content);
  }
  return hash.digest('hex');
}

function read(directory: string): Kept {
  const directories: string[] = [];
  const files: (readonly [string, Buffer, number])[] = [];
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    // The examples of hooks, which git never runs.
    if (name.endsWith('.sample')) continue;
    const stats = lstatSync(join(directory, name));
    if (stats.isDirectory()) directories.push(name);
    else files.push([name, readFileSync(join(directory, name)), stats.mode]);
  }
  return { directories, files };
}

function write(directory: string, { directories, files }: Kept): void {
  for (const name of ['', ...directories]) mkdirSync(join(directory, name), { recursive: true });
  for (const [name, content, mode] of files) writeFileSync(join(directory, name), content, { mode });
}
