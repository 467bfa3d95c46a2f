import type { Server } from './server.ts';
import type { Node } from './syntax/node.ts';

/** What stands where a secret was. Its length says nothing about the secret's. */
export const masked = '***';

const secretName =
  /(^|[^a-z])(api[-_]?key|access[-_]?key|auth|authorization|bearer|cookie|credentials?|key|passphrase|passw(or)?d|pat|pwd|secret|session|signature|sig|token)([^a-z]|$)/i;
const checksumName = /(sha\d*|checksum|digest|hash)$/i;

/** Formats that issuers document for their tokens: GitHub, GitLab, Slack, AWS, Google, npm, Stripe, OpenAI, JWT and the like. */
const tokenShape =
  /(sk|pk|rk)[-_](live|test|ant|proj|or)[-_][\w-]{8,}|\bsk-[\w-]{16,}|gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{8,}|\b(AKIA|ASIA)[A-Z0-9]{12,}|AIza[\w-]{30,}|npm_\w{30,}|hf_\w{20,}|eyJ[\w-]{10,}\.[\w-]{10,}|(basic|bearer|token)\s+[\w.~+/=-]{8,}/i;

/** A variable of some client, or nothing that could be used. */
const reference = /^\s*(\$|%\w+%|\{env:|\{file:|<[^>]+>$|your[-_ ])|\$\{/i;

function isReference(value: string): boolean {
  return value === '' || reference.test(value);
}

/** Whether a value alone looks like a secret: a known token form, or a long run that is no word, path or url. */
export function looksSecret(value: string): boolean {
  // Nothing shorter has the form of a token.
  if (value.length < 12 || isReference(value)) return false;
  if (tokenShape.test(value)) return true;
  return (value.match(/[A-Za-z0-9+_=-]{24,}/g) ?? []).some((run) => {
    const isMixed = /\d/.test(run) && /[A-Za-z]/.test(run);
    const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(run);
    const isWords = run.split(/[-_]/).every((word) => /^([A-Za-z]{0,14}|\d{1,8}|v\d+|[a-z]+\d{1,3})$/.test(word));
    return isMixed && !isWords && !isUuid;
  });
}

/** Whether a name promises a secret value. */
export function isSecretName(name: string): boolean {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').replaceAll(/[_.]/g, '-');
  return secretName.test(words) && !checksumName.test(name);
}

/** Arguments as they may be shown: whatever follows a secret-like flag, stands behind a secret-like name, or looks like one is masked. */
export function maskArgs(args: readonly string[]): readonly string[] {
  return args.map((arg, i) => {
    const flag = args[i - 1];
    const followsSecretFlag =
      flag !== undefined && flag.startsWith('-') && !flag.includes('=') && !arg.startsWith('-') && isSecretName(flag);
    return followsSecretFlag && !isReference(arg) ? masked : maskText(arg);
  });
}

/** One word, or a whole command line: urls, `NAME=value` and `Name: value` pairs, tokens. */
export function maskText(text: string): string {
  if (!mayHoldSecret(text)) return text;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return maskUrl(text);
  const pair = /^(-{0,2}[\w.-]+)(\s*[=:]\s*)(.+)$/s.exec(text);
  if (pair?.[1] !== undefined && pair[2] !== undefined && pair[3] !== undefined) {
    if (isSecretName(pair[1]) && !isReference(pair[3])) return pair[1] + pair[2] + masked;
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(pair[3])) return pair[1] + pair[2] + maskUrl(pair[3]);
  }
  if (/\s/.test(text)) return maskArgs(text.split(/\s+/)).join(' ');
  return looksSecret(text) ? masked : text;
}

/**
 * Whether the questions below are worth asking: a token, or something that names one, is in it. Most arguments are neither, and
 * a dozen regular expressions cost a scan 3 ms the first time they are used.
 */
function mayHoldSecret(text: string): boolean {
  let run = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const isWord =
      (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122) || code === 45 || code === 95 || code === 43;
    // An equals sign, a colon, a question mark, an at sign that is not the first (a scope), white space.
    if (code === 61 || code === 58 || code === 63 || code <= 32 || (code === 64 && i > 0 && text.includes('://'))) return true;
    run = isWord ? run + 1 : 0;
    if (run >= 12) return true;
  }
  return false;
}

/** A url without user and password, without query values, without path parts that look like tokens. */
export function maskUrl(url: string): string {
  const [beforeQuery = '', query] = url.split(/\?(.*)/s);
  const noUser = beforeQuery.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, `$1${masked}@`);
  const path = noUser.replaceAll(/[^/]+/g, (part, offset: number) =>
    offset > noUser.indexOf('//') + 2 && looksSecret(part) ? masked : part,
  );
  if (query === undefined) return path;
  const shown = query.split('&').map((pair) => {
    const [name = '', value] = pair.split(/=(.*)/s);
    return value === undefined || isReference(value) || /^(true|false|\d{1,6})$/.test(value) ? pair : `${name}=${masked}`;
  });
  return `${path}?${shown.join('&')}`;
}

/** A server as it may be shown: names of variables and headers, never their values. */
export interface ShownServer {
  readonly transport: 'stdio' | 'http' | 'sse' | 'unknown';
  readonly command: string | null;
  readonly args: readonly string[];
  readonly url: string | null;
  readonly envNames: readonly string[];
  readonly headerNames: readonly string[];
}

export function showServer(server: Server): ShownServer {
  const nothing = { command: null, args: [], url: null, envNames: [], headerNames: [] };
  switch (server.kind) {
    case 'command':
      return {
        ...nothing,
        transport: 'stdio',
        command: maskText(server.command),
        args: maskArgs(server.args),
        envNames: [...server.env.keys()],
      };
    case 'url':
      // A client that tries both speaks Streamable HTTP first.
      return {
        ...nothing,
        transport: server.transport === 'either' ? 'http' : server.transport,
        url: maskUrl(server.url),
        headerNames: [...server.headers.keys()],
      };
    case 'other':
      return { ...nothing, transport: 'unknown' };
    default:
      return server satisfies never;
  }
}

/** Maps whose values are environment or headers, in any client's spelling. */
const secretMaps = new Set([
  'env',
  'environment',
  'envs',
  'headers',
  'http_headers',
  'requestOptions',
  'env_http_headers',
  'oauth',
  'auth',
]);
/** Values in them that everybody may see. */
const harmless = /^(true|false|\d{1,6}|full|minimal|debug|info|warn|error|development|production|)$/i;

/** The spans of a config text that a screen must not show: environment and header values, secret-like fields, arguments and tokens. */
export function* secretSpans(node: Node, name = '', inSecretMap = false): Generator<{ readonly start: number; readonly end: number }> {
  switch (node.kind) {
    case 'scalar': {
      if (typeof node.value !== 'string' || isReference(node.value)) return;
      const isHidden =
        (inSecretMap && !harmless.test(node.value)) ||
        (isSecretName(name) && !harmless.test(node.value)) ||
        maskText(node.value) !== node.value;
      if (isHidden) yield { start: node.start, end: node.end };
      return;
    }
    case 'list': {
      const words = node.items.map((item) => (item.kind === 'scalar' && typeof item.value === 'string' ? item.value : ''));
      const shown = maskArgs(words);
      for (const [i, item] of node.items.entries()) {
        if (item.kind === 'scalar' && shown[i] !== words[i]) yield { start: item.start, end: item.end };
        else yield* secretSpans(item, '', inSecretMap);
      }
      return;
    }
    case 'map':
      for (const member of node.members) yield* secretSpans(member.value, member.key, inSecretMap || secretMaps.has(member.key));
      return;
    default:
      node satisfies never;
  }
}
