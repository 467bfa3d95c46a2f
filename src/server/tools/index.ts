import type { Tool } from '../tool.ts';
import advise from './advise.ts';
import check from './check.ts';
import guide from './guide.ts';
import capture from './intelligence-capture.ts';
import explain from './intelligence-explain.ts';
import insights from './intelligence-insights.ts';
import outcome from './intelligence-outcome.ts';
import patterns from './intelligence-patterns.ts';
import gc from './learning-gc.ts';
import pulse from './pulse.ts';
import end from './snap-end.ts';
import learn from './snap-learn.ts';
import violation from './snap-violation.ts';
import snap from './snap.ts';
import getContext from './svc-get-context.ts';
import getRiskScore from './svc-get-risk-score.ts';
import queryPatterns from './svc-query-patterns.ts';
import suggestRollback from './svc-suggest-rollback.ts';
import validateChange from './svc-validate-change.ts';

/** Every tool that works, in the order clients are shown them: the default surface, then what the full one adds. */
export const tools: readonly Tool[] = [
  pulse,
  advise,
  guide,
  snap,
  check,
  learn,
  end,
  violation,
  gc,
  validateChange,
  getRiskScore,
  queryPatterns,
  getContext,
  suggestRollback,
  capture,
  patterns,
  insights,
  explain,
  outcome,
];
