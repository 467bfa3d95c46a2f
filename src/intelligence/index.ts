export type { AffectedFile, Rollback, RollbackQuestion, Suggestion } from './rollback/rollback.ts';
export { suggestRollback } from './rollback/suggest-rollback.ts';
