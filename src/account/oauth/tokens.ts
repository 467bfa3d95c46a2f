import type { HttpClient } from '../../system/http/index.ts';
import { SnapError, textIn } from '../../system/index.ts';
import { askJson, quoted, type JsonAnswer } from '../ask-json.ts';
import type { Metadata } from './metadata.ts';

/** What a sign-in gives. */
export interface Tokens {
  readonly access: string;
  readonly refresh: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number | undefined;
}

/** A program on the person's machine keeps no secret of its own. https://datatracker.ietf.org/doc/html/rfc8252#section-8.4 */
export const clientId = 'snap-cli';

/** @throws SnapError `refused` with what the server says. */
export async function askForTokens(
  client: HttpClient,
  { token }: Metadata,
  form: Readonly<Record<string, string>>,
  now: number,
  signal?: AbortSignal,
): Promise<Tokens> {
  const answer = await askJson(client, { url: token, form: { client_id: clientId, ...form }, signal });
  if (answer.status === 200) return tokensIn(answer, token, now);
  throw refusedBy(token, answer);
}

/** The error code of an answer of the token endpoint. https://datatracker.ietf.org/doc/html/rfc6749#section-5.2 */
export function errorIn({ value }: JsonAnswer): string | undefined {
  return textIn(value?.['error']);
}

export function refusedBy(url: string, { status, value, shown }: JsonAnswer): SnapError {
  const error = textIn(value?.['error']);
  const said = quoted(shown(value?.['error_description'] ?? error, 200));
  return new SnapError('refused', `${new URL(url).origin} did not sign in (${status})${said}.`, {
    hint:
      error === 'invalid_grant'
        ? 'Run "snap login" again.'
        : 'Run "snap login" again; if that does not help, tell the operator of the backend.',
  });
}

const maxLifeSeconds = 10 * 365 * 86_400;

/** @throws SnapError for an answer without a token that can be sent. */
export function tokensIn({ value }: JsonAnswer, url: string, now: number): Tokens {
  const [access, type, refresh, life] = [value?.['access_token'], value?.['token_type'], value?.['refresh_token'], value?.['expires_in']];
  if (!isToken(access) || typeof type !== 'string' || type.toLowerCase() !== 'bearer' || (refresh !== undefined && !isToken(refresh)))
    throw new SnapError('refused', `${new URL(url).origin} answered without a token that snap can use.`, {
      hint: 'Tell the operator of the backend.',
    });
  const seconds = typeof life === 'number' && life > 0 && life < maxLifeSeconds ? life : undefined;
  return { access, refresh, expiresAt: seconds === undefined ? undefined : now + 1000 * seconds };
}

/** Whether it can stand in a header. https://datatracker.ietf.org/doc/html/rfc6750#section-2.1 */
export function isToken(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 8192 && /^[\w.~+/-]+=*$/.test(value);
}
