import { defineDiagnostic } from '../diagnostic.ts';
import { addressOf, isLoopback, portOf } from '../judging/network/address.ts';
import { addressNode } from '../judging/network/address-fix.ts';
import { calledEntries } from '../judging/answers/called-entries.ts';
import { maskText } from '../../secrets/index.ts';

/** The names that snap's own server reports. */
const ownNames = new Set(['snap', 'snap-mcp']);

/** Another program listens at snap's port, so the assistant gets the tools of that one. */
export default defineDiagnostic({
  id: 'port-taken',
  severity: 'error',
  summary: "Another server answers at the address of snap's own entry.",
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'answered')) {
      const { ours, name, server } = entry.entry;
      if (!ours || server.kind !== 'url' || ownNames.has(answer.serverName)) continue;
      const url = addressOf(server.url);
      if (url === undefined || !isLoopback(url.hostname)) continue;
      const span = addressNode(entry);
      yield {
        entry,
        severity: maxSeverity,
        span,
        message: `"${name}" is answered by another server, "${answer.serverName}": port ${portOf(url)} of this machine is taken (${maskText(server.url)}).`,
        hint: `Use snap's local server, which needs no port: "snap tools configure --client ${entry.client.id}". If you mean that other server, give the entry its name.`,
      };
    }
  },
});
