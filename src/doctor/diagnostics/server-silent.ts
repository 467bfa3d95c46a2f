import { defineDiagnostic, atMost } from '../diagnostic.ts';
import { calledEntries, quotedOutput, startLimit } from '../judging/answers/called-entries.ts';
import { bridgedAddress, bridges404 } from '../judging/network/address.ts';
import { downloads } from '../judging/programs/known-programs.ts';
import { duration } from '../judging/wording.ts';

/** The server runs, or accepts the connection, but does not answer. */
export default defineDiagnostic({
  id: 'server-silent',
  severity: 'error',
  summary: 'The server runs or is reached, but does not answer.',
  *detect(setup) {
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'silent')) {
      // Another way worked, it answered something else, or it passed on a 404: these have their own findings.
      if (answer.works !== undefined || answer.noise !== undefined) continue;
      if (bridgedAddress(entry) !== undefined && bridges404(answer)) continue;
      const limit = startLimit(entry, setup);
      const isFetching = downloads(entry.command);
      const isOver = answer.milliseconds >= (limit?.milliseconds ?? 0);
      // Reported by "slow-start".
      if (isFetching && limit !== undefined && isOver) continue;
      const { name, server } = entry.entry;
      const waits = limit === undefined ? '' : `; ${entry.client.name} waits ${duration(limit.milliseconds)}`;
      const said = quotedOutput(answer.stderr);
      const address = /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?::\d+)?[^\s"',)\]]*/.exec(answer.stderr)?.[0];
      // It may only be slow, where nobody has seen how long the client waits, unless it says that it listens somewhere.
      const isSure = isOver && (limit?.isProved === true || (address !== undefined && limit === undefined));
      yield {
        entry,
        severity: atMost(maxSeverity, isSure && !isFetching ? 'error' : 'warning'),
        message: `"${name}" did not answer within ${duration(answer.milliseconds)}${waits}.${said === '' ? '' : ` It wrote: "${said}".`}`,
        hint:
          server.kind === 'url'
            ? 'Check that the address is the MCP endpoint of the server, and that no proxy or firewall holds the answers back.'
            : address !== undefined
              ? `It seems to listen at ${address} instead of speaking on its standard output. Look for its stdio mode, or write that address as a "url".`
              : isFetching
                ? 'It may still be downloading a package. Start it once in a terminal and try again, or allow more time: "snap mcp validate --probe --timeout 60".'
                : 'Start the same command in a terminal: it should wait for input without asking anything. Often the argument that starts the MCP mode is missing ("mcp", "--stdio"). If it is only slow: "snap mcp validate --probe --timeout 60".',
      };
    }
  },
});
