import { shellPath, separatorOf } from '../../../machine/index.ts';
import { isAbsolutePath, joinPath, nameOf } from '../../../machine/index.ts';
import type { Setup } from '../../setup.ts';
import { nodeDirectory } from './command-entries.ts';
import { isVersion, newestFirst } from './versions.ts';

const version = /[\\/](v?\d+\.\d+\.\d+)(?=[\\/])/;

/** Where a missing path may be now: under the current version or, for a program, on the person's PATH. */
export function movedPaths(path: string, setup: Pick<Setup, 'facts' | 'env' | 'program' | 'listings'>): readonly string[] {
  const { platform } = setup.facts;
  const directories = [
    ...shellPath(setup)
      .split(separatorOf(platform))
      .filter((directory) => isAbsolutePath(directory, platform)),
    nodeDirectory(setup),
  ];
  const name = nameOf(path);
  const isProgram = /[\\/](s?bin|shims|nodejs|Scripts)[\\/][^\\/]+$/.test(path) || (platform === 'win32' && /\.exe$/i.test(path));
  return [
    ...new Set([
      ...underOtherVersion(path, directories, setup),
      ...(isProgram ? directories.map((directory) => joinPath(directory, name, platform)) : []),
    ]),
  ].filter((other) => other !== path);
}

/** The directory that has one subdirectory for each version; to be listed. */
export function versionsBeside(path: string): readonly string[] {
  const found = version.exec(path);
  return found === null ? [] : [path.slice(0, Math.max(found.index, 1))];
}

/** `…/node/v20.11.1/lib/x.js` under `…/node/v22.3.0`: first the version that is on the PATH, then the others, the newest first. */
function underOtherVersion(path: string, directories: readonly string[], { listings }: Pick<Setup, 'listings'>): readonly string[] {
  const old = version.exec(path);
  const [, word] = old ?? [];
  if (old === null || word === undefined) return [];
  const before = path.slice(0, old.index + 1);
  const after = path.slice(old.index + 1 + word.length);
  const inUse = directories.flatMap((directory) =>
    directory.startsWith(before) ? [directory.slice(before.length).split(/[\\/]/)[0] ?? ''] : [],
  );
  const others = versionsBeside(path).flatMap((parent) => listings.get(parent) ?? []);
  return [...inUse, ...newestFirst(others)].filter((other) => isVersion(other)).map((other) => before + other + after);
}
