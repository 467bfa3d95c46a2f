import { join } from 'node:path';
import type { System } from '../../system/index.ts';
import { type WorkspacePath, directoryOf } from '../../workspace/index.ts';
import { knownFiles } from './candidates.ts';
import { namedPackages, packageAt, type WorkspacePackage } from './packages.ts';
import { Resolver } from './resolver.ts';
import { readTsConfig, type TsConfig } from './tsconfig.ts';

/** Reads what decides about specifiers: every package.json and tsconfig.json of the workspace, and what those extend. */
export async function readResolver(system: System, root: string, files: ReadonlySet<WorkspacePath>): Promise<Resolver> {
  const texts = new Map<WorkspacePath, Promise<string | undefined>>();
  const read = async (path: WorkspacePath): Promise<string | undefined> => {
    let text = texts.get(path);
    if (text === undefined) texts.set(path, (text = textOf(system, join(root, path))));
    return text;
  };
  const packages = new Map<WorkspacePath, WorkspacePackage>();
  const configs = new Map<WorkspacePath, TsConfig>();
  const configsByPath = new Map<WorkspacePath, TsConfig>();
  const config = async (path: WorkspacePath): Promise<TsConfig | undefined> => {
    const known = configsByPath.get(path) ?? (await readTsConfig(path, read));
    if (known !== undefined) configsByPath.set(path, known);
    return known;
  };
  for (const path of files) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (name === 'package.json') {
      const found = packageAt(path, (await read(path)) ?? '');
      if (found !== undefined) packages.set(found.directory, found);
    } else if (name === 'tsconfig.json' || (name === 'jsconfig.json' && !files.has(path.replace(/jsconfig\.json$/, 'tsconfig.json')))) {
      const found = await config(path);
      if (found !== undefined) configs.set(directoryOf(path), found);
    }
  }
  // A set may grow while it is walked: references of references.
  const referred = new Set([...configs.values()].flatMap(({ references }) => references));
  for (const path of referred) for (const more of (await config(path))?.references ?? []) referred.add(more);
  const named = namedPackages([...packages.values()], {
    pnpm: files.has('pnpm-workspace.yaml') ? await read('pnpm-workspace.yaml') : undefined,
    lerna: files.has('lerna.json') ? await read('lerna.json') : undefined,
  });
  return new Resolver({ files: knownFiles(files, system.platform !== 'linux'), configs, configsByPath, packages, named });
}

async function textOf(system: System, path: string): Promise<string | undefined> {
  try {
    const bytes = await system.readBytes(path);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
  } catch {
    return undefined;
  }
}
