import { nameWords } from '../../text/index.ts';
import { entropyOf } from './entropy.ts';
import { isPlaceholder, isReferenceValue, isSequence } from './placeholder.ts';
import type { PathKind } from './path-kind.ts';

/** A value under a name, and where it was found. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
  readonly quote: string;
  readonly sign: string;
  readonly path: PathKind;
  /** How often the same value is in the same file. */
  readonly repeats: number;
  /** The line that holds it, cut to what is near. */
  readonly line: string;
}

/** What is known of a value, computed once and asked by many signals. */
interface Traits extends NamedValue {
  readonly kind: NameKind;
  readonly words: readonly string[];
  readonly last: string;
  readonly small: string;
  readonly length: number;
  readonly entropy: number;
  readonly isRandom: boolean;
}

type NameKind = 'password' | 'secret' | 'token' | 'key' | 'auth' | 'credential' | 'salt' | 'other';

const kinds: readonly (readonly [NameKind, RegExp])[] = [
  [
    'password',
    /identified by|(?<!com|by|sur|tres|over|under|im)pass(?!es\b|word[-_]?less|port|ive|ed|ing|enger|age|_?through|_?thru)|pwd|psw|passphrase|(?:^|[^a-z])pw(?![a-z])/i,
  ],
  ['secret', /secret/i],
  ['token', /token|jwt|bearer/i],
  [
    'key',
    /(?:api|access|private|consumer|signing|encryption|master|account|client|app|auth|secret|shared|service|storage|license|ssh|hmac|aes|n)[-_. ]?key/i,
  ],
  ['salt', /salt|nonce/i],
  ['credential', /cred/i],
  ['auth', /auth/i],
];

/** The kind of secret that a name promises. */
export function nameKind(name: string): NameKind {
  return kinds.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}

/** Last words of names that say something about a secret and hold none. */
const aboutWords = new Set(
  'id ids name names url uri path file files type types length len size field fields label title text message msg error errors count index expires expiry expiration expire ttl timeout date time at age header headers prefix suffix format class style policy policies rule rules required enabled disabled valid verify check confirm confirmation hint placeholder reset change changed update updated form input element selector param params method endpoint provider service server host port user username email domain scope scopes role algorithm alg hash digest fingerprint version mode status state strategy flow callback handler middleware module store storage manager factory builder config options settings map list array set arn usage ops pair pairs code strength min max attempts retries sha1 sha2 sha256 sha512 md5 bcrypt crypt encrypted encoded env var variable source template pattern regex regexp bits'.split(
    ' ',
  ),
);
const secretWords = /pass(?:word|wd|phrase)?|secret|token|key|auth|cred|pwd/i;

/** Signs of several kinds in an order that no word has. */
export function isRandomLooking(value: string, entropy: number): boolean {
  if (value.length < 8 || /\s/.test(value)) return false;
  const hasDigit = /\d/.test(value);
  if (/^[0-9a-f]+$/i.test(value)) return value.length >= 12 && hasDigit && /[a-f]/i.test(value) && entropy > 2.5;
  let changes = 0;
  for (let i = 1; i < value.length; i += 1) if (signClass(value.charCodeAt(i)) !== signClass(value.charCodeAt(i - 1))) changes += 1;
  return (hasDigit && changes >= value.length * 0.25) || (changes >= value.length * 0.35 && /[a-z]/.test(value) && /[A-Z]/.test(value));
}

function signClass(sign: number): number {
  if (sign >= 48 && sign <= 57) return 1;
  if (sign >= 97 && sign <= 122) return 2;
  return sign >= 65 && sign <= 90 ? 3 : 4;
}

function traitsOf(named: NamedValue): Traits {
  const { value, name } = named;
  const words = nameWords(name);
  const entropy = entropyOf(value);
  return {
    ...named,
    kind: nameKind(name),
    words,
    last: words.at(-1) ?? '',
    small: value.toLowerCase(),
    length: value.length,
    entropy,
    isRandom: isRandomLooking(value, entropy),
  };
}

type Signal = (traits: Traits) => boolean;

/** What speaks for or against a secret. How much each counts is in signal-weights.json. */
export const signals: Readonly<Record<string, Signal>> = {
  'name: password': ({ kind }) => kind === 'password',
  'name: secret': ({ kind }) => kind === 'secret',
  'name: token': ({ kind }) => kind === 'token',
  'name: key': ({ kind }) => kind === 'key',
  'name: auth': ({ kind }) => kind === 'auth',
  'name: credential': ({ kind }) => kind === 'credential',
  'name: salt': ({ kind }) => kind === 'salt',
  'name: other': ({ kind }) => kind === 'other',
  'name ends in a word about a secret': ({ last }) => aboutWords.has(last),
  'name begins with a word about a secret': ({ words }) =>
    /^(?:is|has|no|with|use|reset|change|forgot|invalid|missing|wrong|show|hide|need|require[ds]?|allow|public|get|set|check|verify|validate|create|generate|num|max|min)$/.test(
      words[0] ?? '',
    ),
  'name holds public': ({ words }) => words.includes('public') || words.includes('pub'),
  'name has one word': ({ words }) => words.length === 1,
  'name has four words': ({ words }) => words.length >= 4,
  'name in capitals': ({ name }) => /^[A-Z0-9_.-]+$/.test(name),
  'name with a dot': ({ name }) => name.includes('.'),
  'name ends in a secret word': ({ last }) =>
    /^(?:.*pass(?:word|wd|phrase|code)?\d?|pwd|pw|.*secret|.*token|.*key|auth|.*credentials?|salt|nonce)$/.test(last),
  'name is a header': ({ name }) => /^x-|^authorization$/i.test(name),
  'name of a place in a list': ({ words }) =>
    /^(?:next|page|continuation|continue|sync|resume|cancel|cancellation|csrf|xsrf|lex|syntax|start|end|prev|previous|sort|cache|foreign|primary|partition|row|column|object|dict|hot|shortcut|press|unique|index|group|lookup|session|state|data|map|field|i18n|translation|react|nav|menu|tab|node|item|step|query|search|event|feature|metric|label|log|meta|error|message|config|setting|settings|param|header|attr|prop|property|routing|topic|queue|bucket|redis|memcached|storage|storagekey|public)$/.test(
      words.at(-2) ?? '',
    ),
  'name holds encrypted or hashed': ({ words }) =>
    words.some((word) => /^(?:encrypted|encoded|hashed|masked|digest|wrapped|crypted)$/.test(word)),
  'name holds fake, test, dummy': ({ words }) =>
    words.some((word) => /^(?:fake|test|dummy|mock|sample|example|invalid|wrong|bad|bogus)$/.test(word)),
  'name is key alone': ({ words }) => words.length === 1 && /^(?:key|auth|access|api|authorization|signature)$/.test(words[0] ?? ''),
  'name is password alone': ({ words }) =>
    words.length === 1 && /^(?:password|passwd|pwd|pass|passphrase|secret|token|apikey)$/.test(words[0] ?? ''),
  'sign: =': ({ sign }) => sign === '=',
  'sign: :': ({ sign }) => sign === ':',
  'sign: (': ({ sign }) => sign === '(',
  'sign: ,': ({ sign }) => sign === ',',
  'sign: comparison': ({ sign }) => sign === '==' || sign === '===' || sign === '!=' || sign === '!==',
  'sign: space': ({ sign }) => sign === ' ',
  'sign: >': ({ sign }) => sign === '>',
  'sign: =>': ({ sign }) => sign === '=>' || sign === '->' || sign === ':=',
  'not quoted': ({ quote }) => quote === '',
  'quoted with escapes': ({ quote }) => quote.length > 1,
  'not quoted in code': ({ quote, path }) => quote === '' && path.isCode,
  'length < 4': ({ length }) => length < 4,
  'length 4-5': ({ length }) => length >= 4 && length < 6,
  'length 6-7': ({ length }) => length >= 6 && length < 8,
  'length 8-11': ({ length }) => length >= 8 && length < 12,
  'length 12-19': ({ length }) => length >= 12 && length < 20,
  'length 20-31': ({ length }) => length >= 20 && length < 32,
  'length 32-64': ({ length }) => length >= 32 && length <= 64,
  'length > 64': ({ length }) => length > 64,
  random: ({ isRandom }) => isRandom,
  'random and long': ({ isRandom, length }) => isRandom && length >= 16,
  'entropy < 2.5': ({ entropy }) => entropy < 2.5,
  'entropy > 3.5': ({ entropy }) => entropy > 3.5,
  'entropy > 4.2': ({ entropy }) => entropy > 4.2,
  'only digits': ({ value }) => /^\d+$/.test(value),
  'a number': ({ value }) => /^-?\d+(?:\.\d+)?[a-z]{0,2}$/i.test(value),
  'only small letters': ({ value }) => /^[a-z]+$/.test(value),
  'only capital letters': ({ value }) => /^[A-Z]+$/.test(value),
  'only letters': ({ value }) => /^[A-Za-z]+$/.test(value),
  hex: ({ value }) => /^(?:[0-9a-f]{16,}|[0-9A-F]{16,})$/.test(value),
  'letters and digits': ({ value }) => /[A-Za-z]/.test(value) && /\d/.test(value) && /^\w+$/.test(value),
  'digits at the end': ({ value }) => /^[A-Za-z]{3,}[-_]?\d{1,4}$/.test(value),
  'small, capital, digit': ({ value }) => /[a-z]/.test(value) && /[A-Z]/.test(value) && /\d/.test(value),
  symbols: ({ value }) => /[!@#$%^&*?]/.test(value),
  spaces: ({ value }) => /\s/.test(value),
  'several spaces': ({ value }) => /\s\S+\s/.test(value),
  'camel case': ({ value }) => /^[a-z]+(?:[A-Z][a-z]+)+$/.test(value),
  'words with dashes': ({ value }) => /^[A-Za-z]+(?:-[A-Za-z]+)+$/.test(value),
  'words with underscores': ({ value }) => /^[A-Za-z]+(?:_[A-Za-z]+)+$/.test(value),
  'words with dots': ({ value }) => /^[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)+$/.test(value),
  'a call or index': ({ value }) => /\w[([]/.test(value) || /[)\]]$/.test(value),
  'a variable': ({ value }) => /^[$@:]\w|^self\b|^this\b|^req(?:uest)?\.|^config\.|^settings\.|^process\.|^os\./.test(value),
  'a path': ({ value }) => /^(?:~|\.{0,2})\/[\w.-]+|^[A-Z]:\\|^[\w.-]+\/[\w./-]+\.\w{1,5}$/.test(value),
  slashes: ({ value }) => value.includes('/'),
  'an address': ({ value }) => /:\/\/|^www\.|@[\w-]+\.\w/.test(value),
  'a file name': ({ value }) => /\.(?:pem|key|crt|cer|json|ya?ml|txt|p12|pub|conf|cfg|env|js|ts|py|go|rb|html?|md|sh)$/i.test(value),
  markup: ({ value }) => /[<>{}]/.test(value),
  'a format': ({ value }) => /%[sdv@]|\{\w*\}|\\\(|\$\{?\w/.test(value),
  'a uuid': ({ value }) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value),
  'true, false, none': ({ small }) =>
    /^(?:true|false|null|none|nil|undefined|yes|no|on|off|string|str|int|integer|text|bool|boolean|number|object|any|void|optional|required|password|default|secret|token|empty|unset|n\/a)$/.test(
      small,
    ),
  'value holds a secret word': ({ value }) => secretWords.test(value),
  'value is its name': ({ small, words }) => small.replaceAll(/[^a-z0-9]/g, '') === words.join('') || words.includes(small),
  'value holds its name': ({ small, last }) => last.length >= 3 && small.includes(last),
  'value holds test, fake, some': ({ small }) => /test|fake|some|sample|my[-_]?|foo|bar\b|demo|mock|bogus|invalid|wrong|bad/.test(small),
  'a placeholder': ({ value }) => isPlaceholder(value),
  'a reference': ({ value }) => isReferenceValue(value),
  'a sequence': ({ value }) => isSequence(value),
  'a key of a map': ({ value }) => /^[\w.-]{1,40}$/.test(value) && !/\d/.test(value) && /[._-]/.test(value),
  'a content type or scheme': ({ value }) =>
    /^(?:application|text|image)\/|^(?:basic|bearer|digest|oauth|apikey|saml|openid|hmac|rsa|ssh)[\w -]{0,12}$/i.test(value),
  'basic or bearer': ({ value }) => /^(?:basic|bearer|token|ntlm|digest) +\S{6}/i.test(value),
  'a hash': ({ value }) => /^sha\d|^\$2[aby]\$|^\$argon|^\{SSHA\}|^pbkdf2/i.test(value),
  'an ssh key': ({ value }) => /^(?:ssh-|AAAA[BCE])/.test(value),
  'base64 with padding': ({ value }) => /^[A-Za-z0-9+/_-]{10,}={1,2}$/.test(value),
  'password: a known default': ({ small }) =>
    /^(?:password|passw0rd|changeit|secret|admin|root|test|guest|user|postgres|mysql|pass|pwd|letmein|default|1234|12345|123456|12345678|123456789|password1|password123|qwerty)$/.test(
      small,
    ),
  'name is pass alone': ({ words }) => words.length === 1 && words[0] === 'pass',
  'password: a word of a result': ({ small }) =>
    /^(?:passed|failed|skipped|pending|received|result|ok|boolean|expected|actual|value|each|all)$/.test(small),
  'not ASCII': ({ value }) => /[\x80-\xff]/.test(value),
  'a version': ({ value }) => /^[~^>=<v]*\d+\.\d+(?:\.[\dx*]+)?(?:-[\w.]+)?$/.test(value),
  'an expression for a search': ({ value }) => /\[[^\]]*-[^\]]*\][+*{?]|\\[dws]|^\^|\$$/.test(value),
  'salt and only digits': ({ kind, value }) => kind === 'salt' && /^\d+$/.test(value),
  'letters alone without quotes': ({ quote, value }) => quote === '' && /^[A-Za-z]+$/.test(value),
  'a name without quotes in documentation': ({ quote, value, path }) => quote === '' && path.isDoc && /^[A-Za-z_.]+$/.test(value),
  'an option of a command': ({ name }) => name.startsWith('-'),
  SQL: ({ name, line }) => /identified by/i.test(name) || /\b(?:create|alter|set) (?:user|role|password)\b/i.test(line),
  'in a shell or batch file': ({ path }) => path.isShell,
  'in a container or CI file': ({ line }) => /^\s*(?:-\s*)?[A-Z][A-Z0-9_]+\s*[:=]|\s-e [A-Z]|\bENV |\bARG /.test(line),
  'username before it': ({ line }) => /user(?:_?name)?|login|email/i.test(line),
  'two words in small letters': ({ value }) => /^[a-z]+[ _-][a-z]+$/.test(value),
  'small letters and digits': ({ value }) => /^(?=.*\d)(?=.*[a-z])[a-z0-9]+$/.test(value),
  'no vowels': ({ value }) => /^[^aeiou]{6,}$/i.test(value),
  'in a test': ({ path }) => path.isTest,
  'in documentation': ({ path }) => path.isDoc,
  'in a config file': ({ path }) => path.isConfig,
  'in a translation': ({ path }) => path.isTranslation,
  'in code': ({ path }) => path.isCode,
  'in a template': ({ path }) => path.isMarkup,
  'in a comment': ({ line }) => /^\s*(?:\/\/|#|\*|<!--|--|;)/.test(line),
  'line in prose': ({ line }) => /^\s*(?:#|\/\/|\*)?\s*[A-Z][a-z]+ [a-z]+ [a-z]+ /.test(line),
  'line with a call that sets it': ({ line }) => /\b(?:login|connect|authenticate|signin|sign_in|create_user)\w*\(/i.test(line),
  'repeated in the file': ({ repeats }) => repeats > 3,
  'repeated often': ({ repeats }) => repeats > 20,
  // Together.
  'password and only letters': ({ kind, value }) => kind === 'password' && /^[A-Za-z]+$/.test(value),
  'password and digits': ({ kind, value }) => kind === 'password' && /\d/.test(value),
  'password and symbols': ({ kind, value }) => kind === 'password' && /[!@#$%^&*?]/.test(value),
  'password and length < 4': ({ kind, length }) => kind === 'password' && length < 4,
  'password and a secret word': ({ kind, value }) => kind === 'password' && secretWords.test(value),
  'password, not quoted': ({ kind, quote }) => kind === 'password' && quote === '',
  'password in a test': ({ kind, path }) => kind === 'password' && path.isTest,
  'password assigned, one word': ({ kind, sign, words }) => kind === 'password' && (sign === '=' || sign === ':') && words.length === 1,
  'other name and random': ({ kind, isRandom }) => kind === 'other' && isRandom,
  'other name and not random': ({ kind, isRandom }) => kind === 'other' && !isRandom,
  'auth name and not random': ({ kind, isRandom }) => kind === 'auth' && !isRandom,
  'auth name and random': ({ kind, isRandom }) => kind === 'auth' && isRandom,
  'token or secret, random': ({ kind, isRandom }) => (kind === 'token' || kind === 'secret') && isRandom,
  'token, secret, key and only letters': ({ kind, value }) =>
    (kind === 'token' || kind === 'secret' || kind === 'key') && /^[A-Za-z]+$/.test(value),
  'salt and random': ({ kind, isRandom }) => kind === 'salt' && isRandom,
  'key and random': ({ kind, isRandom }) => kind === 'key' && isRandom,
  'about a secret and random': ({ last, isRandom }) => aboutWords.has(last) && isRandom,
  'about a secret and not random': ({ last, isRandom }) => aboutWords.has(last) && !isRandom,
};
export const signalNames = Object.keys(signals);

/** The signals that hold for a value, by their places in the list. */
export function signalsOf(named: NamedValue): readonly number[] {
  const traits = traitsOf(named);
  const found: number[] = [];
  for (let i = 0; i < signalNames.length; i += 1) if (signals[signalNames[i] ?? '']?.(traits) === true) found.push(i);
  return found;
}
