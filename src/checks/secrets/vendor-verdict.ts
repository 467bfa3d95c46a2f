import { hasBase62Checksum } from './checksum.ts';
import { judgeJsonWebToken, type TokenKind, type TokenSetting } from './json-web-token.ts';
import { isNkeySeed } from './nkey.ts';

/** What is known of a match beyond its form. */
export type Verdict = 'blocking' | 'advice' | 'wrong-checksum' | 'sample-key' | 'key-beside' | 'unsigned' | 'none';

/**
 * Values that the vendors' own documentation uses, and that are therefore in thousands of texts.
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/security-creds.html https://docs.stripe.com/keys https://jwt.io (2026-11-22)
 */
const documented = new Set([
  'AKIAIOSFODNN7EXAMPLE',
  'AKIAI44QH8DHBEXAMPLE',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'je7MtGbClwBF/2Zp9Utk/h3yCo8nvbEXAMPLEKEY',
  'sk_test_4eC39HqLyjWDarjtT1zdp7dc',
  'sk_test_BQokikJOvBiI2HlWgH4olfQ2',
  'sk_test_tR3PYbcVNZZ796tH88S4VQ2u',
  'sk_test_26PHem9AhJZvU623DfE1x4sd',
  'xoxb-not-a-real-token-this-will-not-work',
]);

/**
 * Identifiers and keys that are public by design: a client id, the key of a browser or map widget. A value of theirs is mentioned, because
 * it may lack the restrictions that make it harmless, and never blocks.
 * https://firebase.google.com/docs/projects/api-keys https://docs.mapbox.com/help/getting-started/access-tokens/
 */
const publicByDesign = new Set([
  'adobe-client-id',
  'alibaba-access-key-id',
  'asana-client-id',
  'bitbucket-client-id',
  'discord-client-id',
  'facebook-access-token',
  'flutterwave-public-key',
  'gcp-api-key',
  'linkedin-client-id',
  'lob-pub-api-key',
  'looker-client-id',
  'mailgun-pub-key',
  'mapbox-api-token',
  'messagebird-client-id',
  'new-relic-browser-api-token',
  'plaid-client-id',
  'sendbird-access-id',
  'sumologic-access-id',
]);

/** Rules whose match is one piece of a larger form, or words that also occur in ordinary commands and manifests. */
const adviceOnly = new Set([
  'putty-private-key',
  'curl-auth-header',
  'curl-auth-user',
  'hashicorp-tf-password',
  'kubernetes-secret-yaml',
  'nuget-config-password',
]);

const crc32Rules = new Set(['github-pat', 'github-oauth', 'github-refresh-token', 'github-app-token', 'npm-access-token']);

const tokenVerdicts = {
  signed: 'blocking',
  'sample-key': 'sample-key',
  'key-beside': 'key-beside',
  unsigned: 'unsigned',
  example: 'none',
  other: 'advice',
} satisfies Record<TokenKind | 'other', Verdict>;

/** @param isNamed the value has no form of its own, only the vendor's name before it. */
export function vendorVerdict(rule: string, secret: string, isNamed: boolean, token: TokenSetting): Verdict {
  if (documented.has(secret) || /EXAMPLE(?:KEY)?$/.test(secret)) return 'none';
  if (publicByDesign.has(rule)) return rule === 'gcp-api-key' ? 'advice' : 'none';
  if (adviceOnly.has(rule)) return 'advice';
  // A token with a wrong checksum is a made-up one: never valid, so never blocking.
  if (crc32Rules.has(rule)) return hasBase62Checksum(secret) ? 'blocking' : 'wrong-checksum';
  if (rule === 'nats-nkey-seed') return isNkeySeed(secret) ? 'blocking' : 'none';
  if (rule === 'jwt') return tokenVerdicts[judgeJsonWebToken(secret, token) ?? 'other'];
  // The value has a form of its own. https://docs.lob.com/#tag/Authentication/API-Keys (2026-11-22)
  if (rule === 'lob-api-key') return /^(?:live|test)_[0-9a-f]{35}$/.test(secret) ? 'blocking' : 'advice';
  // Keys of Stripe have 24 signs, or 99 and more since 2018. Shorter ones are cut. https://docs.stripe.com/keys
  if (rule === 'stripe-access-token') return secret.length >= 32 ? 'blocking' : 'advice';
  return isNamed ? 'advice' : 'blocking';
}
