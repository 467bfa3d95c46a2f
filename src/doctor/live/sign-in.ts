import { bounded } from '../../mcp-client/talking.ts';
import { isRecord } from '../../system/index.ts';

/**
 * Whether a server has the metadata by which a client signs in: at the places of the specification, on the server's own origin, asked without
 * the headers of the entry. `undefined`: it did not answer.
 * https://modelcontextprotocol.io/specification/2025-11-25/basic/authorization#authorization-server-discovery
 */
export async function findSignIn(url: URL, signal: AbortSignal): Promise<boolean | undefined> {
  const path = url.pathname.replace(/\/+$/, '');
  const places = ['oauth-protected-resource', 'oauth-authorization-server'].flatMap((name) =>
    [...new Set([`/.well-known/${name}${path}`, `/.well-known/${name}`])].map((place) => new URL(place, url.origin)),
  );
  const found = await Promise.all(places.map((place) => isMetadata(place, signal)));
  if (found.includes(true)) return true;
  return found.includes(undefined) ? undefined : false;
}

async function isMetadata(place: URL, signal: AbortSignal): Promise<boolean | undefined> {
  try {
    const response = await fetch(place, { signal, redirect: 'manual', headers: { accept: 'application/json' } });
    if (!response.ok) {
      await response.body?.cancel();
      // A redirect may lead to it.
      return response.status >= 300 && response.status < 400 ? undefined : false;
    }
    const document: unknown = await bounded(response).json();
    return isRecord(document) && ['authorization_servers', 'authorization_endpoint', 'issuer'].some((key) => key in document);
  } catch (error) {
    // No answer in time, or a page instead of a document.
    return error instanceof SyntaxError ? false : undefined;
  }
}
