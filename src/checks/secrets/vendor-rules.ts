import data from './vendor-rules.json' with { type: 'json' };

/** What a rule allows: a match of one of these is no finding. Expressions have their flag in front: `i:expression` or `:expression`. */
export interface Allowlist {
  readonly needsAll?: boolean | undefined;
  readonly target?: string | undefined;
  readonly regexes?: readonly string[] | undefined;
  readonly paths?: readonly string[] | undefined;
  readonly stopwords?: readonly string[] | undefined;
}

/** A vendor's format. Those of gitleaks are converted by scripts/secret-rules.mjs. */
export interface VendorRule {
  readonly id: string;
  readonly about: string;
  readonly regex?: string | undefined;
  readonly flags?: string | undefined;
  readonly maxLength?: number | undefined;
  /** The vendor's name stands before an assignment, and the value alone has no form of its own. */
  readonly isNamed?: boolean | undefined;
  readonly group?: number | undefined;
  readonly entropy?: number | undefined;
  readonly path?: string | undefined;
  readonly keywords: readonly string[];
  readonly allow?: readonly Allowlist[] | undefined;
}

/** The rules of gitleaks. https://github.com/gitleaks/gitleaks/blob/master/config/gitleaks.toml (MIT, 2026-11-22) */
export const gitleaksRules: readonly VendorRule[] = data.rules;
/** What gitleaks allows for all of its rules. */
export const gitleaksAllow: Allowlist = data.allow;

const longForms = /^(?:putty-private-key|aws-amazon-bedrock-api-key-short-lived)$/;

/**
 * Rules of gitleaks whose expression is only the fixed beginning of the form, so that the text of the rule matches too. Here they have the
 * rest of the form, under the same name.
 */
export const completedRules: readonly VendorRule[] = [
  // Behind the fixed words: an address that AWS has signed, in base64.
  // https://github.com/aws/aws-bedrock-token-generator-js/blob/main/src/BedrockTokenGenerator.ts (2026-11-22)
  more(
    'aws-amazon-bedrock-api-key-short-lived',
    'short-lived Amazon Bedrock API key',
    String.raw`\b(bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t[A-Za-z0-9+/_-]{100,4000}={0,2})(?![\w+/=-])`,
    'bedrock-api-key-',
  ),
];
/** Formats that gitleaks has no rule for, with a link to where the issuer or its own tools describe them. */
export const moreRules: readonly VendorRule[] = [
  // https://cloud.google.com/docs/authentication/api-keys https://developers.google.com/identity/protocols/oauth2
  more('google-oauth-client-secret', 'Google OAuth client secret', String.raw`\b(GOCSPX-[\w-]{28})(?![\w-])`, 'gocspx-'),
  more('google-oauth-access-token', 'Google OAuth access token', String.raw`\b(ya29\.[\w-]{40,400})(?![\w-])`, 'ya29.'),
  // https://discord.com/developers/docs/resources/webhook https://discord.com/developers/docs/reference#authentication
  more(
    'discord-webhook',
    'Discord webhook address',
    String.raw`\bdiscord(?:app)?\.com\/api\/webhooks\/(\d{17,20}\/[\w-]{60,72})(?![\w-])`,
    'api/webhooks/',
  ),
  // https://core.telegram.org/bots/api#authorizing-your-bot
  more('telegram-bot-token', 'Telegram bot token', String.raw`(?<![\w:])(\d{8,10}:AA[\w-]{33})(?![\w-])`, ':aa'),
  // https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt/api-key-mgmt
  more('mailgun-api-key', 'Mailgun API key', String.raw`(?<![\w-])(key-(?=[a-z0-9]{0,31}\d)[a-z0-9]{32})(?!\w)`, 'key-'),
  // https://docs.docker.com/security/access-tokens/
  more('docker-access-token', 'Docker access token', String.raw`\b(dckr_(?:pat|oat)_[\w-]{27,32})(?![\w-])`, 'dckr_'),
  // https://www.figma.com/developers/api#access-tokens
  more('figma-token', 'Figma access token', String.raw`\b(fig[dour]_[\w-]{40})(?![\w-])`, 'figd_', 'figo_', 'figu_', 'figr_'),
  // https://console.groq.com/docs/quickstart https://docs.x.ai/docs https://replicate.com/docs/topics/security/api-tokens
  more('groq-api-key', 'Groq API key', String.raw`\b(gsk_[A-Za-z0-9]{52})(?!\w)`, 'gsk_'),
  more('xai-api-key', 'xAI API key', String.raw`\b(xai-[A-Za-z0-9]{80})(?!\w)`, 'xai-'),
  more('replicate-token', 'Replicate API token', String.raw`\b(r8_[A-Za-z0-9]{37})(?!\w)`, 'r8_'),
  // https://openrouter.ai/docs/api-reference/authentication
  more('openrouter-api-key', 'OpenRouter API key', String.raw`\b(sk-or-v1-[0-9a-f]{64})(?!\w)`, 'sk-or-v1-'),
  // https://supabase.com/docs/guides/api/api-keys
  more('supabase-key', 'Supabase key', String.raw`\b(sbp_[0-9a-f]{40}|sb_secret_[\w-]{31})(?![\w-])`, 'sbp_', 'sb_secret_'),
  // https://docs.stripe.com/webhooks/signature
  more('webhook-signing-secret', 'webhook signing secret', String.raw`\b(whsec_[A-Za-z0-9+\/]{32,64}={0,2})(?![\w+\/])`, 'whsec_'),
  // https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats
  more('github-app-token-long', 'GitHub token', String.raw`\b(gh[us]_[A-Za-z0-9]{37,255})(?!\w)`, 'ghu_', 'ghs_'),
  // https://docs.nats.io/running-a-nats-service/configuration/securing_nats/auth_intro/nkey_auth
  more(
    'nats-nkey-seed',
    'NATS seed',
    String.raw`(?<![A-Z0-9])(S[UAOCNX][A-Z2-7]{56})(?![A-Z0-9])`,
    'sua',
    'suc',
    'sud',
    'saa',
    'sac',
    'soa',
    'soc',
    'sna',
    'sca',
    'sxa',
  ),
  // https://the.earth.li/~sgtatham/putty/latest/htmldoc/AppendixC.html
  more(
    'putty-private-key',
    'PuTTY private key',
    String.raw`PuTTY-User-Key-File-\d: *[\w-]+\r?\nEncryption: none\r?\n[^]{20,2000}?Private-Lines: *\d+\r?\n[A-Za-z0-9+\/=\r\n]{40,}`,
    'putty-user-key-file-',
  ),
];

function more(id: string, about: string, regex: string, ...keywords: readonly string[]): VendorRule {
  return { id, about, regex, keywords, entropy: 3, maxLength: longForms.test(id) ? 8_000 : 500 };
}

/** `i:expression` and `:expression`. */
export function flaggedExpression(flagged: string): RegExp {
  const colon = flagged.indexOf(':');
  return new RegExp(flagged.slice(colon + 1), flagged.slice(0, colon));
}
