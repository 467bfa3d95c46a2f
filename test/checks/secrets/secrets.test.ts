import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { textScanner } from '../../../src/checks/secrets/scan-text.ts';
import { gitleaksRules } from '../../../src/checks/secrets/vendor-rules.ts';
import { found, summary } from './found.ts';

// Values are put together here, so that no scanner takes this file for one with secrets in it. None of them was ever valid but the GitHub
// token, which its owner published when it was revoked.
const githubToken = joined('ghp_', 'zQWBuTSOoRi4A9spHcVY5ncnsDkxkJ', '0mLq17');
const awsKey = joined('AKIA', 'LALEMEL33243OLIB');
const stripeKey = joined('sk_live_', '51OuEMLAlTWGaDypq4P5cuDHbuKeG4tAGPYHJp');
const slackToken = joined('xoxb-', '263594206564-2343594206564', '-FGqddMF8t08v8N7Oq4i57vs1');
const nkeySeed = joined('SU', 'APM67TC4RHQLKBX55NIQXSMATZDOZK6FNEOSS36CAYA7F7TY66LP4BOM');
const jwt = `${base64url({ alg: 'HS256' })}.${base64url({ sub: '17', scope: 'admin' })}.yPnOE--rxp3rJaYy0iZaW2Vswvus05G6_ZBdXqIdjGo`;
const sampleJwt = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url({ sub: '1234567890', name: 'John Doe' })}.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c`;
const pem = pemOf('pkcs8');
const rsaDer = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey.export({ type: 'pkcs1', format: 'der' }).toString('base64');
/** https://learn.microsoft.com/en-us/windows/win32/seccrypto/rsa-schannel-key-blobs */
const keyBlob = Buffer.concat([
  Buffer.from([7, 2, 0, 0, 0, 0xa4, 0, 0]),
  Buffer.from('RSA2'),
  Buffer.from([0, 4, 0, 0, 1, 0, 1, 0]),
  randomBytes(576),
]).toString('base64');
const lockedPem = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' },
}).privateKey;

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

const unknownKey = 'of this test alone';

function signed(alg: 'HS256' | 'HS384' | 'HS512', claims: object, key: string): string {
  const text = `${base64url({ alg, typ: 'JWT' })}.${base64url(claims)}`;
  return `${text}.${createHmac(`sha${alg.slice(2)}`, key)
    .update(text)
    .digest('base64url')}`;
}

function pemOf(type: 'pkcs8' | 'sec1'): string {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type, format: 'pem' },
  }).privateKey;
}

function edited(text: string, from: number): string {
  return text.slice(0, from) + (text[from] === 'A' ? 'B' : 'A') + text.slice(from + 1);
}

describe('what blocks', () => {
  it.each([
    ['a GitHub token with its checksum', `const t = '${githubToken}';`, 'github-pat'],
    ['a key of AWS', `key = "${awsKey}"`, 'aws-access-token'],
    ['a key of Stripe', `stripe('${stripeKey}')`, 'stripe-access-token'],
    ['a token of Slack', `SLACK=${slackToken}`, 'slack-bot-token'],
    ['a seed of NATS with its checksum', `seed := "${nkeySeed}"`, 'nats-nkey-seed'],
    ['a signed JSON Web Token', `auth("${jwt}")`, 'jwt'],
    ['a private key', pem, 'private-key'],
    ['a private key in one line', JSON.stringify({ key: pem }), 'private-key'],
    [
      'a private key of joined texts',
      pem
        .trimEnd()
        .split('\n')
        .map((line) => `  "${line}\\n" +`)
        .join('\n'),
      'private-key',
    ],
    [
      'a private key in a comment',
      pem
        .trimEnd()
        .split('\n')
        .map((line) => `// ${line}`)
        .join('\n'),
      'private-key',
    ],
    ['a private key with a word beside its first line', pem.replace('-\n', '- fake\n'), 'private-key'],
    ['an RSA key without its first line', `key = "${rsaDer}"`, 'encoded-private-key'],
    ['an RSA key in lines of a text', `$key = '${rsaDer.replaceAll(/.{64}/g, '$&\n')}';`, 'encoded-private-key'],
    ['an RSA key in joined texts', `$key = '${rsaDer.replaceAll(/.{64}/g, "$&' .\n  '")}';`, 'encoded-private-key'],
    ['an RSA key as .NET writes it', `blob = "${keyBlob}"`, 'encoded-private-key'],
    ['a key of Lob', joined('LOB_KEY=live_', '814e892b199d65ef6dbb3e4ad24689559ca'), 'lob-api-key'],
    ['a private key encoded once more', `tls.key: ${Buffer.from(pemOf('sec1').repeat(1)).toString('base64')}`, 'encoded-private-key'],
  ])('%s', (_, text, rule) => expect(found(text).map((one) => [one.tier, one.rule])).toEqual([[1, rule]]));
});

describe('what does not block', () => {
  it.each([
    ['a wrong checksum', `const t = '${edited(githubToken, 12)}';`, ['2 github-pat 1']],
    ['a wrong checksum of npm', joined('//registry/:_authToken=npm_', 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5'), ['2 npm-access-token 1']],
    ['a seed with a wrong checksum', `seed := "${edited(nkeySeed, 20)}"`, []],
    ['a key of the documentation', 'aws_access_key_id = AKIAIOSFODNN7EXAMPLE', []],
    ['the token of jwt.io', `let t = "${sampleJwt}"`, []],
    [
      'three parts that are no token',
      joined('x = "', 'eyJhbGciOiJIUzI1NiIsInR5c.eyJzdWIiOiIxMjM0NTY3ODk.abcdefghijklmnop', '"'),
      ['2 jwt 1'],
    ],
    ['a key whose body is dots', '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----', []],
    ['a key that was shortened', pem.replace(/\n(.{20}).*\n/, '\n$1...\n'), []],
    ['a key with a passphrase', lockedPem, ['2 locked-private-key 1']],
    ['an RSA key without its first line, cut', `key = "${rsaDer.slice(0, 500)}"`, []],
    ['the first line of an RSA key', `const begins = '${rsaDer.slice(0, 64)}';`, []],
    ['only the first line of a key', "if (text.startsWith('-----BEGIN PRIVATE KEY-----'))", []],
    ['a public key', generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' }).toString(), []],
    ['a key that is public by design', joined('apiKey: "AIza', 'SyB1cD3fG5hJ7kL9mN1pQ3rS5tU7vW9xY1z', '"'), ['2 gcp-api-key 1']],
    ['a publishable key', joined('pk_live_', '51OuEMLAlTWGaDypq4P5cuDHbuKeG4tAGPYHJp'), []],
    ['the address of an error tracker', 'Sentry.init({ dsn: "https://0123abcd4567ef890123abcd4567ef89@o1.ingest.sentry.io/2" })', []],
    ['a shortcut', 'const hotkey = { key: "ctrl+shift+k", accessKey: "s" };', []],
    ['a UUID', 'id = "d83e4757-6542-bfe6-9c61-5d42cf9c081c"', []],
    ['a hash of a package', '"integrity": "sha512-W7s+uC5bikET2twEFg=="', []],
    ['a public SSH key', `ssh_key = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGx8Z1bq3dV0q2nQfJp3cXo0yN9w"`, []],
  ])('%s', (_, text, expected) => expect(summary(text)).toEqual(expected));
});

describe('a JSON Web Token', () => {
  const [past, future] = [Date.parse('2026-11-21') / 1000, Date.parse('2026-11-23') / 1000];
  it.each([
    ['that is valid', signed('HS256', { exp: future }, unknownKey), 'src/a.ts', '1'],
    ['without an end', signed('HS512', { sub: '17', scope: 'admin' }, unknownKey), 'src/a.test.ts', '1'],
    ['that was valid', signed('HS256', { exp: past }, unknownKey), 'src/a.ts', '1'],
    [
      'that was valid, with a sample key',
      signed('HS256', { exp: past, scope: 'everything' }, 'secret'),
      'src/a.ts',
      '2 It is signed with a sample',
    ],
    [
      'with the key of jwt.io',
      signed('HS256', { sub: '17', scope: 'admin' }, 'a-string-secret-at-least-256-bits-long'),
      'src/a.ts',
      '2 It is signed with a sample',
    ],
    ['with its former key', signed('HS384', { exp: future }, 'your-384-bit-secret'), 'src/a.ts', '2 It is signed with a sample'],
    ['with the word secret', signed('HS512', { scope: 'everything' }, 'secret'), '.env', '2 It is signed with a sample'],
    [
      'of a test, its key beside it',
      `const at = 'corner stone';\n${signed('HS256', { sub: '17', scope: 'admin' }, 'corner stone')}`,
      'src/a.test.ts',
      '2 It is one of a test',
    ],
    [
      'of a test, its key in other letters',
      `const at = '角 stone';\n${signed('HS256', { sub: '17', scope: 'admin' }, '角 stone')}`,
      'src/a.test.ts',
      '2 It is one of a test',
    ],
    [
      'in production, its key beside it',
      `const at = 'corner stone';\n${signed('HS256', { sub: '17', scope: 'admin' }, 'corner stone')}`,
      'src/a.ts',
      '1',
    ],
    ['whose signature is cut', signed('HS256', { exp: future }, unknownKey).slice(0, -4), 'src/a.ts', '2 Its signature has not'],
  ])('%s', (_, text, path, expected) => {
    const [first, ...others] = found(`auth(\n${text}\n)`, path).filter(({ rule }) => rule === 'jwt');
    expect(others).toEqual([]);
    expect(`${first?.tier} ${first?.reason ?? ''}`.trim()).toMatch(new RegExp(`^${expected}`));
  });

  it('is judged by its own key alone where a file holds thousands', () => {
    const scan = textScanner();
    const texts = Array.from({ length: 2_000 }, (_, index) => `'${signed('HS256', { sub: `${index}`, scope: 'admin' }, unknownKey)}'`);
    const before = process.cpuUsage();
    expect(scan(Buffer.from(texts.join('\n')), 'test/a.ts').secrets).toHaveLength(2_000);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000);
  });
});

describe('the text of a rule', () => {
  const folder = join(import.meta.dirname, '../../../src/checks/secrets');
  it.each(['vendor-rules.json', 'vendor-rules.ts', 'forms.ts', 'vendor-verdict.ts'])('is no secret: %s', (name) =>
    expect(found(readFileSync(join(folder, name), 'utf8'), `src/${name}`).filter(({ tier }) => tier === 1)).toEqual([]),
  );

  it('of Amazon is one with an address behind it', () => {
    const words = 'bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t';
    expect(found(`key = "${words}"`)).toEqual([]);
    const address = Buffer.from(`/?Action=CallWithBearerToken&X-Amz-Credential=x&X-Amz-Signature=${randomBytes(32).toString('hex')}`);
    expect(summary(`key = "${words}${address.toString('base64')}"`)).toEqual(['1 aws-amazon-bedrock-api-key-short-lived 1']);
  });
});

describe('advice', () => {
  it.each([
    ['a password with symbols', "const password = 'Tr0ub4dor&3#xyz';", 'src/db.ts', 'named-password'],
    ['a key of few signs', 'CLIENT_SECRET=a86e56d46ac78b', '.env', 'named-secret'],
    ['a value in YAML without quotes', 'database:\n  password: kW8vz3Qp', 'config/app.yml', 'named-password'],
    ['a password in an address', 'postgres://app:kW8vz3Qp@db.internal/app', 'compose.yml', 'url-password'],
    ['a generated key', 'const clientSecret = "D5kq82LsQp+z7Rj3Wn6T/X4yGm1CfHd9";', 'src/db.ts', 'generic-api-key'],
    ['a generated key in production settings', 'API_KEY=q8Zr2LxT7vNc4KpW9sYbQk7Z', '.env.production', 'generic-api-key'],
    ['a Basic header', `Authorization: Basic ${Buffer.from('deploy:kW8vz3Qp').toString('base64')}`, 'a.http', 'basic-authorization'],
    ['a Bearer header', `headers: { authorization: 'Bearer 55c9d541197447b2b1b341c66a3b31f0' }`, 'a.ts', 'bearer-authorization'],
    ['a JSON Web Key', `{ "kty": "oct", "k": "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75" }`, 'k.json', 'json-web-key'],
  ])('%s', (_, text, path, rule) => expect(found(text, path).map((one) => [one.tier, one.rule])).toEqual([[2, rule]]));

  it.each([
    ['a placeholder', 'password = "<your password>"'],
    ['a template', 'password: "${DB_PASSWORD}"'],
    ['a reference', 'const token = process.env.TOKEN;'],
    ['a redacted value', "'Authorization': 'Basic login_and_password_removed'"],
    ['signs that count up', 'client_secret="0123456789012345678901234567890123456789"'],
    ['a call', 'password = getPassword(user)'],
    ['the address of a page', 'token_url: "https://example.com/oauth/token"'],
    ['a sample in an address', 'https://user:password@example.com/'],
    ['a text for people', 'passwordLabel: "Please type your password again"'],
  ])('says nothing of %s', (_, text) => expect(found(text)).toEqual([]));
});

describe('any text', () => {
  it('knows all rules of gitleaks', () => {
    expect(gitleaksRules).toHaveLength(222);
    for (const { regex, flags } of gitleaksRules) if (regex !== undefined) expect(() => new RegExp(regex, flags)).not.toThrow();
  });

  it.each(['// gitleaks:allow', '# pragma: allowlist secret', '// nosecret', '/* secretlint-disable-line */'])(
    'is allowed by "%s"',
    (comment) =>
      expect(textScanner()(Buffer.from(`const t = '${githubToken}'; ${comment}\n`), 'a.ts')).toEqual({ secrets: [], allowed: 1 }),
  );

  it('is allowed by a comment in the line before', () =>
    expect(found(`# pragma: allowlist nextline secret\nt = '${githubToken}'\nu = '${githubToken}'`).map(({ line }) => line)).toEqual([3]));

  it('has its findings at the right line and column, whatever is before', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (before) => {
        const text = `${before}\n'${githubToken}'`;
        const last = found(text).at(-1);
        expect(last?.line).toBe(text.split('\n').length);
        expect(last?.column).toBe(2);
        expect(found(`${before.replaceAll(/[\r\n]/g, '')}'${githubToken}' '${githubToken}'`).map(({ column }) => column)).toEqual([
          before.replaceAll(/[\r\n]/g, '').length + 2,
          before.replaceAll(/[\r\n]/g, '').length + githubToken.length + 5,
        ]);
      }),
      { numRuns: 50 },
    );
  });

  // https://owasp.org/www-community/attacks/Regular_expression_Denial_of_Service_-_ReDoS
  it.each([
    'a',
    'key="',
    'password:',
    'eyJ',
    '-----BEGIN PRIVATE KEY-----',
    'curl -u ',
    '://a:',
    'secret kind: data: ',
    '"kty":"RSA","d":',
    'sk_live_',
    '{',
  ])('of 100 KB in one line of %j is read in time', (piece) => {
    const text = Buffer.from(piece.repeat(100_000 / piece.length));
    const scan = textScanner();
    const before = process.cpuUsage();
    scan(text, 'a.js');
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(5_000);
  });
});

/** In one piece only when the test runs. */
function joined(...parts: readonly string[]): string {
  return parts.join('');
}
