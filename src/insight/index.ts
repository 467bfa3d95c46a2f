export { advise } from './advice/advise.ts';
export type { Advice, Guide, Question, Sources, Step, Warning } from './advice/advice.ts';
export { explain, type Explanation } from './advice/explain.ts';
export { guide, stepText } from './advice/guide.ts';
export { insights, type Insights } from './advice/insights.ts';
export { patterns, type Theme } from './advice/patterns.ts';
export {
  askSources,
  contextSources,
  depths,
  gatherContext,
  type ContextQuestion,
  type ContextSource,
  type Depth,
  type GatheredContext,
} from './context/context.ts';
export type { ChangeSignal, LocalContext } from './context/local-context.ts';
export type {
  CheckCommand,
  FilesNeeded,
  FilesQuestion,
  Forecast,
  Needed,
  Reason,
  ReasonKind,
  SaidFiles,
  TestsNeeded,
  TestsQuestion,
} from './forecast.ts';
export { orMissing } from './or-missing.ts';
export {
  patternKinds,
  queryPatterns,
  type PatternFound,
  type PatternKind,
  type PatternQuestion,
  type PatternsFound,
} from './patterns/query-patterns.ts';
export { openVitals, type VitalsOptions } from './pulse/open-vitals.ts';
export { touchesOf, type Touched } from './pulse/touches.ts';
export { filesChangedSince, newestWorkSnapshot } from './pulse/changes-since-snapshot.ts';
export type { Pulse, PulseState, Vitals } from './pulse/vitals.ts';
export type { RiskLevel } from './risk/levels.ts';
export type { LineCounts } from './risk/program-code.ts';
export { riskWords, sayRisk, type Risk } from './risk/risk.ts';
export { noRisk, riskScore, type RiskScore, type WeightedFactor } from './risk/risk-score.ts';
export type { AffectedFile, Rollback, RollbackQuestion, Suggestion } from './rollback/rollback.ts';
export type { Verdict } from './rollback/checked-steps.ts';
export { suggestRollback } from './rollback/suggest-rollback.ts';
export { severities, severityOf, type Severity } from './severity.ts';
export { exactTestCommands } from './tests/commands/test-command.ts';
export { projectReader } from './tests/commands/project-reader.ts';
