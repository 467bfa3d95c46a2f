import { isOursByShape } from '../../clients/index.ts';
import { defineDiagnostic, type Sighting, atMost, type EntryFacts, type Setup } from '../diagnostic.ts';
import { addressOf, isDaemonAddress, portOf } from '../judging/network/address.ts';
import { addressNode } from '../judging/network/address-fix.ts';
import { listeningPorts, portTables } from '../judging/network/ports.ts';
import { calledEntries, differenceOf } from '../judging/answers/called-entries.ts';

/** An entry for snap's daemon, which does not listen there. */
export default defineDiagnostic({
  id: 'daemon-not-running',
  severity: 'error',
  summary: 'The entry calls snap at a local address where nothing listens.',
  whenWritten: 'doubt',
  *reads(setup) {
    if (notCalled(setup).length > 0) yield* portTables(setup);
  },
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'unreachable')) {
      if (answer.reason !== 'refused' || !isDaemonAddress(entry) || differenceOf(entry, answer) !== undefined) continue;
      // The port number alone may belong to any program.
      yield { ...sighting(entry), severity: entry.entry.ours ? maxSeverity : atMost(maxSeverity, 'warning') };
    }
    const listening = listeningPorts(setup);
    if (listening === undefined) return;
    for (const entry of notCalled(setup)) if (!listening.has(portIn(entry) ?? '')) yield sighting(entry);
  },
});

/** Entries that snap wrote for its daemon and that nobody has called: whether something listens there can be seen without. */
function notCalled({ entries }: Pick<Setup, 'entries'>): readonly EntryFacts[] {
  return entries.filter(
    ({ entry, isEffective, isOn, live }) =>
      isEffective && isOn && live.length === 0 && entry.server.kind === 'url' && isOursByShape(entry.server),
  );
}

function portIn({ entry: { server } }: EntryFacts): string | undefined {
  const url = server.kind === 'url' ? addressOf(server.url) : undefined;
  return url === undefined ? undefined : portOf(url);
}

function sighting(entry: EntryFacts): Sighting {
  const span = addressNode(entry);
  return {
    entry,
    span,
    message: `"${entry.entry.name}" calls port ${portIn(entry) ?? ''} of this machine, where nothing listens. That port belongs to snap's daemon.`,
    hint: entry.entry.ours
      ? `Start it: "snap daemon start". Or use a server that needs no daemon: "snap tools configure --client ${entry.client.id}".`
      : 'If another program is meant, start it first.',
  };
}
