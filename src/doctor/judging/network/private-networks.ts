/** Whether a host is in a private network: private ranges, names that are not in the public DNS. */
export function isPrivate(host: string): boolean {
  return (
    /^(10(\.\d+){3}|192\.168(\.\d+){2}|172\.(1[6-9]|2\d|3[01])(\.\d+){2}|169\.254(\.\d+){2}|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])(\.\d+){2})$/.test(
      host,
    ) ||
    /^\[(fc|fd|fe80)/i.test(host) ||
    /(^|\.)(local|internal|lan|home|intranet|corp|test|home\.arpa|ts\.net)$/i.test(host) ||
    !/[.:]/.test(host)
  );
}

/** The transport that the end of an address suggests by convention; not a proof. */
export function transportByPath(url: string): 'http' | 'sse' | undefined {
  const path = url
    .replace(/[?#].*$/s, '')
    .replace(/^[a-z]+:\/\/[^/]*/i, '')
    .replace(/\/+$/, '');
  if (/^wss?:/i.test(url)) return undefined;
  if (/\/sse$/i.test(path)) return 'sse';
  return /\/(mcp|streamable|streamable-http)$/i.test(path) ? 'http' : undefined;
}
