import { defineDiagnostic, atMost } from '../diagnostic.ts';
import { bridgedAddress, bridges404 } from '../judging/network/address.ts';
import { calledEntries, differenceOf, quotedOutput } from '../judging/answers/called-entries.ts';
import { namesRemote, runsShim, saysRemoteIsMissing } from '../judging/programs/own-entry.ts';

/** The server answers, but not as the protocol requires. */
export default defineDiagnostic({
  id: 'server-broken',
  severity: 'error',
  summary: 'The server answers the first MCP requests with an error or with something invalid.',
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'broken')) {
      if (differenceOf(entry, answer) !== undefined) continue;
      // "shim-instead-of-stdio" reports it.
      if (runsShim(entry.entry) && (!namesRemote(entry.entry) || saysRemoteIsMissing(answer))) continue;
      if (bridgedAddress(entry) !== undefined && bridges404(answer)) continue;
      const said = quotedOutput(answer.stderr);
      const isLate = /in time/.test(answer.message);
      const message = answer.message.replace(/^It /, '');
      yield {
        entry,
        // How long an assistant waits for the list of tools is known of none.
        severity: isLate ? atMost(maxSeverity, 'warning') : maxSeverity,
        message: `"${entry.entry.name}" ${message}${/[.!?…]$/.test(message) ? '' : '.'}${said === '' ? '' : ` It wrote: "${said}".`}`,
        hint: /version of the protocol/.test(answer.message)
          ? 'Update the server. If it is up to date, update snap and the assistant.'
          : isLate
            ? 'It may only be slow: allow more time with "snap mcp validate --probe --timeout 60".'
            : 'Look for a newer version of the server, or report its answer to its author.',
      };
    }
  },
});
