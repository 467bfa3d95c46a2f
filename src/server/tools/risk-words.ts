import * as z from 'zod';
import { capitalize } from '../../system/index.ts';
import type { Risk } from '../../vitals/index.ts';

/** The letters of the wire line, for a sentence. */
export const riskWords = { L: 'low', M: 'medium', H: 'high', C: 'critical', '?': 'not known' } as const satisfies Record<Risk, string>;

/** A level of risk as the documents have it. */
export const riskLevel = z.enum(['L', 'M', 'H', 'C', '?']);

/** The level with what it rests on, or why there is none; and what the files touch by their names. */
export function riskText({
  reasons,
  risk,
  touches,
}: {
  readonly reasons: readonly string[];
  readonly risk: Risk;
  readonly touches: readonly string[];
}): readonly string[] {
  const level = `${capitalize(riskWords[risk])} risk`;
  const [why = ''] = reasons;
  return [
    ...(why === '' ? [] : [risk === '?' ? `Risk not known: ${why}` : `${level}: ${why}`]),
    ...(touches.length === 0 ? [] : [`Touches by name: ${touches.join(', ')}.`]),
  ];
}
