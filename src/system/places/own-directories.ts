import { posix, win32 } from 'node:path';
import type { OwnDirectories, System } from '../system.ts';

/** Where the directories are looked for. Any platform can be asked for on any other. */
export interface Around {
  readonly platform: System['platform'];
  readonly home: string;
  readonly env: System['env'];
}

/** No platform opens a longer path. */
const maxPathBytes = 4_000;

/** What keeps a value from being the path of a directory, whatever is on the disk. */
export function pathFault(
  value: string,
  platform: System['platform'],
): 'empty' | 'too long' | 'control characters' | 'relative' | undefined {
  if (value === '') return 'empty';
  if (Buffer.byteLength(value) > maxPathBytes) return 'too long';
  if (/[\u0000-\u001F\u007F]/.test(value)) return 'control characters';
  // With the disk on Windows: `\x` and `C:x` depend on the directory one is in.
  const isWhole = platform === 'win32' ? /^(?:[A-Za-z]:[\\/]|[\\/]{2}[^\\/])/.test(value) : value.startsWith('/');
  return isWhole ? undefined : 'relative';
}

/** Everything below one directory. */
export function directoriesBelow(base: string, platform: System['platform']): OwnDirectories {
  const { join } = platform === 'win32' ? win32 : posix;
  return {
    config: join(base, 'config'),
    data: join(base, 'data'),
    state: join(base, 'state'),
    cache: join(base, 'cache'),
    runtime: join(base, 'runtime'),
  };
}

/**
 * Where the platform wants the files of a program: the directories of the library env-paths, which are computed here because it reads
 * the environment while it is loaded, and ends the program where that names no usable home.
 */
export function platformDirectories({ platform, home, env }: Around): OwnDirectories {
  const { join } = platform === 'win32' ? win32 : posix;
  const name = 'snap-mcp';
  const [config, data, state, cache] = ((): readonly [string, string, string, string] => {
    switch (platform) {
      case 'darwin': {
        const library = join(home, 'Library');
        return [
          join(library, 'Preferences', name),
          join(library, 'Application Support', name),
          join(library, 'Logs', name),
          join(library, 'Caches', name),
        ];
      }
      case 'win32': {
        const roaming = env['APPDATA'] || join(home, 'AppData', 'Roaming');
        const local = join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), name);
        return [join(roaming, name, 'Config'), join(local, 'Data'), join(local, 'Log'), join(local, 'Cache')];
      }
      case 'linux':
        // https://specifications.freedesktop.org/basedir-spec/latest/
        return [
          join(env['XDG_CONFIG_HOME'] || join(home, '.config'), name),
          join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), name),
          join(env['XDG_STATE_HOME'] || join(home, '.local', 'state'), name),
          // Of a cache a wrong value is no reason to refuse a command. The specification says to ignore a relative one.
          join(env['XDG_CACHE_HOME']?.startsWith('/') === true ? env['XDG_CACHE_HOME'] : join(home, '.cache'), name),
        ];
      default:
        return platform satisfies never;
    }
  })();
  // Not XDG_RUNTIME_DIR and not the temporary directory: both differ between a desktop session, cron and ssh, and a lock only
  // works where every process of the user looks. They also vanish at a reboot, when a dead lock still says what to tidy.
  return { config, data, state, cache, runtime: join(state, 'locks') };
}

/** Directories that never exist and cannot be made: nothing is found in them, and nothing is written. */
export function noDirectories(platform: System['platform']): OwnDirectories {
  return directoriesBelow(platform === 'win32' ? String.raw`\\.\NUL\snap-mcp` : '/dev/null/snap-mcp', platform);
}

/** @throws SnapError where the environment names no usable place, with the variable that is wrong. Asked before anything of snap's own is written. */
export function requireOwnPlace({ own, placeProblem, platform }: Pick<System, 'own' | 'placeProblem' | 'platform'>): void {
  if (placeProblem !== undefined && own.data === noDirectories(platform).data) throw placeProblem;
}
