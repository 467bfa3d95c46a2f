import { isReference } from './reference.ts';
import { ordinaryWords } from './words.ts';

/** What documentation writes where a secret belongs. */
const placeholder =
  /^(?:[<{[(%*•.…~-]|\$[\w{(]|\\?\$\{|@@|`|(?:your|some|insert|replace|change|enter|paste|put)[-_ ]|(?:my|the)[-_ ](?:own|new|old|secret|password|token|key|api|database|db)|(?:redacted|masked|hidden|removed|example|dummy|placeholder|sample|changeme|changeit|replaceme|todo|tbd|fixme|none|n\/a|secret|password|passwort|passwd|pass|pwd|pw|token|x+)$)|\*{3}|•{3}|…|\.{3}$|x{4,}|[-_]here$|your[-_]|example$|\$\{|\{\{|\$\(|<%|%\(/i;
const envelope = /^(?:ENC|env|file|vault|op|ref\+\w+|sops|awsssm|secretref|keyring|literal)[:(]/i;

/** Whether something else is meant to be written there, or is read from elsewhere at run time. */
export function isFilledIn(value: string): boolean {
  if (value.length > 300) return false;
  return isReference(value) || placeholder.test(value) || envelope.test(value);
}

const types =
  /^(?:u?int\d*|float\d*|str|string|bool|boolean|number|any|object|unknown|never|none|null|nil|undefined|true|false|yes|no|on|off)$/i;
const endings = /^[a-z]{2,}(?:ed|ing|able|ible|tions?|ly|ments?|ity|ence|ance)$/i;
const secretWord = /pass(?:w(?:or)?d|phrase|wort)|secret|token|credential|api_?-?key|kennwort|contrase|senha/i;

/** Whether a word belongs to a sentence, a type or a name, and so is not taken for a password by itself. */
export function isOrdinary(word: string): boolean {
  const bare = bareWord(word);
  return isListed(bare) || (/^[A-Za-z\u00C0-\uFFDC_'’|-]*$/.test(bare) && (endings.test(bare) || secretWord.test(bare) || isList(bare)));
}

/** As {@link isOrdinary}, but only by the lists: for places where a password is expected and no sentence. */
export function isListed(word: string): boolean {
  const bare = bareWord(word);
  return ordinaryWords().has(bare) || types.test(bare);
}

function bareWord(word: string): string {
  return word.replaceAll(/^[("'`«“„]+|[.,;:!?)"'`»”]+$/g, '').toLowerCase();
}

/** `required|string`, `a/an`. */
function isList(bare: string): boolean {
  return bare.includes('|') && ordinaryWords().has(bare.split('|', 1)[0] ?? '');
}

/** Whether several words read as a sentence or a label. */
export function isSentence(text: string): boolean {
  const words = text.trim().split(/\s+/);
  return words.filter((word) => isListed(word) || secretWord.test(word)).length * 2 >= words.length;
}

const technical =
  /^(?:v?\d+(?:[.:]\d+)*(?:[-+][\w.]+)?|\d+[-–]?[A-Za-z\u00C0-\uFFDC]+|sha-?\d+|utf-?\d+|md[45]|base\d+|oauth2?(?:\.\d)?|http\/?\d\S*|[rehp]s\d{3}|argon2\w*|aes\S*|scram\S*|x\.?509|ed25519|secp\w+|p12|pkcs#?\d*|s3|ipv[46]|python\d|web3|es\d+|mp[34]|i18n|l10n|k8s|oauth\S*|openid\S*|rfc-?\d+|cve-\S+|\d{4}-\d\d(?:-\d\d)?\S*|#\d+)$/i;
/** The number of an issue. */
const issueNumber = /^[A-Z]{2,10}-\d+$/;
/** A version, a size, an algorithm, a number: words with digits that are no password. */
function isTechnical(value: string): boolean {
  return technical.test(value) || issueNumber.test(value) || /^[^@\s]+@[\w-]+(\.[\w-]+)+$/.test(value);
}

/** A path or an address: it may lead to a secret and is none. */
export function isPath(value: string): boolean {
  if (value.includes('://')) return true;
  return (
    /^(?:\.{0,2}\/|~|[A-Za-z]:[\\/]|\\\\)/.test(value) ||
    (/[/\\]/.test(value) && /^[\w.@~-]+(?:[/\\][\w.@*-]+)+[/\\]?$/.test(value) && !/[!#$%^&+=?]/.test(value)) ||
    /^[\w-]+\.(?:[cm]?[jt]sx?|json|ya?ml|toml|ini|env|txt|pem|key|p12|md|so|py|go|rb|php|sh|exe|dll|sql|html?|css|conf|cfg|crt|csv)$/i.test(
      value,
    )
  );
}

/** An expression of a program: `process.env.TOKEN`, `getToken(user)`, `validated_data["password"]`, `Optional[str]`. */
export function isCode(value: string): boolean {
  if (
    /^(?:process|req|request|res|env|os|self|this|config|cfg|settings|ctx|params?|props|var|local|data|args|opts|options|sys|std)(?:\.|->|::|\[|\?)/.test(
      value,
    )
  )
    return true;
  if (/^["'`]?\s*[+]/.test(value) || /=>|\|\||&&|\?\?/.test(value)) return true;
  if (/^[a-z_]\w*(?:(?:\.|->|::)\w+)*\(.*\)/.test(value)) return true;
  const head = /^[&*!]*[A-Za-z_$][\w$]*(?:(?:\??\.|->|::)[A-Za-z_$][\w$]*)*[!?]?/.exec(value)?.[0];
  if (head === undefined || /\d/.test(head)) return false;
  const rest = value.slice(head.length);
  return /^[([{<]/.test(rest) || (rest === '' && /\.|->|::|_|[a-z][A-Z][a-z]|[!?]$/.test(head) && /^[a-z_$&*]/.test(head));
}

/** Letters and digits, or letters around a sign that no word has: in a sentence it is nothing but a password. */
export function isStrong(value: string, min = 5): boolean {
  if (value.length < min || value.length > 300 || !/[A-Za-z\u00C0-\uFFDC]/.test(value)) return false;
  if (isFilledIn(value) || isTechnical(value) || isPath(value) || /^[A-Za-z_][\w.]*\(/.test(value)) return false;
  return /\d/.test(value) || (value.length >= 6 && /[A-Za-z\u00C0-\uFFDC][!#$%^&*+~?=@€§]+[A-Za-z\u00C0-\uFFDC]/.test(value));
}

/** Long, and of letters and digits: opaque, under a name that says little. */
export function isOpaque(value: string): boolean {
  return value.length >= 8 && /\d/.test(value) && isStrong(value) && !isCode(value) && !/\s/.test(value);
}
