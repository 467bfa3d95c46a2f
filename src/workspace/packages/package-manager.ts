import { textIn } from '../../system/index.ts';
import type { Package } from './packages.ts';

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** How each starts a program of a package that is installed, and nothing that would have to be downloaded. */
export const programStarts: Readonly<Record<PackageManager, string>> = {
  npm: 'npx --no',
  pnpm: 'pnpm exec',
  yarn: 'yarn run',
  bun: 'bunx --no-install',
};

const lockFiles: readonly (readonly [string, PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

/**
 * The package manager of a workspace: what `packageManager` of package.json says, else the lock file, else npm. The package itself comes
 * before the root. https://nodejs.org/api/packages.html#packagemanager
 */
export function packageManagerOf(...packages: readonly Package[]): PackageManager {
  for (const { manifest } of packages) {
    const [, said] = /^(npm|pnpm|yarn|bun)@/.exec(textIn(manifest['packageManager']) ?? '') ?? [];
    if (said === 'npm' || said === 'pnpm' || said === 'yarn' || said === 'bun') return said;
  }
  for (const { names } of packages) {
    const locked = lockFiles.find(([file]) => names.includes(file));
    if (locked !== undefined) return locked[1];
  }
  return 'npm';
}
