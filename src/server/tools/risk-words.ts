import * as z from 'zod';
import { capitalize, onlyToPerson, type Sentence } from '../../system/index.ts';
import { type RiskLevel, sayRisk } from '../../insight/index.ts';

/** A level of risk as the documents have it. */
export const riskLevel = z.enum(['L', 'M', 'H', 'C', '?']);

/** What a high level rests on, and to a person any level, or why there is none; and what the files touch by their names. */
export function riskText({
  reasons,
  risk,
  touches,
}: {
  readonly reasons: readonly string[];
  readonly risk: RiskLevel | '?';
  readonly touches: readonly string[];
}): readonly Sentence[] {
  const [why = ''] = reasons;
  const said = sayRisk(risk, why);
  // The letter is in the line already.
  const isHigh = risk === 'H' || risk === 'C';
  return [
    [isHigh ? { model: capitalize(why), person: said } : onlyToPerson(said)],
    [onlyToPerson(touches.length === 0 ? '' : `Touches by name: ${touches.join(', ')}.`)],
  ];
}
