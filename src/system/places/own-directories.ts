import { posix, win32 } from 'node:path';
import type { OwnDirectories, System } from '../system.ts';

/** Where the directories are looked for. Any platform can be asked for on any other. */
export interface Around {
  readonly platform: System['platform'];
  readonly home: string;
  readonly env: System['env'];
}

/** Everything below one directory. */
export function directoriesBelow(base: string, platform: System['platform']): OwnDirectories {
  const { join } = platform === 'win32' ? win32 : posix;
  return { config: join(base, 'config'), data: join(base, 'data'), state: join(base, 'state'), runtime: join(base, 'runtime') };
}

/**
 * Where the platform wants the files of a program: the directories of the library env-paths, which are computed here because it reads
 * the environment while it is loaded, and ends the program where that names no usable home.
 */
export function platformDirectories({ platform, home, env }: Around): OwnDirectories {
  const { join } = platform === 'win32' ? win32 : posix;
  const name = 'snap-mcp';
  const [config, data, state] = ((): readonly [string, string, string] => {
    switch (platform) {
      case 'darwin': {
        const library = join(home, 'Library');
        return [join(library, 'Preferences', name), join(library, 'Application Support', name), join(library, 'Logs', name)];
      }
      case 'win32': {
        const roaming = env['APPDATA'] || join(home, 'AppData', 'Roaming');
        const local = join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), name);
        return [join(roaming, name, 'Config'), join(local, 'Data'), join(local, 'Log')];
      }
      case 'linux':
        // https://specifications.freedesktop.org/basedir-spec/latest/
        return [
          join(env['XDG_CONFIG_HOME'] || join(home, '.config'), name),
          join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), name),
          join(env['XDG_STATE_HOME'] || join(home, '.local', 'state'), name),
        ];
      default:
        return platform satisfies never;
    }
  })();
  // Not XDG_RUNTIME_DIR and not the temporary directory: both differ between a desktop session, cron and ssh, and a lock only
  // works where every process of the user looks. They also vanish at a reboot, when a dead lock still says what to tidy.
  return { config, data, state, runtime: join(state, 'locks') };
}

/** Directories that never exist and cannot be made: nothing is found in them, and nothing is written. */
export function noDirectories(platform: System['platform']): OwnDirectories {
  return directoriesBelow(platform === 'win32' ? String.raw`\\.\NUL\snap-mcp` : '/dev/null/snap-mcp', platform);
}

/** @throws SnapError where the environment names no usable place, with the variable that is wrong. Asked before anything of snap's own is written. */
export function requireOwnPlace({ own, placeProblem, platform }: Pick<System, 'own' | 'placeProblem' | 'platform'>): void {
  if (placeProblem !== undefined && own.data === noDirectories(platform).data) throw placeProblem;
}
