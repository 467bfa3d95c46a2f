import { isDeletable, SnapError, type WritableSystem } from '../system/index.ts';
import type { HttpClient } from '../system/http/index.ts';
import { askJson } from './ask-json.ts';
import type { Backend } from './backend.ts';
import { noteSecrets } from './echoes.ts';
import { accountFile, forgetLogin, keepLogin, type KeptLogin, loginToForget, readLogin } from './keep/kept-login.ts';
import { readMetadata } from './oauth/metadata.ts';
import { askForTokens, clientId, isToken, type Tokens } from './oauth/tokens.ts';
import { askWhoami, type Identity } from './whoami.ts';

/** How this machine speaks to the backend: with a key that was configured, or as who signed in. */
export type Credential = { readonly kind: 'key' } | { readonly kind: 'login'; readonly keptIn: string };

export interface Whoami {
  readonly identity: Identity;
  readonly credential: Credential;
}

/** Tokens are renewed this long before they end. */
const earlyMs = 60_000;
const maxRevokeMs = 5_000;

/** Stores the tokens of a sign-in once the backend has said whose they are. @throws SnapError where it does not know them. */
export async function finishLogin(
  system: WritableSystem,
  client: HttpClient,
  { endpoint }: Backend,
  tokens: Tokens,
  signal: AbortSignal,
): Promise<{ readonly identity: Identity; readonly keptIn: string }> {
  noteSecrets(client, [tokens.access, tokens.refresh]);
  const identity = await askWhoami(client, endpoint, tokens.access, { signal });
  if (identity === undefined)
    throw new SnapError('refused', `${endpoint} does not accept the token.`, {
      hint: 'Nothing was stored. Get a new token, or run "snap login".',
    });
  const keptIn = await system.withLocks([accountFile(system)], async (locked) => keepLogin(locked, endpoint, tokens));
  return { identity, keptIn };
}

/** A token that was typed or piped in. @throws SnapError `usage` for what cannot be one. */
export function tokensOfText(text: string): Tokens {
  const access = text.trim();
  if (!isToken(access))
    throw new SnapError('usage', 'Standard input holds no token.', { hint: 'Pipe one in: snap login --with-token < token.txt' });
  return { access, refresh: undefined, expiresAt: undefined };
}

/** @throws SnapError `refused` where nobody is signed in and no key is configured, or neither is accepted. */
export async function whoami(system: WritableSystem, client: HttpClient, backend: Backend, signal: AbortSignal): Promise<Whoami> {
  const { endpoint, apiKey } = backend;
  if (apiKey !== undefined) {
    const identity = isToken(apiKey) ? await askWhoami(client, endpoint, apiKey, { signal }) : undefined;
    if (identity === undefined)
      throw new SnapError('refused', `${endpoint} does not accept the API key.`, {
        hint: 'Make a new one in the dashboard, and set it as SVC_API_KEY or "mcp.backend.apiKey".',
      });
    return { identity, credential: { kind: 'key' } };
  }
  const kept = await readLogin(system, endpoint);
  if (kept === undefined) throw new SnapError('refused', `You are not signed in to ${endpoint}.`, { hint: 'Run "snap login".' });
  noteSecrets(client, [kept.tokens.access, kept.tokens.refresh]);
  const isOld = kept.tokens.expiresAt !== undefined && kept.tokens.expiresAt - earlyMs < system.now().getTime();
  const fresh = isOld ? await renewed(system, client, kept, signal) : kept;
  const identity = await askWhoami(client, endpoint, fresh.tokens.access, { signal });
  if (identity !== undefined) return { identity, credential: { kind: 'login', keptIn: fresh.keptIn } };
  // The backend may have ended the token before its time.
  const again = fresh === kept && kept.tokens.refresh !== undefined ? await renewed(system, client, kept, signal) : undefined;
  const second = again === undefined ? undefined : await askWhoami(client, endpoint, again.tokens.access, { signal });
  if (again === undefined || second === undefined)
    throw new SnapError('refused', `The sign-in to ${endpoint} has ended.`, { hint: 'Run "snap login" again.' });
  return { identity: second, credential: { kind: 'login', keptIn: again.keptIn } };
}

/** Renews the tokens. Two processes never spend the same refresh token: the second takes what the first has got. */
async function renewed(system: WritableSystem, client: HttpClient, old: KeptLogin, signal: AbortSignal): Promise<KeptLogin> {
  const { endpoint } = old;
  return system.withLocks([accountFile(system)], async (locked) => {
    const now = await readLogin(locked, endpoint);
    if (now !== undefined && now.tokens.access !== old.tokens.access) {
      noteSecrets(client, [now.tokens.access, now.tokens.refresh]);
      return now;
    }
    const refresh = old.tokens.refresh;
    if (refresh === undefined)
      throw new SnapError('refused', `The sign-in to ${endpoint} has expired.`, { hint: 'Run "snap login" again.' });
    const metadata = await readMetadata(client, endpoint, signal);
    const tokens = await askForTokens(
      client,
      metadata,
      { grant_type: 'refresh_token', refresh_token: refresh },
      locked.now().getTime(),
      signal,
    );
    const whole = { ...tokens, refresh: tokens.refresh ?? refresh };
    return { endpoint, tokens: whole, keptIn: await keepLogin(locked, endpoint, whole) };
  });
}

/**
 * Forgets the sign-in on this machine, and asks the backend to end its tokens. A file that others may read is deleted too, and so is a link itself.
 * @returns undefined where nobody was signed in; else whether the backend ended them. Without an endpoint the file was deleted unread.
 * @throws SnapError `refused` where another user's file or a directory is in the place of the file.
 */
export async function logout(
  system: WritableSystem,
  client: HttpClient,
): Promise<{ readonly endpoint: string | undefined; readonly isRevoked: boolean } | undefined> {
  if (!isDeletable(accountFile(system), system.home)) return undefined;
  return system.withLocks([accountFile(system)], async (locked) => {
    const { endpoint, login } = await loginToForget(locked);
    // First here: what the backend says afterwards changes nothing about that.
    await forgetLogin(locked, endpoint);
    return { endpoint, isRevoked: login !== undefined && (await revoke(client, login)) };
  });
}

/** https://datatracker.ietf.org/doc/html/rfc7009#section-2.1 */
async function revoke(client: HttpClient, { endpoint, tokens }: KeptLogin): Promise<boolean> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), maxRevokeMs);
  try {
    const { revocation } = await readMetadata(client, endpoint, stop.signal);
    if (revocation === undefined) return false;
    const token = tokens.refresh ?? tokens.access;
    return (await askJson(client, { url: revocation, form: { client_id: clientId, token }, signal: stop.signal })).status === 200;
  } catch {
    // The caller says that they were not ended.
    return false;
  } finally {
    clearTimeout(timer);
  }
}
