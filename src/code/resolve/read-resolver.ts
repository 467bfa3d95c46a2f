import { join } from 'node:path';
import { looseJson } from '../../formats/index.ts';
import { type System, textsIn } from '../../system/index.ts';
import { type WorkspacePath, directoryOf, pathFrom } from '../../workspace/index.ts';
import { memberPatterns } from '../../workspace/packages/index.ts';
import { knownFiles } from './candidates.ts';
import { memberPackages, packageAt, type WorkspacePackage } from './packages.ts';
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
  /** By the directory of the workspace that lists its members so. */
  const memberLists = new Map<WorkspacePath, readonly string[]>();
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
      if (found === undefined) continue;
      packages.set(found.directory, found);
      const beside = async (other: string): Promise<string | undefined> => {
        const there = pathFrom(found.directory, other) ?? '';
        return files.has(there) ? read(there) : undefined;
      };
      const lerna = looseJson((await beside('lerna.json')) ?? '')?.['packages'];
      const listed = [...memberPatterns(found.manifest, await beside('pnpm-workspace.yaml')), ...textsIn(lerna)];
      if (listed.length > 0) memberLists.set(found.directory, listed);
    } else if (name === 'tsconfig.json' || (name === 'jsconfig.json' && !files.has(path.replace(/jsconfig\.json$/, 'tsconfig.json')))) {
      const found = await config(path);
      if (found !== undefined) configs.set(directoryOf(path), found);
    }
  }
  // A set may grow while it is walked: references of references.
  const referred = new Set([...configs.values()].flatMap(({ references }) => references));
  for (const path of referred) for (const more of (await config(path))?.references ?? []) referred.add(more);
  const members = memberPackages([...packages.values()], memberLists);
  return new Resolver({ files: knownFiles(files, system.platform !== 'linux'), configs, configsByPath, packages, members });
}

async function textOf(system: System, path: string): Promise<string | undefined> {
  try {
    const bytes = await system.readBytes(path);
    return bytes === undefined ? undefined : Buffer.from(bytes).toString('utf8');
  } catch {
    return undefined;
  }
}
