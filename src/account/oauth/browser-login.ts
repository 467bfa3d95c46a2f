import { createHash, randomBytes } from 'node:crypto';
import { SnapError } from '../../system/index.ts';
import { type HttpClient, receiveRedirect, sameSecret } from '../../system/http/index.ts';
import { quoted } from '../ask-json.ts';
import { noteSecrets, shownText } from '../echoes.ts';
import { type Metadata, scopeOf } from './metadata.ts';
import { askForTokens, clientId, type Tokens } from './tokens.ts';

export interface BrowserLogin {
  readonly client: HttpClient;
  readonly metadata: Metadata;
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Shows the person the page on which they sign in. */
  readonly open: (address: string) => Promise<void>;
}

const maxWaitMs = 5 * 60_000;

/**
 * Signs in on a page of the backend, which sends the person's browser back to this machine with a code.
 * Authorization code with PKCE: https://datatracker.ietf.org/doc/html/rfc8252, https://datatracker.ietf.org/doc/html/rfc7636
 * @throws SnapError for every answer that is not the one that was asked for.
 */
export async function loginInBrowser({ client, metadata, now, signal, open }: BrowserLogin): Promise<Tokens> {
  if (metadata.authorization === undefined)
    throw new SnapError('refused', 'This backend has no page to sign in on.', {
      hint: 'Try "snap login --device", or "snap login --with-token".',
    });
  const verifier = randomText();
  const state = randomText();
  const isExpected = (query: URLSearchParams): boolean => {
    const [brought, ...more] = query.getAll('state');
    return brought !== undefined && more.length === 0 && sameSecret(brought, state);
  };
  const redirect = await receiveRedirect({ path: '/callback', isExpected, maxMs: maxWaitMs, signal });
  try {
    const page = new URL(metadata.authorization);
    for (const [name, value] of Object.entries({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirect.address,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...scopeOf(metadata),
    }))
      page.searchParams.set(name, value);
    await open(page.href);
    const answer = await redirect.answer;
    if (signal.aborted) throw new SnapError('refused', 'Cancelled.');
    if (answer === undefined)
      throw new SnapError('timeout', 'Nobody signed in within five minutes.', {
        hint: 'Run "snap login" again, or "snap login --device" where no browser can reach this machine.',
      });
    noteSecrets(client, [verifier, answer.get('code')]);
    const code = codeIn(answer, metadata, (text) => shownText(client, text, 200));
    const form = { grant_type: 'authorization_code', code, redirect_uri: redirect.address, code_verifier: verifier };
    return await askForTokens(client, metadata, form, now(), signal);
  } finally {
    await redirect.close();
  }
}

/** @throws SnapError where the answer is of another server, or a refusal. */
function codeIn(answer: URLSearchParams, { issuer, namesIssuer }: Metadata, shown: (text: string) => string): string {
  const again = { hint: 'Nothing was stored. Run "snap login" again, and use only the page that it opens.' };
  // https://datatracker.ietf.org/doc/html/rfc9207#section-2.4
  const named = answer.get('iss');
  if (named === null ? namesIssuer : named !== issuer)
    throw new SnapError('refused', 'The browser brought an answer of another server.', again);
  const error = answer.get('error');
  if (error !== null)
    throw new SnapError('refused', `The sign-in was refused${quoted(shown(answer.get('error_description') ?? error))}.`, {
      hint: 'Run "snap login" again.',
    });
  const code = answer.get('code');
  if (code === null || code === '') throw new SnapError('refused', 'The browser brought no code.', again);
  return code;
}

function randomText(): string {
  return randomBytes(32).toString('base64url');
}
