import { isAbsolute, join } from 'node:path';
import { cliPackage } from '../cli-package.ts';
import { core, type PathWatch, type System } from '../core.ts';
import type { OpenFolder } from '../desk.ts';
import type { CliSearch } from './find-cli.ts';
import { programDirectories } from './program-directories.ts';

/** Watches of the paths on which the gates depend. */
export interface WatchedPaths {
  /** Watches these paths from now on, and no others. */
  follow(paths: readonly string[]): Promise<void>;
  close(): void;
}

export function watchedPaths(onChange: () => void): WatchedPaths {
  const watches = new Map<string, PathWatch>();
  let isClosed = false;
  return {
    async follow(paths) {
      const { watchPath } = await core.watching();
      if (isClosed) return;
      const wanted = new Set(paths);
      for (const [path, watch] of watches)
        if (!wanted.has(path)) {
          watch.close();
          watches.delete(path);
        }
      for (const path of wanted) if (!watches.has(path)) watches.set(path, watchPath(path, onChange, { names: namesMatter(path) }));
    },
    close() {
      isClosed = true;
      for (const watch of watches.values()) watch.close();
      watches.clear();
    },
  };
}

/** Directories of which any file may matter are named with a separator at their end. */
function namesMatter(path: string): boolean {
  return /[\\/]$/.test(path);
}

/** The files that the gates depend on. The daemon's own files are watched by its connection. */
export async function pathsOfGates(
  system: System,
  search: CliSearch,
  folder: OpenFolder | undefined,
  editorFiles: readonly string[],
): Promise<readonly string[]> {
  const settings = join(system.own.config, '/');
  const account = join(system.own.data, 'account.json');
  const place = folder === undefined ? [] : [folder.workspace.privateDirectory, folder.workspace.projectDirectory];
  return [...(await pathsOfProgram(system, search)), settings, account, ...place, ...editorFiles];
}

/** What says the version of a program that is dist/main.js of its package. */
function packageOf(file: string): string {
  return join(file, '..', '..', 'package.json');
}

/** Where the program is; or every place where it would appear, as long as it is missing. */
async function pathsOfProgram(system: System, search: CliSearch): Promise<readonly string[]> {
  if (search.kind === 'found') return [...new Set([search.cli.path, search.cli.file, packageOf(search.cli.file)])];
  const { separatorOf, shellPath } = await core.machine();
  const onPath = shellPath(system).split(separatorOf(system.platform));
  const directories = [...onPath, ...(await programDirectories(system))].filter((directory) => isAbsolute(directory));
  const ending = system.platform === 'win32' ? '.cmd' : '';
  const known = search.path === undefined ? [] : [search.path, ...(search.why === 'old' ? [search.file, packageOf(search.file)] : [])];
  const named = [...new Set(directories)].flatMap((directory) => ['snap', cliPackage].map((name) => join(directory, `${name}${ending}`)));
  return [...new Set([...known, ...named])];
}
