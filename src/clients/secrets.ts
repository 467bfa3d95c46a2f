import type { Server } from './server.ts';
import type { Node } from './syntax/node.ts';

/** What stands where a secret was. Its length says nothing about the secret's. */
export const masked = '***';

const secretName =
  /(^|[^a-z])(api[-_]?key|access[-_]?key|app[-_]?key|auth|authorization|bearer|conn(ection)?[-_]?str(ing)?|cookie|credentials?|dsn|jwt|key|pass|passcode|passphrase|passw(or)?d|pat|pwd|secret|session|signature|sig|token)([^a-z]|$)/i;
const longestText = 1_000_000;
const checksumName = /(sha\d*|checksum|digest|hash)$/i;

/** Formats that issuers document for their tokens: GitHub, GitLab, Slack, AWS, Google, npm, Stripe, OpenAI, JWT and the like. */
const issued =
  /(sk|pk|rk)[-_](live|test|ant|proj|or)[-_][\w-]{8,}|\bsk-[\w-]{16,}|gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{8,}|\b(AKIA|ASIA)[A-Z0-9]{12,}|AIza[\w-]{30,}|npm_\w{30,}|hf_\w{20,}|eyJ[\w-]{10,400}\.[\w-]{10,}(\.[\w-]+)?/i;
const tokenShape = new RegExp(String.raw`${issued.source}|(basic|bearer|token)\s+[\w.~+/=-]{8,}`, 'i');
const everyIssued = new RegExp(issued.source, 'gi');

/** A variable, in any client's spelling, or a place to be filled in. */
const reference = /^(\$[A-Za-z_]\w*|%\w+%|<[^>]*>|your[-_ ].*)$/i;
const braces = /\$\{\{?[^}]{0,300}\}?\}|\{(env|file):[^}]{0,300}\}/g;

function isReference(value: string): boolean {
  const rest = value.replaceAll(braces, '').trim();
  return rest === '' || reference.test(rest) || (rest !== value.trim() && /^(bearer|basic|token)$/i.test(rest));
}

/** Whether a value alone looks like a secret: a known token form, or a long run that is no word, path or url. */
export function looksSecret(value: string): boolean {
  // Nothing shorter has the form of a token.
  if (value.length < 12 || value.length > longestText || isReference(value)) return false;
  if (tokenShape.test(value)) return true;
  return (value.match(/[A-Za-z0-9+_=-]{24,}/g) ?? []).some((run) => {
    const isMixed = /\d/.test(run) && /[A-Za-z]/.test(run);
    const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(run);
    const isWords = run.split(/[-_]/).every((word) => /^([A-Za-z]{0,14}|\d{1,8}|v\d+|[a-z]+\d{1,3})$/.test(word));
    return isMixed && !isWords && !isUuid;
  });
}

/** Whether a value holds a token in a form that an issuer documents, or credentials behind the word for their kind. */
export function hasTokenForm(value: string): boolean {
  return value.length <= longestText && !isReference(value) && tokenShape.test(value);
}

/** Whether a name promises a secret value. */
export function isSecretName(name: string): boolean {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').replaceAll(/[_.]/g, '-');
  return secretName.test(words) && !checksumName.test(name);
}

/** What follows `-p` is a port, a package, a path or a project, unless it looks like nothing of them. */
const password = /^(?=.*[A-Za-z])(?=.*[\d!#$%^&*+?])[^-/@.:=\s]{8,100}$/;

/** Arguments as they may be shown: whatever follows a secret-like flag, stands behind a secret-like name, or looks like one is masked. */
export function maskArgs(args: readonly string[]): readonly string[] {
  return args.map((arg, i) => {
    const flag = args[i - 1];
    if (flag === undefined || !flag.startsWith('-') || flag.includes('=') || arg.startsWith('--') || isReference(arg)) return maskText(arg);
    if (isSecretName(flag) || (flag === '-p' && password.test(arg))) return masked;
    return /^(-u|--user|--username)$/.test(flag) ? maskText(arg).replace(/:.*/s, `:${masked}`) : maskText(arg);
  });
}

/**
 * One word, or a whole command line or line of a file: addresses, pairs of a name and a value, flags, tokens. In time linear in the
 * text: it may be a megabyte of one letter. So each pattern begins where a word does, or has a bound.
 */
export function maskText(text: string): string {
  if (!mayHoldSecret(text)) return text;
  // Nobody reads that much, and a regular expression needs memory for every character it may have to give back.
  if (text.length > longestText) return masked;
  const value = String.raw`\$\{[^}]{0,300}\}|"[^"]*"|'[^']*'|[^\s"',;&}]+`;
  const isAddress = text.includes('://');
  return (
    text
      // User and password of an address; a password may hold an @ itself.
      .replaceAll(/((?:^|[^\w])(?:[a-z][a-z0-9+.-]{0,40}:)?\/\/)[^/\s?#]*@/gi, `$1${masked}@`)
      .replaceAll(/(?<![^\s/@])[^\s/@]+@/g, (word, at: number, whole: string) => {
        const isWhole = !/[/@]/.test(whole[at - 1] ?? '');
        return word.replace(isWhole ? /(^|[="'])[^:="']+:.+@$/s : /([="'])[^:="']+:.+@$/s, `$1${masked}@`);
      })
      .replaceAll(/(authorization["']?\s*[:=]\s*["']?)(?:(?:basic|bearer|token|digest)\s+)?[^\s"',;&]+/gi, (all, name: string) =>
        isReference(all.slice(name.length)) ? all : name + masked,
      )
      .replaceAll(/\b(bearer|basic)(\s+)([^\s"',;&]+)/gi, (all, scheme: string, gap: string, word: string) =>
        isReference(word) ? all : scheme + gap + masked,
      )
      .replaceAll(
        new RegExp(String.raw`(?<![\w.-])([\w.-]+)(["']?\s*[:=]\s*)(${value})`, 'g'),
        (all, name: string, sign: string, found: string) => (isSecretName(name) ? name + sign + hide(found) : all),
      )
      .replaceAll(
        new RegExp(String.raw`(?<![\w-])(\w{0,60})(-[\w-]{1,200})(\s+)(?!-)(${value})`, 'g'),
        (all, word: string, flag: string, gap: string, found: string) => (isSecretName(flag) ? word + flag + gap + hide(found) : all),
      )
      .replaceAll(/([?&])([^=&\s?]+)=([^&\s"']+)/g, (all, sign: string, name: string, found: string) =>
        isAddress && !/^(true|false|\d{1,6})$/.test(found) ? `${sign}${name}=${hide(found)}` : all,
      )
      .replaceAll(/(?<=:\/\/[^\s?]{0,1000}\?)[^=&\s"']{12,}/g, masked)
      .replaceAll(/[A-Za-z0-9+_.~-]{12,}={0,2}/g, (run) => (looksSecret(run) ? masked : run))
  );
}

/** Any text, names and prose too, without the tokens that their issuer's form gives away. The last net: it knows no password. */
export function maskTokens(text: string): string {
  return text.replaceAll(everyIssued, masked);
}

/** What masking took out of a text, piece by piece. */
function* takenOut(text: string, shown: string): Generator<string> {
  if (text === shown) return;
  const [first = '', ...kept] = shown.split(masked);
  let at = first.length;
  for (const [i, piece] of kept.entries()) {
    const found = piece === '' && i === kept.length - 1 ? text.length : text.indexOf(piece, at);
    const end = found === -1 ? text.length : found;
    const taken = text.slice(at, end).replaceAll(/^["']|["']$/g, '');
    yield taken;
    // Of a user and a password, the password alone too.
    if (taken.includes(':')) yield taken.slice(taken.indexOf(':') + 1);
    at = end + piece.length;
  }
}

/** Members that hold the names of variables. */
const variableNames = /(^|_)env(_vars?|_http_headers)$/;

/** Every secret that a piece of a config file holds, as it stands there: to be taken out of words about it. */
export function* secretsIn(node: Node, name = ''): Generator<string> {
  switch (node.kind) {
    case 'scalar': {
      if (typeof node.value !== 'string' || isReference(node.value)) return;
      const isMeant = variableNames.test(name) ? !/^[A-Z_][A-Z0-9_]*$/.test(node.value) : isSecretName(name) && !harmless.test(node.value);
      if (isMeant) yield node.value;
      yield* takenOut(node.value, maskText(node.value));
      return;
    }
    case 'list': {
      const words = node.items.map((item) => (item.kind === 'scalar' && typeof item.value === 'string' ? item.value : ''));
      const shown = maskArgs(words);
      for (const [i, word] of words.entries()) yield* takenOut(word, shown[i] ?? word);
      for (const item of node.items) if (item.kind !== 'scalar' || variableNames.test(name)) yield* secretsIn(item, name);
      return;
    }
    case 'map':
      for (const { key, value } of node.members) {
        yield* takenOut(key, maskText(key));
        yield* secretsIn(value, variableNames.test(name) ? name : key);
      }
      return;
    default:
      node satisfies never;
  }
}

/** Quotes stay, so that the text still reads as what it is. */
function hide(found: string): string {
  const quote = /^["']/.exec(found)?.[0] ?? '';
  const inner = quote === '' ? found : found.slice(1, -1);
  return inner === masked || isReference(inner) ? found : quote + masked + quote;
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
    // An equals sign, a colon, a question mark, an at sign that is not the first (as in a scope), white space.
    if (code === 61 || code === 58 || code === 63 || code <= 32 || (code === 64 && i > 0)) return true;
    run = isWord ? run + 1 : 0;
    if (run >= 12) return true;
  }
  return false;
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
        url: maskText(server.url),
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
      if (node.value === null || typeof node.value === 'boolean') return;
      const value = String(node.value);
      if (isReference(value)) return;
      const isHidden = ((inSecretMap || isSecretName(name)) && !harmless.test(value)) || maskText(value) !== value;
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

/** The text with every span masked. Quotes stay, so that it still reads as what it is. */
export function maskSpans(text: string, spans: Iterable<{ readonly start: number; readonly end: number }>): string {
  let result = '';
  let done = 0;
  for (const { start, end } of [...spans].toSorted((a, b) => a.start - b.start)) {
    const quote = /["']/.test(text[start] ?? '') && text[end - 1] === text[start] ? (text[start] ?? '') : '';
    result += text.slice(done, start) + quote + masked + quote;
    done = end;
  }
  return result + text.slice(done);
}
