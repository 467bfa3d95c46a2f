import { nameKind } from '../names.ts';
import { isFilledIn, isListed, isOpaque, isSentence } from '../values.ts';
import type { SecretSpan } from './span.ts';

/** A way of some format or program to write a secret. The last group is the secret, a group `name` must be the name of one. */
interface Form {
  readonly rule: string;
  /** In small letters; without one of these the expression is not tried. */
  readonly needs: readonly string[];
  readonly pattern: RegExp;
}

const q = String.raw`\\?["'` + '`]';
/** Every repetition is bounded or parted by what it cannot hold itself, so that no text takes more than linear time. */
const forms: readonly Form[] = [
  { rule: 'xml', needs: ['</'], pattern: /<(?<name>[\w:.-]{1,60})(?:\s[^<>]{0,200})?>([^<>\s][^<>\n]{0,300})<\//g },
  {
    rule: 'xml',
    needs: ['value'],
    pattern: new RegExp(
      String.raw`\b(?:key|name|id)${q}?\s{0,3}[:=]\s{0,3}${q}?(?<name>[\w.:-]{1,80})${q}?,?(?:\s|\\n){1,40}${q}?value${q}?\s{0,3}[:=]\s{0,3}(?:${q})?([^"'\x60\s\\][^"'\x60\n\\]{0,300})`,
      'gi',
    ),
  },
  {
    rule: 'sql',
    needs: ['identified', 'password'],
    pattern: /\b(?:identified(?:\s+with\s+\S{1,40})?\s+(?:by|as)|PASSWORD)\s+'([^'\n]{1,200})'/gi,
  },
  { rule: 'netrc', needs: ['machine', 'login'], pattern: /\b(?:machine\s+\S{1,100}\s+login|login)\s+\S{1,100}\s+password\s+(\S{1,200})/g },
  {
    rule: 'pgpass',
    needs: [':'],
    pattern: /(?:^|\n)[\w.*-]{1,100}:(?:\d{1,5}|\*):[^:\s]{1,60}:[^:\s]{1,60}:([^\s:]{1,200})(?=\s*(?:\n|$))/g,
  },
  {
    rule: 'config',
    needs: ['requirepass', 'masterauth', 'rootpw', 'enable', 'password'],
    pattern:
      /(?:^|[\n;])\s{0,20}(?:requirepass|masterauth|rootpw|bindpw|enable (?:secret|password)(?: \d)?|(?:set )?security password)\s+["']?([^\s"']{4,200})/g,
  },
  { rule: 'config', needs: ['wifi'], pattern: /\bwifi\s+connect\s+\S{1,60}\s+password\s+["']?([^\s"']{4,100})/g },
  {
    rule: 'call',
    needs: ['define', 'set', 'put'],
    pattern:
      /\b(?:define|setProperty|setItem|putString|putenv|set|set_password|setx)\(\s{0,3}["'](?<name>[\w.-]{1,60})["']\s{0,3},\s{0,3}["']([^"'\n]{1,300})["']/g,
  },
  { rule: 'call', needs: ['convertto-securestring'], pattern: /ConvertTo-SecureString\s+(?:-String\s+)?["']([^"'\n]{1,200})["']/gi },
  { rule: 'call', needs: ['encrypt_string'], pattern: /encrypt_string\s+(?:--\s+)?["']([^"'\n]{1,200})["']/g },
  { rule: 'call', needs: ['secret set'], pattern: /\bsecret set\s[^\n]{0,80}?(?:--body|-b)[ =]["']?([^\s"'|]{4,200})/g },
  {
    rule: 'pipe',
    needs: ['echo', 'printf'],
    pattern:
      /\b(?:echo|printf)\s+(?:-n\s+)?["']?(?:[\w.-]{1,40}:)?([^\s"'|:]{3,200})["']?\s*\|\s*(?=(?:sudo\s|docker |podman |gh |chpasswd|passwd |cryptsetup|gpg |npm |helm |az |op |vault |restic |age )[^\n|]{0,100})/g,
  },
  {
    rule: 'pipe',
    needs: ['<<<'],
    pattern: /(?:sudo -S|cryptsetup|--password-stdin|--with-token|--passphrase-fd 0)[^\n<]{0,80}<<<\s{0,3}["']?([^\s"']{3,200})/g,
  },
  { rule: 'pipe', needs: ['<(echo'], pattern: /(?:pass\w*|secret|token|key)[\w-]{0,20}[= ]<\(echo\s+(?:-n\s+)?["']?([^\s"')]{3,200})/gi },
  { rule: 'pipe', needs: ['user '], pattern: /\bftp\b[^\n]{0,60}["'\n ]user \S{1,40} ([^\s"']{3,100})/g },
];
const stdin =
  /sudo\s+-S|--password-stdin|--with-token|--token-stdin|chpasswd|passwd\s+--stdin|cryptsetup|--passphrase-fd 0|--pinentry|vault login -|restic|age -/;

/** Secrets in the forms that formats and programs have of their own. */
export function* knownForms(text: string): Generator<SecretSpan> {
  const small = text.toLowerCase();
  for (const { needs, pattern, rule } of forms) {
    if (!needs.some((need) => small.includes(need))) continue;
    for (const found of text.matchAll(pattern)) {
      const secret = found.at(-1) ?? '';
      const name = found.groups?.['name'];
      const kind = name === undefined ? 'sure' : nameKind(name);
      if (kind === undefined || (kind === 'unsure' && !isOpaque(secret))) continue;
      if (isFilledIn(secret) || (name !== undefined && isListed(secret)) || (/\s/.test(secret) && isSentence(secret))) continue;
      const end = found.index + found[0].length;
      if (rule === 'pipe' && /^(echo|printf)/.test(found[0]) && !stdin.test(text.slice(end, end + 120))) continue;
      const start = found.index + found[0].lastIndexOf(secret);
      yield { start, end: start + secret.length, rule };
    }
  }
}
