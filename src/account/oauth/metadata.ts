import { isLoopback, type HttpClient } from '../../system/http/index.ts';
import { SnapError, textIn, textsIn } from '../../system/index.ts';
import { askJson } from '../ask-json.ts';
import { isSafeAddress } from '../backend.ts';

/** Where the authorization server of a backend takes what. https://datatracker.ietf.org/doc/html/rfc8414#section-2 */
export interface Metadata {
  readonly issuer: string;
  readonly authorization: string | undefined;
  readonly token: string;
  readonly device: string | undefined;
  readonly revocation: string | undefined;
  /** Whether each answer names its issuer. https://datatracker.ietf.org/doc/html/rfc9207#section-3 */
  readonly namesIssuer: boolean;
  /** What is asked for. Empty where the server says that it offers none of it. */
  readonly scopes: readonly string[];
}

/**
 * Who signs in, and tokens that can be renewed. A request without any scope is refused by servers that know no default one
 * (https://datatracker.ietf.org/doc/html/rfc6749#section-3.3), among them certified ones for OpenID Connect: there "openid" is required
 * (https://openid.net/specs/openid-connect-core-1_0.html#AuthRequest, and #OfflineAccess for the other; 2026-11-23).
 */
const wantedScopes = ['openid', 'offline_access'];

/** The parameter of a request for authorization. */
export function scopeOf({ scopes }: Metadata): { readonly scope?: string } {
  return scopes.length === 0 ? {} : { scope: scopes.join(' ') };
}

/** @throws SnapError `io` where it cannot be asked, `refused` for what must not be used. */
export async function readMetadata(client: HttpClient, endpoint: string, signal?: AbortSignal): Promise<Metadata> {
  const { origin, pathname } = new URL(endpoint);
  // The path of the issuer comes after it. https://datatracker.ietf.org/doc/html/rfc8414#section-3.1
  const url = `${origin}/.well-known/oauth-authorization-server${pathname === '/' ? '' : pathname}`;
  const { status, value } = await askJson(client, { url, signal });
  if (status !== 200 || value === undefined)
    throw undescribed(`${url} answered ${status}${value === undefined ? ', without a JSON document' : ''}`, status);
  const issuer = textIn(value['issuer']);
  // A server that speaks for another one could have the tokens of that one sent to itself.
  if (issuer === undefined || issuer.replace(/\/+$/, '') !== endpoint)
    throw untrusted(url, 'it names another issuer than the configured address');
  if (!textsIn(value['code_challenge_methods_supported']).includes('S256')) throw untrusted(url, 'it does not support PKCE with S256');
  const address = (name: string): string | undefined => {
    const text = textIn(value[name]);
    if (text === undefined) return undefined;
    const isUsable = URL.canParse(text) && isSafeAddress(new URL(text));
    // A backend on the network has no business with a server on this machine.
    const staysOut = isUsable && (isLoopback(new URL(endpoint).hostname) || !isLoopback(new URL(text).hostname));
    if (!staysOut) throw untrusted(url, `its "${name}" is no https address`);
    return text;
  };
  /** Tokens and codes are sent there. */
  const ownAddress = (name: string): string | undefined => {
    const text = address(name);
    if (text === undefined || new URL(text).origin === origin) return text;
    throw untrusted(url, `its "${name}" is at ${new URL(text).origin}, and tokens are sent to ${origin} alone`);
  };
  const token = ownAddress('token_endpoint');
  if (token === undefined) throw untrusted(url, 'it names no "token_endpoint"');
  return {
    issuer,
    authorization: address('authorization_endpoint'),
    token,
    device: address('device_authorization_endpoint'),
    revocation: ownAddress('revocation_endpoint'),
    namesIssuer: value['authorization_response_iss_parameter_supported'] === true,
    scopes: Array.isArray(value['scopes_supported'])
      ? wantedScopes.filter((scope) => textsIn(value['scopes_supported']).includes(scope))
      : wantedScopes,
  };
}

/** Why there is no description of the sign-in. A server that fails, or that is at another address, says nothing about that. */
function undescribed(said: string, status: number): SnapError {
  if (status === 429 || status >= 500)
    return new SnapError('io', `${said}: the backend cannot answer now.`, { hint: 'Run the command again later.' });
  if (status >= 300 && status < 400)
    return new SnapError('refused', `${said}: the backend is at another address, and snap follows no redirect with a token.`, {
      hint: 'Set the address of the backend to the one that it redirects to.',
    });
  return new SnapError('refused', `${said}: this backend offers no sign-in.`, {
    hint: 'Correct the address of the backend, or use an API key: "snap login --with-token".',
  });
}

function untrusted(url: string, why: string): SnapError {
  return new SnapError('refused', `${url} cannot be used: ${why}.`, { hint: 'Tell the operator of the backend. Nothing was sent to it.' });
}
