/** A form that an issuer gives to its tokens. */
export interface TokenForm {
  /** Named in findings: `github-token`. */
  readonly rule: string;
  /** Source of a regular expression for small and capital letters alike. Its repetitions follow each other without overlapping. */
  readonly pattern: string;
}

const hexOf = (length: number): string => `[0-9a-f]{${length},}`;

/**
 * Tokens that are recognised by their form alone, in any text. Lengths are a little below what is issued today, so that a cut token is
 * found as well. Most of these issuers document their prefixes, for example:
 * https://docs.github.com/en/authentication/keeping-your-account-and-data-secure/about-authentication-to-github#githubs-token-formats
 * https://docs.gitlab.com/security/tokens/#token-prefixes https://docs.stripe.com/keys https://docs.slack.dev/authentication/tokens
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html#identifiers-prefixes
 * The list was compared with that of https://github.com/gitleaks/gitleaks (MIT) on 2026-11-22.
 */
export const tokenForms: readonly TokenForm[] = [
  {
    rule: 'prefixed-key',
    pattern: String.raw`(?:sk|pk|rk|sb)[-_](?:live|test|prod|ant|proj|or|svcacct|admin)[-_][\w-]{8,}|\bsk-[\w-]{16,}`,
  },
  { rule: 'github-token', pattern: String.raw`gh[pousr]_\w{16,}|github_pat_\w{16,}` },
  { rule: 'gitlab-token', pattern: String.raw`gl(?:pat|dt|ft|rt|soat|imt|agent|oas|ffct|cbt|ptt)-[\w.-]{16,}|GR1348941[\w-]{16,}` },
  { rule: 'slack-token', pattern: String.raw`xox[abeoprs](?:\.xox[bp])?-[\w-]{8,}|xapp-\d-[\w-]{12,}` },
  { rule: 'slack-webhook', pattern: String.raw`hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{20,}` },
  { rule: 'discord-webhook', pattern: String.raw`discord(?:app)?\.com\/api\/webhooks\/\d{6,}\/[\w-]{20,}` },
  { rule: 'teams-webhook', pattern: String.raw`\.webhook\.office\.com\/webhookb2\/[\w@-]{30,}(?:\/[\w-]{3,})*` },
  { rule: 'aws-key-id', pattern: String.raw`\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{12,}` },
  { rule: 'aws-bedrock-key', pattern: String.raw`\bABSK[\w+/]{60,}={0,2}` },
  { rule: 'google-key', pattern: String.raw`AIza[\w-]{30,}|GOCSPX-[\w-]{20,}|\bya29\.[\w-]{20,}` },
  { rule: 'azure-secret', pattern: String.raw`(?<![\w~.-])[\w~.]{3}\dQ~[\w~.-]{28,}` },
  { rule: 'npm-token', pattern: String.raw`npm_\w{30,}` },
  { rule: 'hugging-face-token', pattern: String.raw`hf_\w{20,}|api_org_\w{30,}` },
  { rule: 'pypi-token', pattern: String.raw`pypi-[\w-]{16,}` },
  { rule: 'sendgrid-key', pattern: String.raw`SG\.[\w-]{16,}\.[\w-]{16,}` },
  { rule: 'digitalocean-token', pattern: String.raw`do[opr]_v1_${hexOf(40)}` },
  { rule: 'shopify-token', pattern: String.raw`shp(?:at|ca|pa|ss)_${hexOf(32)}` },
  { rule: 'webhook-secret', pattern: String.raw`whsec_[\w+/]{24,}` },
  { rule: 'age-key', pattern: String.raw`AGE-SECRET-KEY-1\w{40,}` },
  { rule: 'discord-token', pattern: String.raw`(?<![\w-])[MNO](?=\w*\d)\w{22,25}\.[\w-]{6}\.[\w-]{27,}` },
  { rule: 'jwt', pattern: String.raw`eyJ[\w-]{10,400}\.[\w-]{10,}(?:\.[\w-]+)?` },
  { rule: 'telegram-token', pattern: String.raw`(?<![\w:])\d{8,10}:A[\w-]{32,}` },
  { rule: 'vault-token', pattern: String.raw`\bhv[sbr]\.[\w-]{20,}` },
  { rule: 'terraform-token', pattern: String.raw`\b[a-z0-9]{14}\.atlasv1\.[\w=-]{40,}` },
  { rule: 'docker-token', pattern: String.raw`dckr_(?:pat|oat)_[\w-]{20,}` },
  { rule: 'linear-key', pattern: String.raw`lin_(?:api|oauth)_\w{30,}` },
  { rule: 'grafana-token', pattern: String.raw`glsa_\w{30,}|glc_[\w+/]{30,}` },
  { rule: 'figma-token', pattern: String.raw`fig[dour]_[\w-]{36,}` },
  { rule: 'notion-token', pattern: String.raw`\bntn_\w{40,}|\bsecret_[A-Za-z0-9]{40,}` },
  { rule: 'mailgun-key', pattern: String.raw`(?<![\w-])key-(?=[a-z0-9]*\d)[a-z0-9]{32}(?!\w)` },
  { rule: 'rubygems-key', pattern: String.raw`rubygems_${hexOf(40)}` },
  { rule: 'pulumi-token', pattern: String.raw`\bpul-${hexOf(40)}` },
  { rule: 'databricks-token', pattern: String.raw`\bdapi${hexOf(32)}` },
  { rule: 'postman-key', pattern: String.raw`PMAK-[0-9a-f]{20,}-${hexOf(30)}` },
  { rule: 'brevo-key', pattern: String.raw`xkeysib-[\w-]{60,}` },
  { rule: 'sentry-token', pattern: String.raw`sntry[su]_[\w+/=]{40,}` },
  { rule: 'groq-key', pattern: String.raw`\bgsk_\w{40,}` },
  { rule: 'xai-key', pattern: String.raw`\bxai-\w{40,}` },
  { rule: 'perplexity-key', pattern: String.raw`pplx-\w{40,}` },
  { rule: 'replicate-token', pattern: String.raw`\br8_\w{32,}` },
  { rule: 'planetscale-token', pattern: String.raw`pscale_(?:tkn|oauth|pw)_[\w=.-]{24,}` },
  { rule: 'doppler-token', pattern: String.raw`\bdp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{36,}` },
  { rule: 'dynatrace-token', pattern: String.raw`dt0[cs]\d{2}\.[a-z0-9]{20,}\.\w{50,}` },
  { rule: 'atlassian-token', pattern: String.raw`ATATT3[\w=-]{50,}|ATCTT3[\w=-]{50,}` },
  { rule: 'airtable-token', pattern: String.raw`\bpat[a-z0-9]{14}\.${hexOf(60)}` },
  { rule: 'new-relic-key', pattern: String.raw`\bNRAK-[a-z0-9]{24,}` },
  { rule: 'square-token', pattern: String.raw`sq0(?:atp|csp)-[\w-]{20,}` },
  { rule: 'easypost-key', pattern: String.raw`\bEZ[AT]K[a-z0-9]{50,}` },
  { rule: 'shippo-token', pattern: String.raw`shippo_(?:live|test)_${hexOf(36)}` },
  { rule: 'duffel-token', pattern: String.raw`duffel_(?:test|live)_[\w=-]{36,}` },
  { rule: 'prefect-token', pattern: String.raw`\bpn[ub]_\w{30,}` },
  { rule: 'readme-token', pattern: String.raw`\brdme_\w{60,}` },
  { rule: 'fly-token', pattern: String.raw`\bfm[12][ar]?_[\w+/=]{60,}|\bfo1_[\w-]{40,}` },
  { rule: 'heroku-key', pattern: String.raw`HRKU-AA[\w-]{40,}` },
  { rule: 'supabase-key', pattern: String.raw`\bsbp_[0-9a-f]{36,}|sb_secret_[\w-]{16,}` },
  {
    rule: 'onepassword-token',
    pattern: String.raw`\bops_eyJ[\w+/=-]{60,}|\bA3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}\b`,
  },
  { rule: 'cloudflare-key', pattern: String.raw`\bv1\.0-[0-9a-f]{24}-${hexOf(100)}` },
  { rule: 'artifactory-key', pattern: String.raw`\bAKCp\w{60,}|\bcmVmd\w{50,}` },
  { rule: 'openshift-token', pattern: String.raw`\bsha256~[\w-]{40,}` },
  { rule: 'octopus-key', pattern: String.raw`\bAPI-[A-Z0-9]{26}\b` },
  { rule: 'sourcegraph-token', pattern: String.raw`\bsgp_\w{40,}` },
  { rule: 'clojars-token', pattern: String.raw`CLOJARS_[a-z0-9]{50,}` },
  { rule: 'infracost-key', pattern: String.raw`\bico-[a-z0-9]{32}\b` },
  { rule: 'alibaba-key-id', pattern: String.raw`\bLTAI(?=[a-z0-9]*\d)[a-z0-9]{16,}` },
  { rule: 'flutterwave-key', pattern: String.raw`FLWSECK(?:_TEST)?-\w{12,}` },
  { rule: 'facebook-token', pattern: String.raw`\bEAA[MC][a-z0-9]{60,}` },
  { rule: 'contentful-token', pattern: String.raw`\bCFPAT-[\w-]{40,}` },
];
