/** A form that an issuer gives to its tokens: one row for masking and for `check`. */
export interface TokenForm {
  /** Named in findings: `figma-token`. A rule of gitleaks with this name is not asked where the row has an exact form. */
  readonly rule: string;
  /** In small letters; a text without one of these words holds no such token, and then the expression is not made. */
  readonly needs: string;
  /**
   * What is masked: source of a regular expression for small and capital letters alike, a little shorter than what is issued today, so that a cut
   * token is masked too. Its repetitions follow each other without overlapping.
   */
  readonly pattern: string;
  /** What is sure enough to be reported: a token in full, letters told apart; its first group is the secret. Else only masked, or reported by a rule of gitleaks. */
  readonly exact?: string;
  /** A few words on the kind of secret, for the message. */
  readonly about?: string;
}

const hexOf = (length: number): string => `[0-9a-f]{${length},}`;

/**
 * Tokens that are recognised by their form alone, in any text: the one table of them. Most of these issuers document their prefixes, for example:
 * https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats
 * https://docs.gitlab.com/security/tokens/#token-prefixes https://docs.stripe.com/keys https://docs.slack.dev/authentication/tokens
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-prefixes
 * The list was compared with that of https://github.com/gitleaks/gitleaks (MIT) on 2026-11-22.
 */
export const tokenForms: readonly TokenForm[] = [
  {
    rule: 'prefixed-key',
    needs: 'sk- sk_ pk- pk_ rk- rk_ sb- sb_',
    pattern: String.raw`(?:sk|pk|rk|sb)[-_](?:live|test|prod|ant|proj|or|svcacct|admin)[-_][\w-]{8,}|\bsk-[\w-]{16,}`,
  },
  { rule: 'snap-daemon-token', needs: 'snap_local_', pattern: String.raw`snap_local_[\w-]{32,}` },
  { rule: 'github-token', needs: 'ghp_ gho_ ghu_ ghs_ ghr_ github_pat_', pattern: String.raw`gh[pousr]_\w{16,}|github_pat_\w{16,}` },
  {
    rule: 'gitlab-token',
    needs: 'glpat- gldt- glft- glrt- glsoat- glimt- glagent- gloas- glffct- glcbt- glptt- gr1348941',
    pattern: String.raw`gl(?:pat|dt|ft|rt|soat|imt|agent|oas|ffct|cbt|ptt)-[\w.-]{16,}|GR1348941[\w-]{16,}`,
  },
  { rule: 'slack-token', needs: 'xox xapp-', pattern: String.raw`xox[abeoprs](?:\.xox[bp])?-[\w-]{8,}|xapp-\d-[\w-]{12,}` },
  { rule: 'slack-webhook', needs: 'hooks.slack', pattern: String.raw`hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{20,}` },
  {
    // https://discord.com/developers/docs/resources/webhook
    rule: 'discord-webhook',
    needs: 'api/webhooks',
    pattern: String.raw`discord(?:app)?\.com\/api\/webhooks\/\d{6,}\/[\w-]{20,}`,
    exact: String.raw`\bdiscord(?:app)?\.com\/api\/webhooks\/(\d{17,20}\/[\w-]{60,72})(?![\w-])`,
    about: 'Discord webhook address',
  },
  { rule: 'teams-webhook', needs: 'webhookb2', pattern: String.raw`\.webhook\.office\.com\/webhookb2\/[\w@-]{30,}(?:\/[\w-]{3,})*` },
  { rule: 'aws-key-id', needs: 'akia asia abia acca', pattern: String.raw`\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}` },
  { rule: 'aws-bedrock-key', needs: 'absk', pattern: String.raw`\bABSK[\w+/]{60,}={0,2}` },
  { rule: 'google-key', needs: 'aiza', pattern: String.raw`AIza[\w-]{30,}` },
  { rule: 'azure-secret', needs: 'q~', pattern: String.raw`(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{28,}` },
  { rule: 'npm-token', needs: 'npm_', pattern: String.raw`npm_\w{30,}` },
  { rule: 'hugging-face-token', needs: 'hf_ api_org_', pattern: String.raw`hf_\w{20,}|api_org_\w{30,}` },
  { rule: 'pypi-token', needs: 'pypi-', pattern: String.raw`pypi-[\w-]{16,}` },
  { rule: 'sendgrid-key', needs: 'sg.', pattern: String.raw`SG\.[\w-]{16,}\.[\w-]{16,}` },
  { rule: 'digitalocean-token', needs: '_v1_', pattern: String.raw`do[opr]_v1_${hexOf(40)}` },
  { rule: 'shopify-token', needs: 'shpat_ shpca_ shppa_ shpss_', pattern: String.raw`shp(?:at|ca|pa|ss)_${hexOf(32)}` },
  {
    // https://docs.stripe.com/webhooks/signature
    rule: 'webhook-signing-secret',
    needs: 'whsec_',
    pattern: String.raw`whsec_[\w+/]{24,}`,
    exact: String.raw`\b(whsec_[A-Za-z0-9+\/]{32,64}={0,2})(?![\w+\/])`,
    about: 'webhook signing secret',
  },
  { rule: 'age-key', needs: 'age-secret-key', pattern: String.raw`AGE-SECRET-KEY-1\w{40,}` },
  { rule: 'discord-token', needs: '.', pattern: String.raw`(?<![\w-])[MNO](?=\w*\d)\w{22,25}\.[\w-]{6}\.[\w-]{27,}` },
  { rule: 'jwt', needs: 'eyj', pattern: String.raw`eyJ[\w-]{10,400}\.[\w-]{10,}(?:\.[\w-]+)?` },
  { rule: 'telegram-token', needs: ':a', pattern: String.raw`(?<![\w:])\d{8,10}:A[\w-]{32,}` },
  { rule: 'vault-token', needs: 'hvs. hvb. hvr.', pattern: String.raw`\bhv[sbr]\.[\w-]{20,}` },
  { rule: 'terraform-token', needs: 'atlasv1', pattern: String.raw`\b[a-z0-9]{14}\.atlasv1\.[\w=-]{40,}` },
  {
    // https://docs.docker.com/security/access-tokens/
    rule: 'docker-access-token',
    needs: 'dckr_',
    pattern: String.raw`dckr_(?:pat|oat)_[\w-]{20,}`,
    exact: String.raw`\b(dckr_(?:pat|oat)_[\w-]{27,32})(?![\w-])`,
    about: 'Docker access token',
  },
  { rule: 'linear-key', needs: 'lin_', pattern: String.raw`lin_(?:api|oauth)_\w{30,}` },
  { rule: 'grafana-token', needs: 'glsa_ glc_', pattern: String.raw`glsa_\w{30,}|glc_[\w+/]{30,}` },
  {
    // https://www.figma.com/developers/api#access-tokens
    rule: 'figma-token',
    needs: 'figd_ figo_ figu_ figr_',
    pattern: String.raw`fig[dour]_[\w-]{36,}`,
    exact: String.raw`\b(fig[dour]_[\w-]{40})(?![\w-])`,
    about: 'Figma access token',
  },
  { rule: 'notion-token', needs: 'ntn_ secret_', pattern: String.raw`\bntn_\w{40,}|\bsecret_[A-Za-z0-9]{40,}` },
  {
    // https://documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt/api-key-mgmt
    rule: 'mailgun-api-key',
    needs: 'key-',
    pattern: String.raw`(?<![\w-])key-(?=[a-z0-9]*\d)[a-z0-9]{32}(?!\w)`,
    exact: String.raw`(?<![\w-])(key-(?=[a-z0-9]{0,31}\d)[a-z0-9]{32})(?!\w)`,
    about: 'Mailgun API key',
  },
  { rule: 'rubygems-key', needs: 'rubygems_', pattern: String.raw`rubygems_${hexOf(40)}` },
  { rule: 'pulumi-token', needs: 'pul-', pattern: String.raw`\bpul-${hexOf(40)}` },
  { rule: 'databricks-token', needs: 'dapi', pattern: String.raw`\bdapi${hexOf(32)}` },
  { rule: 'postman-key', needs: 'pmak-', pattern: String.raw`PMAK-[0-9a-f]{20,}-${hexOf(30)}` },
  { rule: 'brevo-key', needs: 'xkeysib-', pattern: String.raw`xkeysib-[\w-]{60,}` },
  { rule: 'sentry-token', needs: 'sntrys_ sntryu_', pattern: String.raw`sntry[su]_[\w+/=]{40,}` },
  {
    // https://console.groq.com/docs/quickstart
    rule: 'groq-api-key',
    needs: 'gsk_',
    pattern: String.raw`\bgsk_\w{40,}`,
    exact: String.raw`\b(gsk_[A-Za-z0-9]{52})(?!\w)`,
    about: 'Groq API key',
  },
  {
    // https://docs.x.ai/docs
    rule: 'xai-api-key',
    needs: 'xai-',
    pattern: String.raw`\bxai-\w{40,}`,
    exact: String.raw`\b(xai-[A-Za-z0-9]{80})(?!\w)`,
    about: 'xAI API key',
  },
  { rule: 'perplexity-key', needs: 'pplx-', pattern: String.raw`pplx-\w{40,}` },
  {
    // https://replicate.com/docs/topics/security/api-tokens
    rule: 'replicate-token',
    needs: 'r8_',
    pattern: String.raw`\br8_\w{32,}`,
    exact: String.raw`\b(r8_[A-Za-z0-9]{37})(?!\w)`,
    about: 'Replicate API token',
  },
  { rule: 'planetscale-token', needs: 'pscale_', pattern: String.raw`pscale_(?:tkn|oauth|pw)_[\w=.-]{24,}` },
  { rule: 'doppler-token', needs: 'dp.', pattern: String.raw`\bdp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{36,}` },
  { rule: 'dynatrace-token', needs: 'dt0', pattern: String.raw`dt0[cs]\d{2}\.[a-z0-9]{20,}\.\w{50,}` },
  { rule: 'atlassian-token', needs: 'atatt3 atctt3', pattern: String.raw`ATATT3[\w=-]{50,}|ATCTT3[\w=-]{50,}` },
  { rule: 'airtable-token', needs: 'pat', pattern: String.raw`\bpat[a-z0-9]{14}\.${hexOf(60)}` },
  { rule: 'new-relic-key', needs: 'nrak-', pattern: String.raw`\bNRAK-[a-z0-9]{24,}` },
  { rule: 'square-token', needs: 'sq0', pattern: String.raw`sq0(?:atp|csp)-[\w-]{20,}` },
  { rule: 'easypost-key', needs: 'ezak eztk', pattern: String.raw`\bEZ[AT]K[a-z0-9]{50,}` },
  { rule: 'shippo-token', needs: 'shippo_', pattern: String.raw`shippo_(?:live|test)_${hexOf(36)}` },
  { rule: 'duffel-token', needs: 'duffel_', pattern: String.raw`duffel_(?:test|live)_[\w=-]{36,}` },
  { rule: 'prefect-token', needs: 'pnu_ pnb_', pattern: String.raw`\bpn[ub]_\w{30,}` },
  { rule: 'readme-token', needs: 'rdme_', pattern: String.raw`\brdme_\w{60,}` },
  { rule: 'fly-token', needs: 'fm1 fm2 fo1_', pattern: String.raw`\bfm[12][ar]?_[\w+/=]{60,}|\bfo1_[\w-]{40,}` },
  { rule: 'heroku-key', needs: 'hrku-', pattern: String.raw`HRKU-AA[\w-]{40,}` },
  {
    // https://supabase.com/docs/guides/api/api-keys
    rule: 'supabase-key',
    needs: 'sbp_ sb_secret_',
    pattern: String.raw`\bsbp_[0-9a-f]{36,}|sb_secret_[\w-]{16,}`,
    exact: String.raw`\b(sbp_[0-9a-f]{40}|sb_secret_[\w-]{31})(?![\w-])`,
    about: 'Supabase key',
  },
  {
    rule: 'onepassword-token',
    needs: 'ops_eyj a3-',
    pattern: String.raw`\bops_eyJ[\w+/=-]{60,}|\bA3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}\b`,
  },
  { rule: 'cloudflare-key', needs: 'v1.0-', pattern: String.raw`\bv1\.0-[0-9a-f]{24}-${hexOf(100)}` },
  { rule: 'artifactory-key', needs: 'akcp cmvmd', pattern: String.raw`\bAKCp\w{60,}|\bcmVmd\w{50,}` },
  { rule: 'openshift-token', needs: 'sha256~', pattern: String.raw`\bsha256~[\w-]{40,}` },
  { rule: 'octopus-key', needs: 'api-', pattern: String.raw`\bAPI-[A-Z0-9]{26}\b` },
  { rule: 'sourcegraph-token', needs: 'sgp_', pattern: String.raw`\bsgp_\w{40,}` },
  { rule: 'clojars-token', needs: 'clojars_', pattern: String.raw`CLOJARS_[a-z0-9]{50,}` },
  { rule: 'infracost-key', needs: 'ico-', pattern: String.raw`\bico-[a-z0-9]{32}\b` },
  { rule: 'alibaba-key-id', needs: 'ltai', pattern: String.raw`\bLTAI(?=[a-z0-9]*\d)[a-z0-9]{16,}` },
  { rule: 'flutterwave-key', needs: 'flwseck', pattern: String.raw`FLWSECK(?:_TEST)?-\w{12,}` },
  { rule: 'facebook-token', needs: 'eaam eaac', pattern: String.raw`\bEAA[MC][a-z0-9]{60,}` },
  { rule: 'contentful-token', needs: 'cfpat-', pattern: String.raw`\bCFPAT-[\w-]{40,}` },
  {
    // https://cloud.google.com/docs/authentication/api-keys
    rule: 'google-oauth-client-secret',
    needs: 'gocspx-',
    pattern: String.raw`GOCSPX-[\w-]{20,}`,
    exact: String.raw`\b(GOCSPX-[\w-]{28})(?![\w-])`,
    about: 'Google OAuth client secret',
  },
  {
    // https://developers.google.com/identity/protocols/oauth2
    rule: 'google-oauth-access-token',
    needs: 'ya29.',
    pattern: String.raw`\bya29\.[\w-]{20,}`,
    exact: String.raw`\b(ya29\.[\w-]{40,400})(?![\w-])`,
    about: 'Google OAuth access token',
  },
  {
    // https://openrouter.ai/docs/api-reference/authentication
    rule: 'openrouter-api-key',
    needs: 'sk-or-v1-',
    pattern: String.raw`sk-or-v1-[0-9a-f]{16,}`,
    exact: String.raw`\b(sk-or-v1-[0-9a-f]{64})(?!\w)`,
    about: 'OpenRouter API key',
  },
  {
    // https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats
    rule: 'github-app-token-long',
    needs: 'ghu_ ghs_',
    pattern: String.raw`gh[us]_\w{16,}`,
    exact: String.raw`\b(gh[us]_[A-Za-z0-9]{37,255})(?!\w)`,
    about: 'GitHub token',
  },
  {
    // https://core.telegram.org/bots/api#authorizing-your-bot
    rule: 'telegram-bot-token',
    needs: ':aa',
    pattern: String.raw`(?<![\w:])\d{8,10}:AA[\w-]{31,}`,
    exact: String.raw`(?<![\w:])(\d{8,10}:AA[\w-]{33})(?![\w-])`,
    about: 'Telegram bot token',
  },
  {
    // Behind the fixed words: an address that AWS has signed, in base64. The rule of gitleaks takes those words alone.
    // https://github.com/aws/aws-bedrock-token-generator-js/blob/main/src/BedrockTokenGenerator.ts (2026-11-22)
    rule: 'aws-amazon-bedrock-api-key-short-lived',
    needs: 'bedrock-api-key-',
    pattern: String.raw`bedrock-api-key-[\w+/-]{40,}={0,2}`,
    exact: String.raw`\b(bedrock-api-key-YmVkcm9jay5hbWF6b25hd3MuY29t[A-Za-z0-9+/_-]{100,4000}={0,2})(?![\w+/=-])`,
    about: 'short-lived Amazon Bedrock API key',
  },
  {
    // https://docs.nats.io/running-a-nats-service/configuration/securing_nats/auth_intro/nkey_auth
    rule: 'nats-nkey-seed',
    needs: 'sua suc sud saa sac soa soc sna sca sxa',
    pattern: String.raw`(?<![a-z0-9])s[uaocnx][a-z2-7]{50,}`,
    exact: String.raw`(?<![A-Z0-9])(S[UAOCNX][A-Z2-7]{56})(?![A-Z0-9])`,
    about: 'NATS seed',
  },
  {
    // https://the.earth.li/~sgtatham/putty/latest/htmldoc/AppendixC.html
    rule: 'putty-private-key',
    needs: 'putty-user-key-file-',
    pattern: String.raw`Private-Lines: *\d+\r?\n[A-Za-z0-9+\/=\r\n]{40,}`,
    exact: String.raw`PuTTY-User-Key-File-\d: *[\w-]+\r?\nEncryption: none\r?\n[^]{20,2000}?Private-Lines: *\d+\r?\n[A-Za-z0-9+\/=\r\n]{40,}`,
    about: 'PuTTY private key',
  },
];

/** The text with the tokens of snap's daemon made equal and as long as before: the daemon has a new one at each start. */
export function withEqualDaemonTokens(text: string): string {
  if (!text.includes(prefix)) return text;
  return text.replaceAll(daemonToken, (token) => prefix.padEnd(token.length, '0'));
}

/** The token that this place of the text is in the middle of. */
export function daemonTokenAround(text: string, at: number): { readonly start: number; readonly end: number } | undefined {
  if (!text.includes(prefix)) return undefined;
  for (const { 0: token, index } of text.matchAll(daemonToken)) {
    if (index < at && at < index + token.length) return { start: index, end: index + token.length };
  }
  return undefined;
}

const prefix = 'snap_local_';
const daemonToken = /\bsnap_local_[\w-]+/g;
