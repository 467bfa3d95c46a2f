import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { SnapError, type System, type TreeFile } from '../../system/index.ts';
import { confine, globTest, type Workspace } from '../../workspace/index.ts';
import type { Compression } from './budgets.ts';

const maxFiles = 2_000;
const maxBytes = 16 * 1024 * 1024;

/** The files that a pattern names, wherever they are in the workspace: what is built is mostly left out by ignore rules. */
export async function builtFiles(system: System, workspace: Workspace, pattern: string): Promise<readonly TreeFile[]> {
  const matches = globTest(pattern);
  const fixed = pattern.replace(/^\.\//, '').split('/').slice(0, -1);
  const variable = fixed.findIndex((part) => /[*?{[]/.test(part));
  const directory = (variable === -1 ? fixed : fixed.slice(0, variable)).join('/');
  const prefix = directory === '' ? '' : `${directory}/`;
  try {
    await confine(system, workspace, directory === '' ? '.' : directory);
  } catch (error) {
    // Outside of the workspace, by its name or through a link.
    if (error instanceof SnapError) return [];
    throw error;
  }
  const { files } = await system.walk(join(workspace.root, directory), {
    enters: (path) => !/(?:^|\/)(?:node_modules|\.git)(?:\/|$)/.test(path) && (variable !== -1 || pattern.includes('**')),
    wants: (path) => matches(prefix + path),
    maxFiles,
  });
  return files.filter(({ kind }) => kind === 'file').map((file) => ({ ...file, path: prefix + file.path }));
}

/** The bytes of a file as they would be sent. `undefined` for one that is too large to be compressed here. */
export async function sentBytes(
  system: System,
  workspace: Workspace,
  file: TreeFile,
  compression: Compression,
): Promise<number | undefined> {
  if (compression === 'none') return file.size;
  if (file.size > maxBytes) return undefined;
  const bytes = (await system.readBytes(join(workspace.root, file.path))) ?? new Uint8Array();
  if (compression === 'gzip') return (await promisify(gzip)(bytes, { level: 9 })).length;
  return (await promisify(brotliCompress)(bytes)).length;
}
