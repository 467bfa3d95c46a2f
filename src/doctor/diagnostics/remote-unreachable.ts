import { defineDiagnostic, type Severity, atMost } from '../diagnostic.ts';
import { addressOf, isDaemonAddress, isLoopback, portOf, addressFault } from '../judging/network/address.ts';
import { addressNode } from '../judging/network/address-fix.ts';
import { calledEntries, differenceOf, startLimit } from '../judging/answers/called-entries.ts';
import { duration } from '../judging/wording.ts';
import type { UnreachableReason } from '../../mcp-client/index.ts';
import { maskText } from '../../secrets/index.ts';

/** No answer came: the name, the network or the certificate, or nothing listens. */
export default defineDiagnostic({
  id: 'remote-unreachable',
  severity: 'error',
  summary: 'The remote server cannot be reached.',
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'unreachable')) {
      const { server } = entry.entry;
      if (server.kind !== 'url' || differenceOf(entry, answer) !== undefined || addressFault(server.url) !== undefined) continue;
      const url = addressOf(server.url);
      const isHere = url !== undefined && isLoopback(url.hostname);
      if (isHere && answer.reason === 'refused' && isDaemonAddress(entry)) continue;
      const span = addressNode(entry);
      const about = { entry, span };
      if (isHere && (answer.reason === 'refused' || answer.reason === 'reset')) {
        yield {
          ...about,
          // Programs that are their own server listen only while they run.
          severity: atMost(maxSeverity, 'warning'),
          message: `"${entry.entry.name}": nothing answers on port ${portOf(url)} of this machine (${maskText(server.url)}).`,
          hint: `Start the program that serves it, then ${entry.client.name}. If it runs, look up the port it listens on.`,
        };
        continue;
      }
      if (answer.reason === 'limit') {
        const { severity, hint } = reasons.limit;
        yield {
          ...about,
          severity: atMost(maxSeverity, severity),
          message: `"${entry.entry.name}" was not called. ${answer.message}`,
          hint,
        };
        continue;
      }
      const limit = answer.milliseconds === undefined ? undefined : startLimit(entry, setup);
      if (answer.milliseconds !== undefined && limit !== undefined) {
        const isOver = answer.milliseconds >= limit.milliseconds;
        const { severity, hint } = reasons[answer.reason];
        yield {
          ...about,
          // What the assistant gives up too is not there for it, whether the network or the server is slow.
          severity: atMost(maxSeverity, isOver && limit.isProved ? 'error' : severity),
          message: `"${entry.entry.name}" did not answer within ${duration(answer.milliseconds)} at ${maskText(server.url)}; ${entry.client.name} waits ${duration(limit.milliseconds)}${limit.isProved ? '' : ', as far as is known'}.`,
          hint: isOver ? `${hint} If the server is only slow: "snap mcp validate --probe --timeout 120" tells how long it takes.` : hint,
        };
        continue;
      }
      const { severity, hint } = reasons[answer.reason];
      yield {
        ...about,
        severity: atMost(maxSeverity, severity),
        message: `"${entry.entry.name}" cannot be reached at ${maskText(server.url)}. ${answer.message.replace(/\.$/, '')}.`,
        hint,
      };
    }
  },
});

/** A temporary failure is not an error of the setup. */
const reasons: Readonly<Record<UnreachableReason, { readonly severity: Severity; readonly hint: string }>> = {
  name: {
    severity: 'error',
    hint: 'Check how the host is spelled. If it is right, this machine is offline, or the name is only known inside a VPN.',
  },
  tls: {
    severity: 'error',
    hint: 'Check scheme (http or https), host and port; the certificate may have expired or belong to another name. In a company network, NODE_EXTRA_CA_CERTS names the certificate of its proxy.',
  },
  refused: { severity: 'error', hint: 'Nothing listens there: check host and port, or start the server.' },
  timeout: { severity: 'warning', hint: 'No answer came in time: check the network, a firewall or VPN, and the address.' },
  reset: { severity: 'warning', hint: 'The connection was closed without an answer: check the scheme (http or https) and the port.' },
  limit: {
    severity: 'warning',
    hint: 'Close some programs, or raise the limit ("ulimit -n 4096") in this terminal, then try again.',
  },
  other: { severity: 'error', hint: 'Check the address and the headers of the entry.' },
};
