import { displayPath, realPathOf, shellWord, type System } from '../../system/index.ts';

/** How the files of a patch are named, and where `patch -p1` has to run. */
export interface PatchNames {
  /** In the order of the paths. */
  readonly names: readonly string[];
  readonly directory: '~' | '/';
}

/**
 * The names are real paths, since `patch` follows no link that leads out of the directory it runs in. They are relative to the home directory (`~/…`), as
 * people read them, when all files are in it, and absolute otherwise: `patch -p1` takes off the first part of both.
 * https://www.gnu.org/software/diffutils/manual/html_node/patch-Directories.html
 */
export async function patchNames(system: System, paths: readonly string[]): Promise<PatchNames> {
  const [home = system.home, ...real] = await Promise.all([system.home, ...paths].map((path) => realPath(system, path)));
  const names = real.map((path) => displayPath(path, { home, platform: system.platform })).map((name) => forPatch(name, system));
  if (names.every((name) => name.startsWith('~/'))) return { names, directory: '~' };
  return { names: real.map((path) => forPatch(path, system)), directory: '/' };
}

/** The command that applies a patch, from a file or from standard input. */
export function patchCommand({ directory }: PatchNames, file?: string): string {
  return `cd ${directory} && patch -p1${file === undefined ? '' : ` < ${shellWord(file)}`}`;
}

async function realPath(system: System, path: string): Promise<string> {
  const found = await realPathOf(system, path);
  return found.kind === 'unknown' ? path : found.path;
}

/** On Windows `patch` comes with a POSIX shell. */
function forPatch(path: string, { platform }: System): string {
  return platform === 'win32' ? path.replaceAll('\\', '/') : path;
}
