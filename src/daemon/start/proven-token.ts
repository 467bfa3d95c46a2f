import type { System } from '../../system/index.ts';
import { localToken } from '../local/local-files.ts';
import { lookAtDaemon, type LookOptions } from './look.ts';

/** The token, and the port at which it is valid; or why there is none, as a sentence. */
export type ProvenToken =
  | { readonly kind: 'valid'; readonly token: string; readonly port: number }
  | { readonly kind: 'none'; readonly reason: string };

/**
 * The token of the daemon that listens for HTTP at this moment, as the daemon itself says over its socket. The file alone proves nothing: a daemon
 * that was killed leaves it, and its port may be another program's by now.
 * @throws SnapError `refused` for a token file that others could have written or read.
 */
export async function provenToken(system: System, look: LookOptions): Promise<ProvenToken> {
  const before = localToken(system);
  const seen = await lookAtDaemon(system, look);
  if (seen.kind === 'absent') return { kind: 'none', reason: 'No daemon runs, so no token is valid.' };
  if (seen.kind === 'mute') return { kind: 'none', reason: `The daemon cannot be asked: ${seen.reason}.` };
  const { state, port, reason } = seen.status.http;
  if (state === 'refused') return { kind: 'none', reason: `The daemon does not listen for HTTP, so it has no token: ${reason ?? ''}` };
  if (state === 'off' || port === undefined) return { kind: 'none', reason: 'The daemon does not listen for HTTP, so it has no token.' };
  const token = localToken(system);
  // Another daemon may have taken its place between the answer and the look at the file.
  return token === undefined || token !== before
    ? { kind: 'none', reason: 'The token of the daemon changed at this moment.' }
    : { kind: 'valid', token, port };
}
