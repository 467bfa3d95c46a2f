import { defineDiagnostic, atMost } from '../diagnostic.ts';
import { addressNode } from '../judging/network/address-fix.ts';
import { calledEntries, differenceOf } from '../judging/answers/called-entries.ts';
import { maskText } from '../../secrets/index.ts';

/** An error of HTTP that no other diagnostic explains. */
export default defineDiagnostic({
  id: 'remote-error',
  severity: 'error',
  summary: 'The remote server answers with an HTTP error.',
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'http')) {
      const { server } = entry.entry;
      const { redirectsTo, status } = answer;
      if (server.kind !== 'url' || status < 300 || explained.includes(status) || differenceOf(entry, answer) !== undefined) continue;
      // "transport-mismatch" reports a redirect to a page.
      if (status < 400 && answer.isHtml && redirectsTo === undefined) continue;
      const span = addressNode(entry);
      if (redirectsTo !== undefined) {
        yield {
          entry,
          severity: atMost(maxSeverity, 'error'),
          span,
          message: `"${entry.entry.name}": ${maskText(server.url)} answers ${status} and redirects to ${redirectsTo}. Keys are not sent on to another address, so snap did not follow.`,
          hint: 'Check in the documentation of the server whether it has moved there, and write its new address. It may also be a sign-in page.',
        };
        continue;
      }
      const isPassing = status >= 500 || status === 408 || status === 425 || status === 429;
      yield {
        entry,
        severity: atMost(maxSeverity, isPassing ? 'warning' : 'error'),
        span,
        message: `"${entry.entry.name}": ${maskText(server.url)} answers ${status}${words[status] === undefined ? '' : ` (${words[status]})`}.`,
        hint:
          hints[status] ??
          (isPassing
            ? 'The error is on the side of the server and may be temporary: try again later.'
            : 'Check in its documentation what the server expects: address, headers, transport.'),
      };
    }
  },
});

const explained: readonly number[] = [401, 403, 404, 405, 410];

/** https://www.rfc-editor.org/rfc/rfc9110#name-status-codes */
const words: Readonly<Record<number, string>> = {
  400: 'bad request',
  402: 'payment required',
  406: 'not acceptable',
  407: 'the proxy wants a sign-in',
  408: 'timeout',
  415: 'unsupported media type',
  421: 'misdirected request',
  426: 'upgrade required',
  429: 'too many requests',
  500: 'internal error',
  502: 'bad gateway',
  503: 'unavailable',
  504: 'gateway timeout',
};

const hints: Readonly<Record<number, string>> = {
  402: 'The account behind the key has no credit, or the plan does not include this.',
  407: 'There is a proxy in between: give it your name and password, or name the host in NO_PROXY.',
  429: 'Too many requests were made with this key or from this network: wait, then try again.',
  503: 'The server is down or still starting: try again later.',
};
