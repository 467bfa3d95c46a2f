import type { Principal } from '../../server/transports/http/index.ts';
import { sameSecret } from '../../system/http/index.ts';

/** Who a key of the person's backend belongs to. */
export interface ApiKeys {
  check(key: string): Promise<Principal | undefined>;
}

/**
 * A token for one listener: 256 bits, behind a beginning by which it is masked everywhere. Each listener has its own: what a file or a program kept of
 * an earlier one is worth nothing.
 */
export function newToken(): string {
  return `snap_local_${process.getBuiltinModule('node:crypto').randomBytes(32).toString('hex')}`;
}

/** Who sent a request, by what it gives as "Authorization: Bearer"; `undefined`: nobody who may ask. @param apiKeys without it every key is refused. */
export async function checkToken(bearer: string, token: string, apiKeys: ApiKeys | undefined): Promise<Principal | undefined> {
  if (sameSecret(bearer, token)) return { id: 'local' };
  return /^sk_(?:live|test)_/.test(bearer) ? apiKeys?.check(bearer) : undefined;
}
