export {
  sourceContext,
  sourceKinds,
  type SourceApiDoc,
  type SourceCommit,
  type SourceContext,
  type SourceDeprecation,
  type SourceError,
  type SourceIssue,
  type SourceKind,
  type SourcePullRequest,
} from './context.ts';
export type { LeftSource, LeftState, SourceAnswers, SourceQuestion, Sources, SourceState } from './sources.ts';
export { openSources } from './open-sources.ts';
