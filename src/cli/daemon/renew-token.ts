import { findTargets, isWritten, planDaemonToken, writeEntries } from '../../changes/index.ts';
import { clients } from '../../clients/index.ts';
import { localToken } from '../../daemon/local/index.ts';
import type { Invocation } from '../command.ts';

/** An entry with a token of an earlier daemon, and what became of it. */
export interface RenewedEntry {
  /** The assistant's name. */
  readonly client: string;
  readonly path: string;
  readonly action: 'updated' | 'refused';
  readonly message?: string | undefined;
}

/**
 * Writes the token of the daemon that runs into the entries that hold an earlier one. No person made this change: taken
 * back, the entry would hold a token that is no longer valid. So undo and the history do not have it.
 * @param port where it listens: entries with another one are not about it.
 */
export async function renewToken({ system, writable, words }: Invocation, port: number): Promise<readonly RenewedEntry[]> {
  const token = localToken(system);
  if (token === undefined) return [];
  const { facts, where } = await findTargets(system, { clients, named: true, onlyDetected: false, scope: undefined }, undefined);
  const steps = await planDaemonToken(facts, { token, port }, where);
  if (steps.length === 0) return [];
  const { results } = await writeEntries(
    system,
    { facts, steps },
    {
      command: words,
      temporary: true,
      strictAll: false,
      writable,
      ask: async () => true,
    },
  );
  return results.flatMap((result): readonly RenewedEntry[] => {
    const { client, path = '', message } = result;
    if (isWritten(result)) return [{ client: client.name, path, action: 'updated' }];
    return result.action === 'refused' ? [{ client: client.name, path, action: 'refused', message }] : [];
  });
}
