import type { Tool } from '../tool.ts';

/** Each tool as a chunk of its own: the first call pays for one, and for what it shares with the others. */
const loading: Readonly<Record<string, () => Promise<{ readonly default: Tool }>>> = {
  pulse: () => import('./pulse.ts'),
  advise: () => import('./advise.ts'),
  guide: () => import('./guide.ts'),
  snap: () => import('./snap.ts'),
  check: () => import('./check.ts'),
  snap_learn: () => import('./snap-learn.ts'),
  snap_end: () => import('./snap-end.ts'),
  snap_violation: () => import('./snap-violation.ts'),
  learning_gc: () => import('./learning-gc.ts'),
  'intelligence.capture': () => import('./intelligence-capture.ts'),
  'intelligence.patterns': () => import('./intelligence-patterns.ts'),
  'intelligence.insights': () => import('./intelligence-insights.ts'),
  'intelligence.explain': () => import('./intelligence-explain.ts'),
  'intelligence.outcome': () => import('./intelligence-outcome.ts'),
  svc_get_context: () => import('./svc-get-context.ts'),
  svc_validate_change: () => import('./svc-validate-change.ts'),
  svc_get_risk_score: () => import('./svc-get-risk-score.ts'),
  svc_query_patterns: () => import('./svc-query-patterns.ts'),
  svc_suggest_rollback: () => import('./svc-suggest-rollback.ts'),
};

/** The tool of that name, as `tools/list` spells it with dots. */
export async function toolOf(name: string): Promise<Tool> {
  const load = loading[name];
  if (load === undefined) throw new Error(`The tool ${name} is listed, and there is none.`);
  return (await load()).default;
}
