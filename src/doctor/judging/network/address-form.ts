import { variablesIn } from '../../../clients/index.ts';
import { isOneEditAway } from '../entries/misspelt-keys.ts';

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
