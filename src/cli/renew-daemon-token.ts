import { findTargets, isWritten, planDaemonToken, writeEntries, type StepResult } from '../changes/index.ts';
import { clients } from '../clients/index.ts';
import type { Invocation } from './command.ts';

/**
 * Writes the token of the daemon that has just started into the entries that hold an earlier one. The journal has the change, as every other.
 * @returns what was written, and what was refused.
 */
export async function renewDaemonToken(
  { system, writable, words }: Pick<Invocation, 'system' | 'writable' | 'words'>,
  token: string,
): Promise<readonly StepResult[]> {
  const { facts, where } = await findTargets(system, { clients, named: true, onlyDetected: false, scope: undefined }, undefined);
  const steps = await planDaemonToken(facts, token, where);
  if (steps.length === 0) return [];
  const { results } = await writeEntries(system, { facts, steps }, { command: words, strictAll: false, writable, ask: async () => true });
  return results.filter((result) => isWritten(result) || result.action === 'refused');
}
