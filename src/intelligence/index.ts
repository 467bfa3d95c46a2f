export {
  contextSources,
  depths,
  gatherContext,
  type ContextQuestion,
  type ContextSource,
  type Depth,
  type GatheredContext,
} from './context/context.ts';
export type { ChangeSignal, LocalContext } from './context/local-context.ts';
export { noRisk, riskScore, type RiskScore, type WeightedFactor } from './risk/risk-score.ts';
export { validateChange } from './validate/validate-change.ts';
export { findingTypes, recommendations, type ChangeQuestion, type Validation } from './validate/validation.ts';
export {
  patternKinds,
  queryPatterns,
  type PatternFound,
  type PatternKind,
  type PatternQuestion,
  type PatternsFound,
} from './patterns/query-patterns.ts';
export type { AffectedFile, Rollback, RollbackQuestion, Suggestion } from './rollback/rollback.ts';
export { severities } from './severity.ts';
export { suggestRollback } from './rollback/suggest-rollback.ts';
