import { join } from 'node:path';
import envPaths from 'env-paths';
import type { OwnDirectories } from './system.ts';

/**
 * Where snap keeps its own files: below SNAP_DATA_DIR when that is set, else where the platform wants them.
 * `home` is given by tests only: then everything stays below it, since env-paths knows this process's home alone.
 */
export function ownDirectories(dataDirectory: string | undefined, home: string | undefined): OwnDirectories {
  const base = dataDirectory || (home === undefined ? undefined : join(home, '.snap-mcp'));
  if (base !== undefined) {
    return { config: join(base, 'config'), data: join(base, 'data'), state: join(base, 'state'), runtime: join(base, 'runtime') };
  }
  const { config, data, log } = envPaths('snap-mcp', { suffix: '' });
  // Not XDG_RUNTIME_DIR and not the temporary directory: both differ between a desktop session, cron and ssh, and a lock only
  // works where every process of the user looks. They also vanish at a reboot, when a dead lock still says what to tidy.
  return { config, data, state: log, runtime: join(log, 'locks') };
}
