import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Git } from './git.ts';

/** Shares the objects of the person's repository and begins with a copy of its index. */
export async function seed(git: Git, directory: string): Promise<void> {
  const source = await git(['rev-parse', '--path-format=absolute', '--git-common-dir']);
  mkdirSync(join(directory, 'objects/info'), { recursive: true });
  writeFileSync(join(directory, 'objects/info/alternates'), `${join(source, 'objects')}\n`);
  if (existsSync(join(source, 'index'))) copyFileSync(join(source, 'index'), join(directory, 'index'));
}
