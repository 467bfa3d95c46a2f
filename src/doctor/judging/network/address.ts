import { variablesIn } from '../../../clients/index.ts';
import { daemonPort } from '../../../system/index.ts';
import type { EntryFacts } from '../../setup.ts';
import type { LiveAnswer } from '../../live/index.ts';
import { isOneEditAway } from '../entries/near-fields.ts';

/** The parsed web address; `undefined` when it has variables or is not a web address. */
export function addressOf(text: string): URL | undefined {
  return variablesIn(text).length === 0 && /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/** Whether a host name is this machine. */
export function isLoopback(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0|\[::\])$/i.test(host);
}

/** The port, also when the scheme implies it. */
export function portOf(url: URL): string {
  return url.port !== '' ? url.port : url.protocol === 'https:' ? '443' : '80';
}

/** Whether an address is, or was meant to be, that of snap's daemon on this machine. */
export function isDaemonAddress({ entry }: Pick<EntryFacts, 'entry'>): boolean {
  const url = entry.server.kind === 'url' ? addressOf(entry.server.url) : undefined;
  return url !== undefined && isLoopback(url.hostname) && (entry.ours || portOf(url) === String(daemonPort));
}

/** The remote address that a started program passes requests on to: the first address among its arguments. */
export function bridgedAddress({ command }: Pick<EntryFacts, 'command'>): string | undefined {
  return command?.args.find((arg) => /^https?:\/\//i.test(arg) && addressOf(arg) !== undefined);
}

const notFound =
  /\b(?:HTTP|status(?: code)?|responded with|returned|POSTing to endpoint|GET|POST)\b[^\n]{0,60}\b404\b|\b404\b[^\n]{0,20}\bnot found\b/i;

/** Whether a bridge reports that the remote server answered 404. A 404 that a package manager reports for a package does not count. */
export function bridges404(answer: LiveAnswer): boolean {
  if (answer.kind !== 'broken' && answer.kind !== 'exited' && answer.kind !== 'silent') return false;
  const text = `${answer.kind === 'broken' ? answer.message : ''}\n${answer.stderr}`;
  return notFound.test(text) && !/npm (?:error|ERR!)/.test(text);
}

/** What is wrong with the form of an address. */
export type AddressFault =
  /** `right` is the whole address as it was meant; `isSure` where nothing else can have been meant. */
  | { readonly kind: 'misspelt'; readonly scheme: string; readonly right: string; readonly isSure: boolean }
  /** Some programs read it as it was meant. */
  | { readonly kind: 'one-slash'; readonly scheme: string; readonly right: string }
  | { readonly kind: 'missing'; readonly right: string }
  | { readonly kind: 'twice'; readonly right: string }
  | { readonly kind: 'other'; readonly scheme: string }
  | { readonly kind: 'invalid' };

/** Schemes of sockets that some clients read: https://code.visualstudio.com/docs/agents/reference/mcp-configuration */
const sockets = new Set(['unix', 'pipe', 'npipe']);

/** Undefined for an address that may be right: of the web, of a socket, or with variables that nobody has filled in yet. */
export function addressFault(text: string): AddressFault | undefined {
  const url = text.trim();
  if (url === '' || /^[$%{<]/.test(url)) return undefined;
  const twice = /^https?:\/\/(?=https?:\/\/?)/i.exec(url)?.[0];
  if (twice !== undefined) return { kind: 'twice', right: url.slice(twice.length) };
  if (/^https?:\/\//i.test(url)) {
    // What a variable holds is not known.
    const isOpen = variablesIn(url).length > 0 || /[${}%<>]/.test(url);
    return isOpen || (URL.canParse(url) && !/\s/.test(url)) ? undefined : { kind: 'invalid' };
  }
  // Parsers of the web read one slash as two, and others take the rest for a path: https://url.spec.whatwg.org/#special-authority-slashes-state
  const [, scheme1, rest1] = /^(https?):\/(?!\/)([\w.-]+(?::\d+)?(?:[/?#]\S*)?)$/i.exec(url) ?? [];
  if (scheme1 !== undefined && rest1 !== undefined) return { kind: 'one-slash', scheme: `${scheme1}:/`, right: `${scheme1}://${rest1}` };
  if (/^https?:/i.test(url) && URL.canParse(url)) return undefined;
  const [, word = '', rest = ''] = /^([a-z]{3,6})\s?[:;.]?\s?\/{1,3}(?!\/)(.+)$/i.exec(url) ?? [];
  const scheme = word.toLowerCase();
  const meant = scheme === 'http' || scheme === 'https' ? scheme : ['https', 'http'].find((right) => isOneEditAway(scheme, right));
  // `http.example.com/x` and `https/x` are names of a host and of a path, if anything.
  const hasMark = /^[a-z]{3,6}\s?([:;]|[:;.]?\s?\/\/)/i.test(url);
  if (meant !== undefined && hasMark && isHost(rest)) {
    // "htps" has the "s" of "https"; of "htt" nobody knows whether one is missing.
    const right = scheme.endsWith('s') ? 'https' : meant;
    return {
      kind: 'misspelt',
      scheme: url.slice(0, url.length - rest.length),
      right: `${right}://${rest}`,
      isSure: scheme.endsWith('s') || scheme === 'http' || scheme === 'htp' || scheme === 'hhtp',
    };
  }
  const other = /^([a-z][a-z0-9+.-]*):\/\//i.exec(url)?.[1]?.toLowerCase();
  if (other !== undefined) return sockets.has(other) ? undefined : { kind: 'other', scheme: other };
  const bare = url.replace(/^\/\//, '');
  if (!isHost(bare)) return /\s/.test(url) || !url.includes('/') ? { kind: 'invalid' } : undefined;
  const isHere = /^(localhost|127\.|0\.0\.0\.0|\[::1\])/i.test(bare);
  return { kind: 'missing', right: `${isHere ? 'http' : 'https'}://${bare}` };
}

/** `mcp.example.com/mcp`, `localhost:3000`: a name with a dot or of this machine, perhaps a port and a path. */
function isHost(text: string): boolean {
  return /^(localhost|[\w-]+(\.[\w-]+)+|\[[\w:]+\]|[\w-]+(?=:\d))(:\d{1,5})?([/?#]\S*)?$/i.test(text) && URL.canParse(`http://${text}`);
}

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
