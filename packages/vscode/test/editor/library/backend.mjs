// A backend on this machine, as far as signing in goes: metadata, a page that says yes at once, tokens for who can prove that they asked.
import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

export async function backend() {
  const challenges = new Map();
  const tokens = new Set();
  const asked = [];
  const answer = async (request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://x');
    asked.push(`${request.method} ${pathname}`);
    const say = (status, value) => response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    if (pathname === '/.well-known/oauth-authorization-server') {
      return say(200, {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        response_types_supported: ['code'],
        code_challenge_methods_supported: ['S256'],
      });
    }
    if (pathname === '/authorize') {
      const code = randomBytes(9).toString('hex');
      challenges.set(code, searchParams.get('code_challenge'));
      const back = new URL(searchParams.get('redirect_uri'));
      back.search = new URLSearchParams({ code, state: searchParams.get('state') ?? '' }).toString();
      return response.writeHead(302, { location: back.href }).end();
    }
    if (pathname === '/token') {
      let text = '';
      for await (const piece of request) text += piece;
      const form = new URLSearchParams(text);
      const proof = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (challenges.get(form.get('code')) !== proof) return say(400, { error: 'invalid_grant' });
      const token = randomBytes(18).toString('hex');
      tokens.add(token);
      return say(200, { access_token: token, token_type: 'Bearer', expires_in: 3600 });
    }
    if (pathname === '/v1/whoami' && tokens.has((request.headers.authorization ?? '').replace('Bearer ', '')))
      return say(200, { id: 'u1', name: 'Ada', tier: 'free' });
    return say(401, { type: 'about:blank', title: 'Unauthorized', status: 401 });
  };
  const server = createServer((request, response) => void answer(request, response).catch((error) => response.destroy(error)));
  await new Promise((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  // A scenario that fails does not come to end it; the run ends all the same.
  server.unref();
  const url = `http://127.0.0.1:${server.address().port}`;
  return {
    url,
    /** What came, in order. */
    asked,
    end: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
