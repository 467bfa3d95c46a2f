/** Replaces a secret. Its length says nothing about that of the secret. */
export const masked = '***';

/** One of these in a name, and it promises a secret. As a regular expression they would take a scan a millisecond to compile. */
const secretWords = new Set(
  (
    'accesskey apikey appkey auth authorization bearer connectionstr connectionstring connstr connstring cookie credential credentials ' +
    'dsn jwt key pass passcode passphrase passwd password pat pwd secret session sig signature token'
  ).split(' '),
);
const connectionString = /(^|[^a-z])conn(ection)?-str(ing)?([^a-z]|$)/i;
const maxText = 1_000_000;
const checksumName = /(sha\d*|checksum|digest|hash)$/i;

/** Formats that issuers document for their tokens: GitHub, GitLab, Slack, AWS, Google, npm, PyPI, Stripe, SendGrid, Shopify, OpenAI, JWT and the like. */
const issued =
  /(sk|pk|rk|sb)[-_](live|test|ant|proj|or)[-_][\w-]{8,}|\bsk-[\w-]{16,}|gh[pousr]_\w{16,}|github_pat_\w{16,}|glpat-[\w-]{16,}|xox[abeoprs]-[\w-]{8,}|\b(AKIA|ASIA)[A-Z0-9]{12,}|AIza[\w-]{30,}|npm_\w{30,}|hf_\w{20,}|pypi-[\w-]{16,}|SG\.[\w-]{16,}\.[\w-]{16,}|do[opr]_v1_[0-9a-f]{40,}|shp(at|ca|pa|ss)_[0-9a-f]{32}|whsec_[\w+/]{24,}|AGE-SECRET-KEY-1\w{40,}|(?<![\w-])[MNO](?=\w*\d)\w{22,25}\.[\w-]{6}\.[\w-]{27,}|hooks\.slack\.com\/services\/[\w/]{20,}|eyJ[\w-]{10,400}\.[\w-]{10,}(\.[\w-]+)?/gi;
const credentials = /(basic|bearer|token)\s+[\w.~+/=-]{8,}/i;

const reference = /^(\$[A-Za-z_]\w*|%\w+%|<[^>]*>|your[-_ ].*)$/i;
const braces = /\$\{\{?[^}]{0,300}\}?\}|\{(env|file):[^}]{0,300}\}/g;

/** As long as an AWS secret key, which has no recognizable form and may contain slashes. No path has so many parts. */
const slashedKey = /(?<![\w+/=.-])[A-Za-z0-9+/]{40}(?![\w+/=.-])/g;

function isSlashedKey(run: string): boolean {
  const parts = run.match(/[A-Z]?[a-z]+|[A-Z]+|\d+|[+/]+/g) ?? [];
  return parts.length >= 16 && /\d/.test(run) && /[a-z]/.test(run) && /[A-Z]/.test(run);
}

/** A variable, in any client's spelling, or a place to be filled in: it holds no secret itself. */
export function isReference(value: string): boolean {
  const rest = value.replaceAll(braces, '').trim();
  return rest === '' || reference.test(rest) || (rest !== value.trim() && /^(bearer|basic|token)$/i.test(rest));
}

/** Whether a value alone looks like a secret: a known token form, or a long run that is no word, path or url. */
export function looksSecret(value: string): boolean {
  // Nothing shorter has the form of a token.
  if (value.length < 12 || value.length > maxText || isReference(value)) return false;
  if (hasTokenShape(value)) return true;
  return (value.match(/[A-Za-z0-9+_=-]{24,}/g) ?? []).some((run) => {
    const isMixed = /\d/.test(run) && /[A-Za-z]/.test(run);
    const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/i.test(run);
    const isWords = run.split(/[-_]/).every((word) => /^([A-Za-z]{0,14}|\d{1,8}|v\d+|[a-z]+\d{1,3})$/.test(word));
    return isMixed && !isWords && !isUuid;
  });
}

/** Whether a value holds a token in a form that an issuer documents, or credentials behind the word for their kind. */
export function hasTokenForm(value: string): boolean {
  if (value.length > maxText || isReference(value)) return false;
  return hasTokenShape(value) || (value.match(slashedKey) ?? []).some(isSlashedKey);
}

function hasTokenShape(value: string): boolean {
  // `search` always starts at the beginning, regardless of `lastIndex`.
  return value.search(issued) !== -1 || credentials.test(value);
}

/** Whether a name promises a secret value. */
export function isSecretName(name: string): boolean {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2').replaceAll(/[_.]/g, '-');
  const isSecret = words.split(/[^A-Za-z]/).some((word) => isSecretWord(word.toLowerCase())) || connectionString.test(words);
  return isSecret && !checksumName.test(name);
}

/** Also as the end of one word: `PGPASSWORD`, `GHTOKEN`. */
function isSecretWord(word: string): boolean {
  return secretWords.has(word) || ['password', 'passwd', 'apikey', 'token', 'secret'].some((end) => word.endsWith(end));
}

/** What follows `-p` is a port, a package, a path or a project, unless it looks like nothing of them. */
const password = /^(?=.*[A-Za-z])(?=.*[\d!#$%^&*+?])[^-/@.:=\s]{8,100}$/;

/** Arguments as they may be shown: masked are values after a secret-like flag or name, and values that look like a secret. */
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
  return maskedInAscii(text, maskAscii);
}

function maskAscii(text: string): string {
  if (!mayHoldSecret(text)) return text;
  // Too long to be read, and a regular expression needs memory for every character that it may backtrack over.
  if (text.length > maxText) return masked;
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
      .replaceAll(
        /(?<![\w-])((?:-u|--user|--username)(?:\s+|=)["']?[^\s:"'=]{1,200}:)(?!\d{1,10}(?![^\s"']))([^\s"']+)/g,
        (all, before: string, found: string) => (isReference(found) ? all : before + masked),
      )
      .replaceAll(/([?&])([^=&\s?]+)=([^&\s"']+)/g, (all, sign: string, name: string, found: string) =>
        isAddress && !/^(true|false|\d{1,6})$/.test(found) ? `${sign}${name}=${hide(found)}` : all,
      )
      .replaceAll(/(?<=:\/\/[^\s?]{0,1000}\?)[^=&\s"']{12,}/g, masked)
      .replaceAll(slashedKey, (run) => (isSlashedKey(run) ? masked : run))
      .replaceAll(/[A-Za-z0-9+_.~-]{12,}={0,2}/g, (run, at: number, whole: string) =>
        looksSecret(run) && !isPublicHash(run, whole.slice(Math.max(0, at - 20), at)) ? masked : run,
      )
  );
}

/**
 * A hash that names a content and is no secret, by where it is: a directory of the store of Nix or Guix, the digest of an image, a
 * user's temporary directory of macOS. https://nix.dev/manual/nix/latest/store/store-path
 */
function isPublicHash(run: string, before: string): boolean {
  const name = /\/(nix|gnu)\/store\/$/.test(before) ? /^[0-9a-z]{32}-(.+)$/.exec(run)?.[1] : undefined;
  if (name !== undefined) return !looksSecret(name);
  return (/(^|[@/\s])sha256:$/.test(before) && /^[0-9a-f]{64}$/.test(run)) || /\/var\/folders\/[^/]{2}\/$/.test(before);
}

/** Any text, names and prose too, without the tokens that their issuer's form gives away. The last net: it knows no password. */
export function maskTokens(text: string): string {
  return maskedInAscii(text, (ascii) =>
    ascii.replaceAll(issued, masked).replaceAll(slashedKey, (run) => (isSlashedKey(run) ? masked : run)),
  );
}

/** Full-width letters say the same to a reader: where they hide a secret, the text comes back in ASCII without it. */
function maskedInAscii(text: string, mask: (text: string) => string): string {
  const found = mask(text);
  if (!fullWidth.test(found)) return found;
  const ascii = found.replaceAll(/[\uFF01-\uFF5E]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));
  const maskedAscii = mask(ascii);
  return maskedAscii === ascii ? found : maskedAscii;
}

/** https://www.unicode.org/charts/PDF/UFF00.pdf: ASCII, 0xFEE0 further up. */
const fullWidth = /[\uFF01-\uFF5E]/;

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
