import { defineDiagnostic, type EntryFacts } from '../diagnostic.ts';
import { addressOf, bridgedAddress, bridges404 } from '../judging/network/address.ts';
import { addressFix, addressNode } from '../judging/network/address-fix.ts';
import { calledEntries, differenceOf } from '../judging/answers/called-entries.ts';
import { runsShim } from '../judging/programs/own-entry.ts';
import { maskText } from '../../secrets/index.ts';

/** The host exists, but has nothing at this path. */
export default defineDiagnostic({
  id: 'remote-not-found',
  severity: 'error',
  summary: 'The remote server answers 404: there is nothing at this address.',
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'http')) {
      const { server } = entry.entry;
      if (server.kind !== 'url' || (answer.status !== 404 && answer.status !== 410)) continue;
      const difference = differenceOf(entry, answer);
      if (difference === 'loopback' || difference === 'transport') continue;
      const span = addressNode(entry);
      const fix = addressFix(entry, answer);
      const found = answer.works === undefined ? '' : ` A server answers at ${answer.works.url}.`;
      yield {
        entry,
        severity: maxSeverity,
        span,
        message: `"${entry.entry.name}" was not found: ${maskText(server.url)} answers ${answer.status}, so ${entry.client.name} shows a ${answer.status} and no tools.${found}`,
        hint: answer.works === undefined ? hintFor(entry, server.url) : 'Write the address that answers.',
        fix,
      };
    }
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'broken', 'exited', 'silent')) {
      const address = bridgedAddress(entry);
      if (address === undefined || runsShim(entry.entry) || !bridges404(answer)) continue;
      yield {
        entry,
        severity: maxSeverity,
        message: `"${entry.entry.name}" passes requests on to ${maskText(address)}, which answers 404, so ${entry.client.name} gets no tools.`,
        hint: hintFor(entry, address),
      };
    }
  },
});

function hintFor({ client, entry }: EntryFacts, url: string): string {
  if (entry.ours) return `No snap server runs at that address. Use the local one: "snap tools configure --client ${client.id}".`;
  const path = addressOf(url)?.pathname ?? '';
  if (path === '/' || path === '')
    return 'The path is missing: look it up in the documentation of the server, most use "/mcp", older ones "/sse".';
  if (/\/(sse|events)\/?$/.test(path)) return 'Look the address up in the documentation of the server: many moved from "/sse" to "/mcp".';
  return 'Look the address up in the documentation of the server; it may have moved, or not be deployed.';
}
