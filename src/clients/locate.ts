import { posix, win32 } from 'node:path';
import type { EntryForm } from './entry-form.ts';

/** The machine a place is looked for on. Any platform can be asked for on any other. */
export interface Where {
  readonly platform: Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The open project, absolute. */
  readonly workspace: string;
}

/**
 * The paths of a place, absolute, the one to prefer first; a `*` of the place stays in them as a pattern.
 * Empty where this platform has no such place.
 */
export function locate(place: Place | PlaceByPlatform, where: Where): readonly string[] {
  const here = onPlatform(place, where.platform);
  if (here === undefined) return [];
  for (const { env, path } of here.override ?? []) {
    const value = absoluteVariable(env, where);
    if (value !== undefined) return [below(value, path, where.platform)];
  }
  return basesOf(here.from, where).map((directory) => below(directory, here.path, where.platform));
}

/** The directories of each base, by the machine they were asked for: a scan locates 500 places. */
const knownBases = new WeakMap<Where, Map<Base, readonly string[]>>();

function basesOf(base: Base, where: Where): readonly string[] {
  const ofMachine = knownBases.get(where) ?? new Map<Base, readonly string[]>();
  knownBases.set(where, ofMachine);
  const known = ofMachine.get(base) ?? directoriesOf(base, where);
  ofMachine.set(base, known);
  return known;
}

/** A place below a directory. Rows hold clean relative paths, so this need not cost what a general join costs: a scan makes 500. */
function below(directory: string, path: string, platform: Platform): string {
  const separator = platform === 'win32' ? '\\' : '/';
  const base = directory.endsWith(separator) || (platform === 'win32' && directory.endsWith('/')) ? directory.slice(0, -1) : directory;
  if (path === '') return base === '' ? separator : base;
  return base + separator + (platform === 'win32' ? path.replaceAll('/', separator) : path);
}

/** Where the servers are, with the workspace filled in as the client spells it. */
export function layoutPath(layout: Layout, where: Pick<Where, 'platform' | 'workspace'>): readonly string[] {
  return layout.at.map((step) => (typeof step === 'string' ? step : workspaceKey(where)));
}

/**
 * Claude Code keys `projects` by the path as it got it. On Windows one folder may have an entry with `\` and one with `/`;
 * those with `/` are the ones that hold servers. https://github.com/anthropics/claude-code/issues/88418
 */
function workspaceKey({ platform, workspace }: Pick<Where, 'platform' | 'workspace'>): string {
  return platform === 'win32' ? workspace.replaceAll('\\', '/') : workspace;
}

/** A place as documentation spells it, for any machine of a platform: `%APPDATA%\Claude\…`. Overrides are not shown. */
export function displayPlace(place: Place | PlaceByPlatform, platform: Platform): string | undefined {
  const here = onPlatform(place, platform);
  if (here === undefined) return undefined;
  const { sep } = pathModule(platform);
  const [override] = here.override ?? [];
  const [root, path] =
    here.from === 'environment' && override !== undefined
      ? [platform === 'win32' ? `%${override.env}%` : `$${override.env}`, override.path]
      : [displayedRoots[platform][here.from], here.path];
  if (root === undefined) return undefined;
  if (path === '') return root;
  return `${root === sep ? '' : root}${sep}${path.replaceAll('/', sep)}`;
}

const displayedRoots: { readonly [P in Platform]: { readonly [B in Base]?: string } } = {
  darwin: {
    workspace: '<workspace>',
    home: '~',
    userData: '~/Library/Application Support',
    xdgConfig: '~/.config',
    applications: '/Applications',
    vscodeUser: '~/Library/Application Support/<editor>/User',
    vscodeExtensions: '~/.<editor>/extensions',
    root: '/',
  },
  linux: {
    workspace: '<workspace>',
    home: '~',
    userData: '~/.config',
    xdgConfig: '~/.config',
    vscodeUser: '~/.config/<editor>/User',
    vscodeExtensions: '~/.<editor>/extensions',
    root: '/',
  },
  win32: {
    workspace: '<workspace>',
    home: '%USERPROFILE%',
    userData: '%APPDATA%',
    xdgConfig: String.raw`%USERPROFILE%\.config`,
    localAppData: '%LOCALAPPDATA%',
    programData: '%ProgramData%',
    programFiles: '%ProgramFiles%',
    vscodeUser: String.raw`%APPDATA%\<editor>\User`,
    vscodeExtensions: String.raw`%USERPROFILE%\.<editor>\extensions`,
  },
};

function onPlatform(place: Place | PlaceByPlatform, platform: Platform): Place | undefined {
  return 'from' in place ? place : place[platform];
}

function pathModule(platform: Platform): typeof posix {
  return platform === 'win32' ? win32 : posix;
}

function directoriesOf(base: Base, where: Where): readonly string[] {
  const { platform, home } = where;
  const { join, sep } = pathModule(platform);
  const isWindows = platform === 'win32';
  switch (base) {
    case 'workspace':
      return [where.workspace];
    case 'home':
      return [home];
    case 'userData':
      return [userData(where)];
    case 'xdgConfig':
      return [xdgConfig(where)];
    case 'localAppData':
      return isWindows ? [absoluteVariable('LOCALAPPDATA', where) ?? join(home, 'AppData', 'Local')] : [];
    case 'programData':
      return isWindows ? [absoluteVariable('ProgramData', where) ?? String.raw`C:\ProgramData`] : [];
    case 'programFiles':
      return isWindows ? [absoluteVariable('ProgramFiles', where) ?? String.raw`C:\Program Files`] : [];
    case 'applications':
      return platform === 'darwin' ? ['/Applications', join(home, 'Applications')] : [];
    case 'vscodeUser':
      return [
        ...editors.map(({ settings }) => `${userData(where)}${sep}${settings}${sep}User`),
        `${home}${sep}${editorServer}${sep}data${sep}User`,
      ];
    case 'vscodeExtensions':
      return [...new Set([...editors.map(({ extensions }) => extensions), editorServer])].map(
        (name) => `${home}${sep}${name}${sep}extensions`,
      );
    case 'root':
      return isWindows ? [] : ['/'];
    case 'environment':
      return [];
    default:
      return base satisfies never;
  }
}

function userData(where: Where): string {
  const { join } = pathModule(where.platform);
  switch (where.platform) {
    case 'darwin':
      return join(where.home, 'Library', 'Application Support');
    case 'win32':
      return absoluteVariable('APPDATA', where) ?? join(where.home, 'AppData', 'Roaming');
    case 'linux':
      return xdgConfig(where);
    default:
      return where.platform satisfies never;
  }
}

function xdgConfig(where: Where): string {
  return absoluteVariable('XDG_CONFIG_HOME', where) ?? pathModule(where.platform).join(where.home, '.config');
}

/**
 * A relative value counts as not set: it would mean another file in every directory, and the XDG specification says to
 * ignore it. https://specifications.freedesktop.org/basedir-spec/latest/
 */
function absoluteVariable(name: string, where: Where): string | undefined {
  const value = where.env[name] ?? (where.platform === 'win32' ? anyCase(name, where.env) : undefined);
  return value !== undefined && pathModule(where.platform).isAbsolute(value) ? value : undefined;
}

/** Windows does not tell names of variables apart by case; a copy of its environment does. */
function anyCase(name: string, env: Where['env']): string | undefined {
  const key = Object.keys(env).find((other) => other.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : env[key];
}

/**
 * VS Code and the editors made from it, the most used first: the directory of the settings below `userData`, and the one of the
 * extensions below the home directory. VSCodium and Code - OSS share the latter. Assistants that are extensions have their files there.
 */
const editors = [
  { settings: 'Code', extensions: '.vscode' },
  { settings: 'Code - Insiders', extensions: '.vscode-insiders' },
  { settings: 'VSCodium', extensions: '.vscode-oss' },
  { settings: 'Code - OSS', extensions: '.vscode-oss' },
  { settings: 'Cursor', extensions: '.cursor' },
  { settings: 'Windsurf', extensions: '.windsurf' },
  { settings: 'Windsurf - Next', extensions: '.windsurf-next' },
  { settings: 'Kiro', extensions: '.kiro' },
  { settings: 'Trae', extensions: '.trae' },
  { settings: 'Qoder', extensions: '.qoder' },
  { settings: 'Antigravity', extensions: '.antigravity' },
  { settings: 'Positron', extensions: '.positron' },
] as const;

/** What VS Code runs on the remote side of SSH, WSL and containers; it keeps its settings beside its extensions. */
const editorServer = '.vscode-server';

/** Where things are: pure data, no functions, no resolved paths. `locate.ts` turns places into paths. */

export type Platform = 'darwin' | 'linux' | 'win32';

/** For whom a file counts: one project, one person in one project, one person, everyone on the machine. */
export type Scope = 'project' | 'local' | 'global' | 'managed';

/**
 * Where a path starts.
 * - `workspace`: the open project
 * - `home`: the home directory
 * - `userData`: `~/Library/Application Support`, `%APPDATA%`, `$XDG_CONFIG_HOME` or `~/.config`
 * - `xdgConfig`: `$XDG_CONFIG_HOME` or `~/.config`, on every platform
 * - `localAppData`, `programData`, `programFiles`: the Windows folders (no path elsewhere)
 * - `applications`: `/Applications` and `~/Applications` (macOS only)
 * - `vscodeUser`: the `User` directory of every VS Code variant and fork
 * - `vscodeExtensions`: the extensions directory of every VS Code variant and fork
 * - `root`: the root of the file system (no path on Windows)
 * - `environment`: no path of its own; only an `override` gives it one
 */
export type Base =
  | 'workspace'
  | 'home'
  | 'userData'
  | 'xdgConfig'
  | 'localAppData'
  | 'programData'
  | 'programFiles'
  | 'applications'
  | 'vscodeUser'
  | 'vscodeExtensions'
  | 'root'
  | 'environment';

export interface Place {
  readonly from: Base;
  /** Relative, with `/`. A `*` matches any characters inside one segment. */
  readonly path: string;
  /**
   * Environment variables that move it; the first one that is set wins: its value joined with `path` (`''`: the value is the file).
   * A value that is not an absolute path is ignored.
   */
  readonly override?: readonly { readonly env: string; readonly path: string }[];
}
/** A platform that is left out has no such place. */
export type PlaceByPlatform = { readonly [P in Platform]?: Place };

/** A key, or the absolute path of the workspace as a key (Claude Code's `projects`). */
export type PathStep = string | { readonly key: 'workspace' };

/** Where the servers are inside a config file. */
export interface Layout {
  /** `map`: server name → entry, as most do. `list`: entries that carry their own `name`. */
  readonly kind: 'map' | 'list';
  readonly at: readonly [PathStep, ...PathStep[]];
  /** Lists whose items keep their fields inside one member. */
  readonly wrap?: string;
  /** How entries are spelled there, where that differs from the client's other layouts. */
  readonly entry?: EntryForm;
}
