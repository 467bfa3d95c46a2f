import { createHash } from 'node:crypto';
import { readBody } from '../../../src/system/http/index.ts';
import { serveHttp } from '../loopback.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What the server does other than a good one. */
export interface Misbehaviour {
  /** Over the fields of the metadata. */
  readonly metadata?: Fields;
  /** Over the query with which it sends the browser back; `undefined` leaves one out. */
  readonly redirect?: Readonly<Record<string, string | undefined>>;
  /** Over its answers with tokens. */
  readonly tokens?: Fields;
  /** Answers of the token endpoint to a device, before it gives tokens. */
  readonly device?: readonly Fields[];
  /** Bytes in front of every answer. */
  readonly padding?: number;
  readonly whoamiStatus?: number;
  /** In its answers about who somebody is. */
  readonly whoami?: Fields;
  /** Refuses every form of the token endpoint: with what, from its body. */
  readonly refuse?: (body: string) => Fields;
  /** It takes questions about keys and never answers them. */
  readonly hangs?: boolean;
  /** As certified servers for OpenID Connect do: a request without "openid" is refused. */
  readonly needsScope?: boolean;
}

export interface AuthorizationServer {
  /** Its address, which is its issuer. */
  readonly endpoint: string;
  /** Every form that came to the token, device and revocation endpoints. */
  readonly forms: { readonly path: string; readonly form: URLSearchParams }[];
  readonly bearers: string[];
  /** The scopes of each request for authorization. */
  readonly scopes: (string | null)[];
  /** Access tokens that it knows. */
  readonly valid: Set<string>;
  /** Signs in as a person does on its page. @returns the status of the redirect's page, and its text. */
  browse(address: string): Promise<{ readonly status: number; readonly text: string }>;
  change(misbehaviour: Misbehaviour): void;
}

/** An authorization server with a backend, on this machine. */
export async function authorizationServer(start: Misbehaviour = {}): Promise<AuthorizationServer> {
  let wrong = start;
  let endpoint = '';
  let count = 0;
  let asked = 0;
  const challenges = new Map<string, string>();
  const valid = new Set<string>();
  const forms: AuthorizationServer['forms'] = [];
  const bearers: string[] = [];
  const scopes: (string | null)[] = [];
  const isScopeRefused = (asked: string | null): boolean => {
    scopes.push(asked);
    return wrong.needsScope === true && asked?.split(' ').includes('openid') !== true;
  };
  const newTokens = (): Fields => {
    const access = `access-${++count}`;
    valid.add(access);
    return { access_token: access, token_type: 'Bearer', expires_in: 3600, refresh_token: `refresh-${count}`, ...wrong.tokens };
  };
  const tokenAnswer = (form: URLSearchParams): readonly [number, Fields] => {
    switch (form.get('grant_type')) {
      case 'authorization_code': {
        const challenge = challenges.get(form.get('code') ?? '');
        const verifier = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url');
        return challenge !== undefined && challenge === verifier
          ? [200, newTokens()]
          : [400, { error: 'invalid_grant', error_description: 'wrong verifier' }];
      }
      case 'refresh_token':
        return form.get('refresh_token') === `refresh-${count}` ? [200, newTokens()] : [400, { error: 'invalid_grant' }];
      default: {
        const early = wrong.device?.[asked++];
        return early === undefined ? [200, newTokens()] : [400, early];
      }
    }
  };
  const url = await serveHttp(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x');
    const body = (await readBody(request, 1e6)).toString();
    const form = new URLSearchParams(body);
    const answer = (status: number, value: Fields): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(' '.repeat(wrong.padding ?? 0) + JSON.stringify(value));
    if (request.method === 'POST') forms.push({ path: pathname, form });
    if (pathname === '/.well-known/oauth-authorization-server') {
      return answer(200, {
        issuer: endpoint,
        authorization_endpoint: `${endpoint}/authorize`,
        token_endpoint: `${endpoint}/token`,
        device_authorization_endpoint: `${endpoint}/device`,
        revocation_endpoint: `${endpoint}/revoke`,
        code_challenge_methods_supported: ['S256'],
        authorization_response_iss_parameter_supported: true,
        ...wrong.metadata,
      });
    }
    if (pathname === '/authorize') {
      const code = `code-${++count}`;
      challenges.set(code, searchParams.get('code_challenge') ?? '');
      const back = new URL(searchParams.get('redirect_uri') ?? '');
      if (isScopeRefused(searchParams.get('scope'))) {
        back.searchParams.set('error', 'access_denied');
        back.searchParams.set('state', searchParams.get('state') ?? '');
        back.searchParams.set('iss', endpoint);
        return void response.writeHead(302, { location: back.href }).end();
      }
      const query = { code, state: searchParams.get('state') ?? '', iss: endpoint, ...wrong.redirect };
      for (const [name, value] of Object.entries(query)) if (value !== undefined) back.searchParams.set(name, value);
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (pathname === '/token' && wrong.refuse !== undefined) return answer(400, wrong.refuse(body));
    if (pathname === '/token') return answer(...tokenAnswer(form));
    if (pathname === '/device') {
      if (isScopeRefused(form.get('scope'))) return answer(400, { error: 'access_denied' });
      return answer(200, {
        device_code: 'device-secret',
        user_code: 'ABCD-EFGH',
        verification_uri: `${endpoint}/activate`,
        interval: 5,
        expires_in: 600,
      });
    }
    if (pathname === '/revoke') return answer(200, {});
    if (pathname === '/v1/whoami') {
      const bearer = request.headers.authorization?.replace('Bearer ', '') ?? '';
      bearers.push(bearer);
      if (wrong.hangs === true) return;
      if (wrong.whoamiStatus !== undefined) return answer(wrong.whoamiStatus, {});
      return valid.has(bearer)
        ? answer(200, {
            id: 'u1',
            name: 'Ada\u202E',
            email: 'ada@example.com',
            tier: 'team',
            permissions: ['snapshots:read'],
            ...wrong.whoami,
          })
        : answer(401, {});
    }
    return answer(404, {});
  });
  endpoint = url.origin;
  return {
    endpoint,
    forms,
    bearers,
    scopes,
    valid,
    change: (misbehaviour) => (wrong = misbehaviour),
    async browse(address) {
      const response = await fetch(address, { redirect: 'manual' });
      const back = await fetch(response.headers.get('location') ?? '');
      return { status: back.status, text: await back.text() };
    },
  };
}
