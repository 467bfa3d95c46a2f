import { tokenForms } from '../../secrets/index.ts';
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

/** The exact forms of this project's own table. One takes the place of the rule of gitleaks that has its name. */
export const ownRules: readonly VendorRule[] = tokenForms.flatMap(({ rule, needs, exact, about = rule }) =>
  exact === undefined ? [] : [{ id: rule, about, regex: exact, keywords: needs.split(' '), entropy: 3, maxLength: 500 }],
);

/** `i:expression` and `:expression`. */
export function flaggedExpression(flagged: string): RegExp {
  const colon = flagged.indexOf(':');
  return new RegExp(flagged.slice(colon + 1), flagged.slice(0, colon));
}
