import { defineDiagnostic } from '../diagnostic.ts';
import { bridgedAddress, bridges404 } from '../judging/network/bridged-address.ts';
import { calledEntries, differenceOf } from '../judging/answers/called-entries.ts';
import { quotedOutput } from '../judging/answers/quoted-output.ts';
import { namesRemote, runsShim, saysRemoteIsMissing } from '../judging/programs/own-program.ts';

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
      const message = answer.message.replace(/^It /, '');
      yield {
        entry,
        severity: maxSeverity,
        message: `"${entry.entry.name}" ${message}${/[.!?…]$/.test(message) ? '' : '.'}${said === '' ? '' : ` It wrote: "${said}".`}`,
        hint: /version of the protocol/.test(answer.message)
          ? 'Update the server. If it is up to date, update snap and the assistant.'
          : /in time/.test(answer.message)
            ? 'It may only be slow: allow more time with "snap mcp validate --probe --timeout 60".'
            : 'Look for a newer version of the server, or report its answer to its author.',
      };
    }
  },
});
