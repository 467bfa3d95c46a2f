import { cleanLine, cut, isRecord } from '../../system/index.ts';
import { firstCandidate, type PromotedViolation } from './derive-rules.ts';
import { ownRules } from './style-rule.ts';

/** A rule of the project as it could be written: its file from the root, and its lines. */
export interface RuleText {
  readonly file: string;
  readonly lines: readonly string[];
}

const maxMessage = 160;

/**
 * What a check of a type of violation would look like, from the code that its reports quote; `undefined` where no report quotes code that snap has a
 * grammar for. The rule is shown and never written: a person decides what is forbidden in a project.
 */
export function ruleText(violation: PromotedViolation): RuleText | undefined {
  const { type, prevention } = violation;
  const rule = firstCandidate(violation);
  const [grammar] = rule?.grammars ?? [];
  if (rule?.config === undefined || grammar === undefined) return undefined;
  const own = rule.config['rule'];
  const pattern = isRecord(own) ? own['pattern'] : undefined;
  // The name may come from a store that was edited by hand.
  const id = type.replaceAll(/[^\p{L}\p{N}_]+/gu, '_').slice(0, 60);
  // JSON is YAML: a text in double quotes means the same in both.
  return {
    file: `${ownRules}/${id}.yml`,
    lines: [
      `id: ${id}`,
      `language: ${grammar}`,
      'severity: warning',
      `message: ${JSON.stringify(cut(cleanLine(prevention), maxMessage))}`,
      `rule: ${JSON.stringify({ pattern })}`,
    ].map(cleanLine),
  };
}
