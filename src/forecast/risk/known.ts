import type { RiskModel } from './risk-model.ts';

/** What is known of a project's history at a moment. */
export type Known =
  | { readonly kind: 'known'; readonly model: RiskModel; readonly isShallow: boolean }
  | { readonly kind: 'reading' | 'no git' };
