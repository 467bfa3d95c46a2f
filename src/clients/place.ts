/** Where things are: pure data, no functions, no resolved paths. `locate.ts` turns places into paths. */

import type { EntryForm } from './entry-form.ts';

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
