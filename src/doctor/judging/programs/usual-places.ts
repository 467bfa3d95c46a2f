import { directoryOf, joinPath } from '../../../machine/index.ts';
import type { ProgramFound, Setup } from '../../setup.ts';
import { nodeBeside, startsOthers } from './program-search.ts';

type Machine = Pick<Setup, 'facts' | 'home'> & Partial<Pick<Setup, 'listings'>>;

/** Where installers put programs without a word in every PATH: uv, cargo, bun, deno, version managers, package managers. */
const inHome: readonly string[] = (
  '.local/bin .cargo/bin .bun/bin .deno/bin .volta/bin .local/share/mise/shims .asdf/shims .nodenv/shims .pyenv/shims ' +
  '.proto/shims .pixi/bin .npm-global/bin .local/share/pnpm Library/pnpm miniconda3/bin anaconda3/bin .nix-profile/bin ' +
  'go/bin'
).split(' ');
const inRoot: readonly string[] = [
  '/opt/homebrew/bin',
  '/usr/local/bin',
  '/opt/local/bin',
  '/home/linuxbrew/.linuxbrew/bin',
  '/nix/var/nix/profiles/default/bin',
  '/snap/bin',
];
const onWindows: readonly string[] = [
  String.raw`.local\bin`,
  String.raw`.cargo\bin`,
  String.raw`.bun\bin`,
  String.raw`.deno\bin`,
  String.raw`scoop\shims`,
  String.raw`AppData\Roaming\npm`,
  String.raw`AppData\Local\pnpm`,
  String.raw`AppData\Local\Volta\bin`,
  String.raw`AppData\Local\Microsoft\WinGet\Links`,
];
const inDrive: readonly string[] = [String.raw`C:\Program Files\nodejs`, String.raw`C:\ProgramData\chocolatey\bin`];

/** The directory in which nvm keeps a directory for each version of Node; to be listed. */
export function nvmVersions({ facts, home }: Pick<Setup, 'facts' | 'home'>): readonly string[] {
  return facts.platform === 'win32' ? [] : [`${home}/.nvm/versions/node`];
}

/** The paths of a program in the usual places; to be inspected. */
export function usualPlaces(name: string, setup: Machine): readonly string[] {
  const { facts, home } = setup;
  const below = (directory: string): string => joinPath(home, directory, facts.platform);
  if (facts.platform === 'win32') {
    return [...onWindows.map(below), ...inDrive].flatMap((directory) => ['.exe', '.cmd'].map((ending) => `${directory}\\${name}${ending}`));
  }
  const versions = nvmVersions(setup).flatMap((parent) =>
    newestFirst(setup.listings?.get(parent) ?? []).map((version) => `${parent}/${version}/bin`),
  );
  return [...inHome.map(below), ...inRoot, ...versions].map((directory) => `${directory}/${name}`);
}

/** The program in the first usual place that has it. Its first bytes were not read. */
export function inUsualPlace(name: string, setup: Machine & Pick<Setup, 'seen'>): ProgramFound | undefined {
  const isProgram = (path: string): boolean => {
    const found = setup.seen.get(path);
    return found?.kind === 'file' && (setup.facts.platform === 'win32' || found.executable);
  };
  const path = usualPlaces(name, setup).find(isProgram);
  if (path === undefined) return undefined;
  // npm's programs beside a Node are scripts that need it; those of a version manager start it themselves.
  const isScript = startsOthers(name) && !directoryOf(path, setup.facts.platform).endsWith('shims') && isProgram(nodeBeside(path, setup));
  return {
    path,
    target: setup.seen.get(path)?.target ?? path,
    executable: true,
    interpreter: isScript ? '/usr/bin/env node' : undefined,
    isBinary: false,
  };
}

/** Whether a name is a version: `v20.11.1`, `1.0.102`. */
export function isVersion(name: string): boolean {
  return /^v?\d+\.\d+\.\d+$/.test(name);
}

/** Whether one version is lower than another. Only the three numbers are compared. */
export function isLower(version: string, than: string): boolean {
  return order(version, than) < 0;
}

/** The versions among names, the newest first. */
export function newestFirst(names: readonly string[]): readonly string[] {
  return names.filter((name) => isVersion(name)).toSorted((a, b) => order(b, a));
}

function order(a: string, b: string): number {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (const [i, number] of left.entries()) {
    const other = right[i] ?? 0;
    if (number !== other) return number - other;
  }
  return 0;
}

function numbersOf(version: string): readonly number[] {
  return (/^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
}
