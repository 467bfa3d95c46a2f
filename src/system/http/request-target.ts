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
