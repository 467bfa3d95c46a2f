import { defineDiagnostic, atMost } from '../diagnostic.ts';
import { calledEntries } from '../judging/answers/called-entries.ts';

/** Over stdio every line on stdout is a message: https://modelcontextprotocol.io/specification/2025-06-18/basic/transports#stdio */
export default defineDiagnostic({
  id: 'noise-on-stdout',
  severity: 'error',
  summary: 'The server writes lines to its standard output that are not MCP messages.',
  *detect(setup) {
    // A server that exited has its own finding, so it is skipped here.
    for (const { entry, answer, maxSeverity } of calledEntries(setup, 'answered', 'silent', 'broken')) {
      if (answer.noise === undefined || answer.noise.trim() === '') continue;
      const name = `"${entry.entry.name}"`;
      const line = `writes a line to its standard output that is not an MCP message: "${answer.noise}"`;
      const address = /\bhttps?:\/\/(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?::\d+)?[^\s"',)\]]*/.exec(answer.noise)?.[0];
      if (answer.kind === 'answered') {
        const isFatal = entry.client.onNoise === 'fails';
        yield {
          entry,
          // A server that answers all the same works: the line is only in the assistant's log.
          severity: atMost(maxSeverity, isFatal ? 'error' : 'info'),
          message: `${name} ${line}. ${isFatal ? `${entry.client.name} then closes the connection.` : `It answers all the same; ${entry.client.name} reports the line as not valid JSON at most, and a strict assistant would close the connection.`}`,
          hint: silence,
        };
        continue;
      }
      yield {
        entry,
        // A server that answers with an error has another problem as well.
        severity: atMost(maxSeverity, answer.kind === 'broken' ? 'warning' : 'error'),
        message: `${name} ${line}, and does not answer${answer.kind === 'broken' ? ' correctly' : ''}.`,
        hint:
          address !== undefined
            ? `It seems to listen at ${address}. Look for its stdio mode, or write that address as a "url".`
            : `${silence} If the program has several modes, the argument that starts its MCP mode may be missing.`,
      };
    }
  },
});

const silence =
  'Make it log to stderr or to a file: look for an option or variable that turns its banner or log off ("--quiet", "LOG_LEVEL").';
