import { defineDiagnostic } from '../diagnostic.ts';
import { addressOf, isDaemonAddress, portOf } from '../judging/network/address.ts';
import { addressNode } from '../judging/network/address-fix.ts';
import { calledEntries, differenceOf } from '../judging/answers/called-entries.ts';
import { atMost } from '../severity.ts';

/** An entry for snap's daemon, which does not listen there. */
export default defineDiagnostic({
  id: 'daemon-not-running',
  severity: 'error',
  summary: 'The entry calls snap at a local address where nothing listens.',
  whenWritten: 'doubt',
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'unreachable')) {
      const { server } = entry.entry;
      if (server.kind !== 'url' || answer.reason !== 'refused' || !isDaemonAddress(entry) || differenceOf(entry, answer) !== undefined)
        continue;
      const url = addressOf(server.url);
      const span = addressNode(entry);
      yield {
        entry,
        // The port number alone may belong to any program.
        severity: entry.entry.ours ? maxSeverity : atMost(maxSeverity, 'warning'),
        span,
        message: `"${entry.entry.name}" calls port ${url === undefined ? '' : portOf(url)} of this machine, where nothing listens. That port belongs to snap's daemon.`,
        hint: entry.entry.ours
          ? `Start it: "snap daemon start". Or use a server that needs no daemon: "snap tools configure --client ${entry.client.id}".`
          : 'If another program is meant, start it first.',
      };
    }
  },
});
