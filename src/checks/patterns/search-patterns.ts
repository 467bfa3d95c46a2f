import { examineFiles } from '../files/examine-files.ts';
import { applyRules } from './apply-rules.ts';
import { loadEngine } from './engine.ts';
import type { LanguageGlobs, PatternHit, StyleRule } from './style-rule.ts';

export interface PatternRules {
  readonly rules: readonly StyleRule[];
  readonly globs: LanguageGlobs;
}

/** The job `checks/search-patterns`. */
export default examineFiles<PatternRules, readonly PatternHit[]>(async ({ rules, globs }) => {
  const engine = await loadEngine();
  return (path, text) => {
    const hits = applyRules(path, text, rules, engine, globs);
    return hits.length === 0 ? undefined : hits;
  };
});
