import type { Risk } from '../../vitals/index.ts';

/** The letters of the wire line, for a sentence. */
export const riskWords = { L: 'low', M: 'medium', H: 'high', C: 'critical' } as const satisfies Record<Risk, string>;
