import type { System } from '../system/index.ts';
import { interruptedChanges } from './journal/journal-index.ts';

/** The changes that a killed run left unfinished, one sentence each. Reads the index of the journal, writes nothing. */
export async function interruptedMessages(system: System): Promise<readonly string[]> {
  const changes = await interruptedChanges(system);
  return changes.map(
    ({ number, time, command }) => `change ${number} (${command}, ${time}) was interrupted; "snap mcp repair" finishes or undoes it`,
  );
}
