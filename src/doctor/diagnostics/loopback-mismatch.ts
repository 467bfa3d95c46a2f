import { defineDiagnostic } from '../diagnostic.ts';
import { addressOf } from '../judging/network/address.ts';
import { addressFix, addressNode } from '../judging/network/address-fix.ts';
import { calledEntries, differenceOf } from '../judging/answers/called-entries.ts';
import { maskText } from '../../secrets/index.ts';

/** `localhost` is 127.0.0.1 and ::1, and a server may listen on one of them only: https://nodejs.org/api/dns.html#dnssetdefaultresultorderorder */
export default defineDiagnostic({
  id: 'loopback-mismatch',
  severity: 'error',
  summary: 'The server listens on a different local address than the entry names.',
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'http', 'unreachable', 'silent', 'broken')) {
      const { server } = entry.entry;
      if (server.kind !== 'url' || answer.works === undefined || differenceOf(entry, answer) !== 'loopback') continue;
      const [own, other] = [addressOf(server.url)?.hostname ?? '', addressOf(answer.works.url)?.hostname ?? ''];
      const span = addressNode(entry);
      const fix = addressFix(entry, answer);
      yield {
        entry,
        severity: maxSeverity,
        span,
        message:
          answer.kind === 'http'
            ? `"${entry.entry.name}": ${maskText(server.url)} answers ${answer.status}; an MCP server answers at ${answer.works.url}, another local address.`
            : `"${entry.entry.name}" does not answer at ${maskText(server.url)}: its server listens on ${other}, which is not the same local address as ${own}.`,
        hint: `Write ${other} instead of ${own}.`,
        fix,
      };
    }
  },
});
