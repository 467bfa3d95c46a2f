import { listed } from '../../system/index.ts';
import { defineDiagnostic, type Setup } from '../diagnostic.ts';
import { commandEntries, type CommandEntry } from '../judging/programs/command-entries.ts';
import { entriesWithPort, fixedPorts, listeningPorts, portTables } from '../judging/network/ports.ts';

/** Information only: the port may be one that the server calls, and the one who listens may be this very server. */
export default defineDiagnostic({
  id: 'fixed-port',
  severity: 'info',
  summary: 'An entry tells its server to listen on a port that is in use.',
  *reads(setup) {
    if (judged(setup).some((entry) => fixedPorts(entry).length > 0)) yield* portTables(setup);
  },
  *detect(setup) {
    const listening = listeningPorts(setup);
    for (const entry of judged(setup)) {
      for (const { port, where } of fixedPorts(entry)) {
        const others = entriesWithPort(setup, entry, port);
        const isInUse = listening?.has(port) === true;
        if (!isInUse && others.length === 0) continue;
        const names = listed(others.map((other) => `"${other.entry.name}" of ${other.client.name}`));
        yield {
          entry,
          detail: port,
          message: `"${entry.entry.name}" gets the port ${port} (${where})${isInUse ? ', and a program listens on it now' : ''}${others.length === 0 ? '' : `${isInUse ? '; ' : ', and so does '}${names}${isInUse ? ' names it too' : ''}`}. If the server listens on it, only one of them can run at a time: a second session of ${entry.client.name} fails as well.`,
          hint: 'If it ends with "address already in use": write another port, leave it out if the server can choose one by itself, or end the other program.',
        };
      }
    }
  },
});

/** A server that was called showed whether it can listen. */
function judged(setup: Pick<Setup, 'entries'>): readonly CommandEntry[] {
  return commandEntries(setup).filter(({ entry, isEffective, live }) => entry.enabled && isEffective && live.length === 0);
}
