import type { System } from '../system/index.ts';
import { interruptedChanges } from './journal-index.ts';

/** The changes of snap that a killed run left unfinished, one sentence each; reads the journal's index, writes nothing. */
export async function interruptedSentences(system: System): Promise<readonly string[]> {
  const changes = await interruptedChanges(system);
  return changes.map(
    ({ number, time, command }) => `change ${number} (${command}, ${time}) was interrupted; "snap mcp repair" ends it or takes it back`,
  );
}
