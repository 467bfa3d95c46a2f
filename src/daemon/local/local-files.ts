import { join } from 'node:path';
import { readPrivateText, type System } from '../../system/index.ts';

/** The daemon makes these files anew at each start. */
const hint = 'Delete it, then run "snap daemon restart", which makes a new one.';

// What the daemon leaves for the programs of its user. The paths are those of src/daemon/place.ts, which the bridge does not load for two of them.

/**
 * The token that is valid now; `undefined` before the daemon was first started.
 * @throws SnapError where others could have written or read it.
 */
export function localToken({ own, home }: Pick<System, 'own' | 'home'>): string | undefined {
  const text = readPrivateText(join(own.data, 'token'), { home, hint })?.trim() ?? '';
  return /^[\w-]{20,200}$/.test(text) ? text : undefined;
}

/** The port at which the daemon listens for HTTP, or listened when it was killed. @throws as {@link localToken}. */
export function boundPort({ own, home }: Pick<System, 'own' | 'home'>): string | undefined {
  return readPrivateText(join(own.state, 'run', 'http-port'), { home, hint })?.trim();
}
