// Who may ask at all. A web page of any site can make the browser of this machine send requests to this port, so the name under which it asks
// (Host) and the page that asks (Origin) are looked at before anything else. CVE-2025-49596, CVE-2025-66414, GHSA-w48q-cv73-mx4w (2026-11-22)

export type RawHeaders = readonly string[];

/** The names by which this machine is asked, and no others. */
const hosts = ['127.0.0.1', 'localhost', '[::1]'] as const;

/** Every value of a header, in order: Node joins or drops what comes twice. */
export function headerValues(raw: RawHeaders, name: string): readonly string[] {
  return raw.filter((_, i) => i % 2 === 1 && raw[i - 1]?.toLowerCase() === name);
}

/** The value of a header that is there once. */
export function oneHeader(raw: RawHeaders, name: string): string | undefined {
  const values = headerValues(raw, name.toLowerCase());
  return values.length === 1 ? values[0]?.trim() : undefined;
}

/** Exactly one Host, and it names this server. */
export function isOwnHost(raw: RawHeaders, ports: readonly number[]): boolean {
  const [host, ...more] = headerValues(raw, 'host');
  return host !== undefined && more.length === 0 && ports.some((port) => hosts.some((name) => host === `${name}:${port}`));
}

/** No Origin: not a page. A page: one of those that are allowed. `null` is the origin of any sandboxed page. */
export function isAllowedOrigin(raw: RawHeaders, ports: readonly number[], allowed: readonly string[] = []): boolean {
  const [origin, ...more] = headerValues(raw, 'origin');
  if (origin === undefined) return true;
  if (more.length > 0) return false;
  return allowed.includes(origin) || ports.some((port) => hosts.some((name) => origin === `http://${name}:${port}`));
}

/** The token of the one Authorization header there is. */
export function bearerOf(raw: RawHeaders): string | undefined {
  const [value, ...more] = headerValues(raw, 'authorization');
  if (value === undefined || more.length > 0) return undefined;
  return /^Bearer ([\w.~+/=-]{1,512})$/i.exec(value)?.[1];
}

/** Whether the answer may be of that type. The most exact of the listed types decides, and a quality of 0 says no. */
export function accepts(raw: RawHeaders, type: string): boolean {
  const listed = headerValues(raw, 'accept')
    .join(',')
    .toLowerCase()
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim()));
  const found = [type, `${type.split('/', 1)[0]}/*`, '*/*'].map((wanted) => listed.find(([name]) => name === wanted)).find(Boolean);
  return found !== undefined && !found.some((part) => /^q=0(?:\.0*)?$/.test(part));
}

/** One Content-Type, of JSON, in UTF-8 if it says. A page may send other types to any address without being asked first. */
export function isJson(raw: RawHeaders): boolean {
  const [value, ...more] = headerValues(raw, 'content-type');
  return value !== undefined && more.length === 0 && /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i.test(value.trim());
}
