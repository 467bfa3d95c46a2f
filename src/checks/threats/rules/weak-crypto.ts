import { argumentsOf, callsOf, offsetOf, rule } from '../script.ts';
import type { Example, Threat } from '../threat.ts';

const secretWord = /passw|passphrase|secret|credential|token|otp\b|api_?key/i;
const forPasswords = {
  message: 'A password or a secret is hashed with a fast hash that is broken.',
  fix: 'Use scrypt, bcrypt or argon2 for passwords, and SHA-256 or HMAC for the rest.',
};

export default {
  id: 'weak-crypto',
  severity: 'warning',
  message: 'This cipher is broken or has no key of its own.',
  fix: 'Use AES-GCM with a random nonce.',
  javascript: {
    keyword: /\bcreate(?:Hash|Cipher|Cipheriv|Decipher|Decipheriv)\b|Math\.random/,
    *find(script) {
      for (const call of callsOf(script, String.raw`(?:^|\.)createHash$`)) {
        if (!/^['"`](?:md5|sha-?1)['"`]$/i.test(argumentsOf(call)[0]?.text() ?? '')) continue;
        // `createHash('md5').update(x)`: what is hashed is in the call behind it.
        const update = call.parent()?.parent();
        const hashed = update?.kind() === 'call_expression' ? argumentsOf(update)[0]?.text() : undefined;
        if (hashed !== undefined && secretWord.test(hashed)) yield { at: offsetOf(call), ...forPasswords };
      }
      for (const call of callsOf(script, String.raw`(?:^|\.)create(?:Cipher|Decipher)(?:iv)?$`)) {
        const name = call.field('function')?.text() ?? '';
        const cipher = argumentsOf(call)[0]?.text() ?? '';
        if (/^['"`](?:des\b|des-|rc4|rc2|bf)|-ecb['"`]$/i.test(cipher) || (!name.endsWith('iv') && /^['"`]aes/i.test(cipher)))
          yield { at: offsetOf(call) };
      }
      const named = rule({
        kind: 'variable_declarator',
        all: [
          { has: { field: 'name', regex: '(?i)^(?:.*(?:token|secret|password|nonce|salt|apikey|sessionid)s?)$' } },
          { has: { field: 'value', regex: String.raw`^\(?Math\.random\(\)` } },
        ],
      });
      for (const node of script.root.findAll(named))
        yield {
          at: offsetOf(node),
          message: 'Math.random can be predicted.',
          fix: 'Make secrets with crypto.randomBytes or crypto.randomUUID.',
        };
    },
  },
  lines: {
    python: [
      {
        call: /\bhashlib\.(?:md5|sha1)\s*\(|(?<![\w.])(?:md5|sha1)\s*\(/g,
        is: ({ args }) => secretWord.test(args[0]?.text ?? '') && !args.some(({ text }) => /usedforsecurity\s*=\s*False/.test(text)),
      },
      { piece: /\b(?:DES|ARC4|Blowfish)\.new\s*\(|\bAES\.MODE_ECB\b/g },
    ],
    go: [
      { piece: /\b(?:des\.New(?:TripleDES)?Cipher|rc4\.NewCipher)\s*\(/g },
      { call: /\b(?:md5|sha1)\.Sum\s*\(/g, is: ({ args }) => secretWord.test(args[0]?.text ?? '') },
    ],
    java: [
      { call: /\bCipher\.getInstance\s*\(/g, is: ({ args }) => /^"(?:DES\b|DESede|RC4|Blowfish|AES\/ECB|AES")/.test(args[0]?.text ?? '') },
    ],
  },
} satisfies Threat;

export const examples: readonly Example[] = [
  { language: 'javascript', found: 1, code: 'const h = createHash("md5").update(password).digest("hex");' },
  { language: 'javascript', found: 1, code: 'const c = crypto.createCipheriv("aes-128-ecb", key, null);' },
  { language: 'javascript', found: 1, code: 'const sessionToken = Math.random().toString(36);' },
  { language: 'javascript', found: 0, code: 'const etag = createHash("sha1").update(body).digest("hex");\nconst id = Math.random();' },
  { language: 'javascript', found: 0, code: 'crypto.createCipheriv("aes-256-gcm", key, nonce); createHash("sha256").update(password);' },
  { language: 'python', found: 1, code: 'hashlib.md5(password.encode()).hexdigest()' },
  { language: 'python', found: 1, code: 'cipher = AES.new(key, AES.MODE_ECB)' },
  { language: 'python', found: 0, code: 'hashlib.md5(data).hexdigest()\nhashlib.sha1(token, usedforsecurity=False)' },
  { language: 'go', found: 1, code: 'sum := md5.Sum([]byte(password))' },
  { language: 'go', found: 0, code: 'sum := md5.Sum(data)' },
  { language: 'java', found: 1, code: 'Cipher c = Cipher.getInstance("AES/ECB/PKCS5Padding");' },
];
