import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * The path and the parameters of a request as they were sent, or `undefined` for a target that is no path of this server: a complete address, an
 * authority, an asterisk. Never throws, whatever was sent: `new URL("//", …)` does.
 */
export function targetOf(url: string | undefined): { readonly path: string; readonly query: URLSearchParams } | undefined {
  if (url === undefined || !url.startsWith('/') || url.startsWith('//')) return undefined;
  const at = url.indexOf('?');
  return at === -1
    ? { path: url, query: new URLSearchParams() }
    : { path: url.slice(0, at), query: new URLSearchParams(url.slice(at + 1)) };
}

/** Whether the host name of a URL is this machine, and no other machine can be meant by it. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Whether two secrets are the same, in a time that says nothing of how much of them is. */
export function sameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** What tells one token from another without being a part of it. */
export function secretId(secret: string): string {
  return digest(secret).toString('base64url').slice(0, 16);
}

function digest(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
